import { Presets, SingleBar } from "cli-progress";
import type { ImportProgress } from "./import-project.ts";
import { printable } from "./printable.ts";

/** Shows how far an import is: a bar on a terminal, and lines that a log can keep elsewhere. */
export interface ProgressDisplay {
  readonly show: (progress: ImportProgress) => void;
  readonly end: () => void;
}

/** So many lines for a whole import, where there is no terminal. */
const LINES = 10;

/** Displays on `stream`; a skipped file is told at once, in either form. */
export function progressDisplay(stream: NodeJS.WriteStream): ProgressDisplay {
  return stream.isTTY ? bar(stream) : lines(stream);
}

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  return {
    show: ({ done, total, skipped }) => {
      if (skipped !== undefined) stream.write(`${skippedLine(skipped)}\n`);
      if (done % Math.ceil(total / LINES) === 0) stream.write(`${done} of ${total} files\n`);
    },
    end: () => {},
  };
}

function bar(stream: NodeJS.WriteStream): ProgressDisplay {
  const shown = new SingleBar(
    {
      stream,
      format: "{bar} {percentage}% | {value} of {total} files | {skipped} skipped",
      hideCursor: true,
      // The signal's handler ends the import, and the import ends the bar.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const skippedLines: string[] = [];
  let started = false;
  return {
    show: ({ done, total, skipped }) => {
      if (!started) shown.start(total, 0, { skipped: 0 });
      started = true;
      if (skipped !== undefined) skippedLines.push(skippedLine(skipped));
      shown.update(done, { skipped: skippedLines.length });
    },
    end: () => {
      if (started) shown.stop();
      // After the bar, which would paint over them.
      for (const line of skippedLines) stream.write(`${line}\n`);
    },
  };
}

function skippedLine({ file, reason }: { file: string; reason: string }): string {
  return `skipped ${printable(file)}: ${reason}`;
}
