import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/** What a generated directory holds, and what an import of it must say. */
export interface Generated {
  readonly files: number;
  readonly good: number;
  readonly bad: number;
}

/** Numbers that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes so many files: in each ten four texts, two pictures, a JSON, and one each that is empty, a duplicate, and bad:
 * broken, huge, a link that leaves or leads nowhere.
 */
export async function generateFiles(directory: string, count: number): Promise<Generated> {
  await mkdir(directory, { recursive: true });
  const random = seeded(8);
  const huge = new Uint8Array(4 * 1024 * 1024 + 1);
  let bad = 0;
  for (let index = 0; index < count; index++) {
    const name = (extension: string): string =>
      join(directory, `${String(index).padStart(4, "0")}.${extension}`);
    const kind = index % 10;
    const text = `file ${index} of ${count}: ${random()}\n`.repeat(1 + Math.floor(random() * 20));
    // oxlint-disable no-await-in-loop
    if (kind < 4) await writeFile(name("txt"), text);
    else if (kind < 6) await writeFile(name("png"), await picture(index, random));
    else if (kind === 6) await writeFile(name("json"), JSON.stringify({ index, at: random() }));
    else if (kind === 7) await writeFile(name("txt"), "");
    else if (kind === 8) await writeFile(name("txt"), "the same in each hundred\n");
    else {
      bad += 1;
      const fault = Math.floor(index / 10) % 4;
      if (fault === 0) await writeFile(name("png"), (await picture(index, random)).subarray(0, 60));
      else if (fault === 1) await writeFile(name("bin"), huge);
      else if (fault === 2) await symlink("/etc/passwd", name("txt"));
      else await symlink("nowhere", name("txt"));
    }
    // oxlint-enable no-await-in-loop
  }
  return { files: count, good: count - bad, bad };
}

/** Then time goes by: of the texts, some are changed, some removed, some renamed, and new ones come. */
export async function changeFiles(directory: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 10) {
    const name = (offset: number): string =>
      join(directory, `${String(index + offset).padStart(4, "0")}.txt`);
    // oxlint-disable no-await-in-loop
    await writeFile(name(0), `changed ${index}\n`);
    await rm(name(1));
    await rename(name(2), join(directory, `renamed-${index}.txt`));
    await writeFile(join(directory, `new-${index}.txt`), `new ${index}\n`);
    // oxlint-enable no-await-in-loop
  }
}

function picture(index: number, random: () => number): Promise<Buffer> {
  const channel = (): number => Math.floor(random() * 256);
  const background = { r: channel(), g: channel(), b: index % 256 };
  return sharp({ create: { width: 40 + (index % 50), height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}
