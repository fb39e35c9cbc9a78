import { isResourceFailure, type ReadBundle } from "@org/resources-core";
import type { PlayedRead } from "./play-read.ts";
import { bodyOf } from "./read-scenario.ts";
import { isPermitted, isRevealed, isVisible, type RightsPredicate } from "./rights-over-time.ts";
import type { BodyTimes } from "./stage.ts";

/** A law of every read: says how this one breaks it, or nothing. */
export interface ReadLaw {
  readonly rule: string;
  readonly name: string;
  readonly broken: (read: ReadFacts) => string | undefined;
}

/**
 * What can be said of a played read without knowing how a gateway works: what was true when, and what came out. Where
 * rights changed in between, a gateway may have asked before or after; a law speaks only of what holds either way.
 */
export class ReadFacts {
  readonly read: PlayedRead;
  /** Until here the first decisions were made: the first body was asked for, or the read was over. */
  readonly firstBodyAt: number;
  /** From here on the last decisions were made: every body had come, failed, or run out of time. */
  readonly bodiesDoneAt: number;

  constructor(read: PlayedRead) {
    this.read = read;
    const bodies = [...read.stage.bodies.values()];
    this.firstBodyAt = Math.min(read.endedAt, ...bodies.map(({ askedAt }) => askedAt));
    this.bodiesDoneAt = Math.max(0, ...bodies.map((body) => doneAt(body, read.endedAt)));
  }

  get bundle(): ReadBundle | undefined {
    const { ending } = this.read;
    return ending.kind === "bundle" ? ending.bundle : undefined;
  }

  get failureCode(): string | undefined {
    const { ending } = this.read;
    return ending.kind === "failure" ? ending.code : undefined;
  }

  get requested(): string {
    return this.read.stage.scenario.uri;
  }

  get planned(): readonly string[] {
    return this.read.stage.scenario.items;
  }

  get returned(): readonly string[] {
    return this.bundle?.items.map(({ uri }) => uri) ?? [];
  }

  get missing(): readonly string[] {
    return this.planned.filter((uri) => !this.returned.includes(uri));
  }

  everAtFirst(predicate: RightsPredicate): boolean {
    return this.read.stage.rights.ever(predicate, 0, this.firstBodyAt);
  }

  everAtLast(predicate: RightsPredicate): boolean {
    return this.read.stage.rights.ever(predicate, this.bodiesDoneAt, this.read.endedAt);
  }

  alwaysAtLast(predicate: RightsPredicate): boolean {
    return this.read.stage.rights.always(predicate, this.bodiesDoneAt, this.read.endedAt);
  }

  always(predicate: RightsPredicate): boolean {
    return this.read.stage.rights.always(predicate, 0, this.read.endedAt);
  }

  /** Why a body is of no use, whatever the rights; nothing if it came, or was never asked for. */
  bodyFault(uri: string): "failing" | "late" | undefined {
    const { bodies, scenario } = this.read.stage;
    if (bodies.get(uri)?.ranOutAt !== undefined) return "late";
    return scenario.failing?.includes(uri) === true ? "failing" : undefined;
  }

  /** Items that any right gateway returns. */
  get certain(): readonly string[] {
    if (!this.always(isPermitted(this.requested)) || !this.always(isRevealed)) return [];
    return this.planned.filter(
      (uri) => this.always(isPermitted(uri)) && this.bodyFault(uri) === undefined,
    );
  }
}

function doneAt({ cameAt, ranOutAt }: BodyTimes, end: number): number {
  return Math.min(cameAt ?? end, ranOutAt ?? end);
}

export const READ_LAWS: readonly ReadLaw[] = [
  {
    rule: "READ-10",
    name: "a read ends, and at once when its caller gives up",
    broken: ({ read: { ending, cancelledAt, endedPromptly }, failureCode }) => {
      if (ending.kind === "hangs") return "nothing is awaited, and yet the read does not end";
      if (cancelledAt === undefined) {
        return failureCode === "cancelled" ? "nobody cancelled the read" : undefined;
      }
      if (!endedPromptly) return "the read went on after its caller had given up";
      return failureCode === "cancelled" ? undefined : "a cancelled read did not say so";
    },
  },
  {
    rule: "READ-4",
    name: "no body is read of what was not permitted first",
    broken: (facts) => {
      const { bodies, rereads } = facts.read.stage;
      const [twice] = rereads;
      if (twice !== undefined) return `the body of ${twice} was read twice`;
      if (bodies.size === 0) return undefined;
      if (!facts.everAtFirst(isRevealed)) return "bodies were read of a concealed definition";
      if (!facts.everAtFirst(isPermitted(facts.requested))) {
        return "bodies were read although what was requested was not permitted";
      }
      const early = [...bodies.keys()].find((uri) => !facts.everAtFirst(isPermitted(uri)));
      return early === undefined
        ? undefined
        : `the body of ${early} was read, which was not permitted before the first body`;
    },
  },
  {
    rule: "READ-7",
    name: "nothing is returned that was not permitted after the last body",
    broken: (facts) => {
      if (facts.bundle === undefined) return undefined;
      if (!facts.everAtLast(isRevealed)) return "a concealed definition was read";
      if (!facts.everAtLast(isPermitted(facts.requested))) {
        return "what was requested was no longer permitted, and yet there is a result";
      }
      const revoked = facts.returned.find((uri) => !facts.everAtLast(isPermitted(uri)));
      return revoked === undefined
        ? undefined
        : `${revoked} was returned although its right was gone before the last body`;
    },
  },
  {
    rule: "READ-6",
    name: "an item is returned with its own body, in its place, if that came in time",
    broken: (facts) => {
      const items = facts.bundle?.items ?? [];
      const expected = facts.planned.filter((uri) => facts.returned.includes(uri));
      if (expected.join(" ") !== facts.returned.join(" ")) {
        return `[${facts.returned.join(", ")}] is not the order of the plan, without repetition`;
      }
      for (const { uri, text } of items) {
        if (text !== bodyOf(uri)) return `${uri} was returned with another body`;
        if (facts.bodyFault(uri) === "failing") return `${uri} was returned, whose body failed`;
        if (facts.bodyFault(uri) === "late") return `${uri} was returned, whose body came too late`;
        if (facts.read.stage.bodies.get(uri)?.cameAt === undefined) {
          return `${uri} was returned, whose body never came`;
        }
      }
      return undefined;
    },
  },
  {
    rule: "READ-8",
    name: "what is missing and visible is told, what is hidden is not counted",
    broken: (facts) => {
      const { bundle, missing } = facts;
      if (bundle === undefined) return undefined;
      const told = bundle.issues.length + bundle.issuesOmitted;
      const most = missing.filter((uri) => facts.everAtLast(isVisible(uri))).length;
      const least = missing.filter((uri) => facts.alwaysAtLast(isVisible(uri))).length;
      if (told > most) {
        return `${told} issues, but of what is missing ${most} could be seen: something hidden was counted`;
      }
      return told < least ? `${told} issues, but ${least} visible items are missing` : undefined;
    },
  },
  {
    rule: "READ-15",
    name: "what is hidden leaves no trace",
    broken: (facts) => {
      const { bundle } = facts;
      if (bundle === undefined) return undefined;
      const { text: warning = "" } = bundle.warning ?? {};
      const text = `${JSON.stringify({ ...bundle, operationId: "" })}\n${warning}`;
      const traced = facts.planned.find(
        (uri) =>
          !facts.everAtLast(isVisible(uri)) &&
          uri !== facts.requested &&
          [uri, bodyOf(uri)].some((trace) => text.includes(JSON.stringify(trace))),
      );
      return traced === undefined ? undefined : `${traced} is hidden, and yet in the result`;
    },
  },
  {
    rule: "READ-12",
    name: "an issue names only what is disclosed",
    broken: (facts) => {
      const { disclosed = [] } = facts.read.stage.scenario;
      const named = facts.bundle?.issues.find(
        ({ uri }) => uri !== undefined && !(disclosed.includes(uri) && facts.missing.includes(uri)),
      );
      return named && `an issue names ${named.uri}`;
    },
  },
  {
    rule: "READ-9",
    name: "a result is partial, with a warning first, if anything visible is missing, else complete",
    broken: ({ bundle }) => {
      if (bundle === undefined) return undefined;
      const { items, contents, warning, partial, issues, issuesOmitted } = bundle;
      const told = issues.length + issuesOmitted;
      if (items.length === 0 && told > 0) return "nothing is left, and yet the read succeeded";
      if (partial !== told > 0) return `partial is ${partial} with ${told} issues`;
      if ((warning !== undefined) !== partial) return "a warning goes with a partial result alone";
      const expected = warning === undefined ? items : [warning, ...items];
      const isInOrder =
        contents.length === expected.length && contents.every((one, at) => one === expected[at]);
      return isInOrder ? undefined : "the contents are not the warning and then the items";
    },
  },
  {
    rule: "READ-9",
    name: "what was permitted all the time, and whose body came, is returned",
    broken: (facts) => {
      if (facts.read.cancelledAt !== undefined) return undefined;
      const lost = facts.certain.find((uri) => !facts.returned.includes(uri));
      return lost === undefined
        ? undefined
        : `${lost} was not returned, although nothing spoke against it`;
    },
  },
  {
    rule: "READ-14",
    name: "a failure has its reason",
    broken: (facts) => {
      const { failureCode } = facts;
      if (failureCode === undefined || failureCode === "cancelled") return undefined;
      const isGranted = facts.always(isPermitted(facts.requested)) && facts.always(isRevealed);
      const isFaulty = (uri: string): boolean => facts.bodyFault(uri) !== undefined;
      switch (failureCode) {
        case "unavailable": {
          if (!isGranted) return undefined;
          // Every visible item is missing for want of a right, and there is one.
          const refused = facts.planned.some((uri) => !facts.always(isPermitted(uri)));
          const other = facts.planned.find(
            (uri) => facts.always(isPermitted(uri)) && isFaulty(uri),
          );
          if (other !== undefined) return `"unavailable" hides that the body of ${other} failed`;
          return refused ? undefined : '"unavailable", although everything was permitted';
        }
        case "no_items": {
          const faulty = facts.planned.some(
            (uri) => isFaulty(uri) && facts.everAtLast(isVisible(uri)),
          );
          return faulty ? undefined : '"no_items", although no visible body failed';
        }
        default:
          return `the read failed as "${failureCode}"`;
      }
    },
  },
  {
    rule: "READ-8",
    name: "a report of nothing counts what is visible, too",
    broken: (facts) => {
      const { ending } = facts.read;
      if (ending.kind !== "failure" || !isResourceFailure(ending.error)) return undefined;
      const { report } = ending.error;
      if (report === undefined) return undefined;
      const most = facts.planned.filter((uri) => facts.everAtLast(isVisible(uri))).length;
      const told = report.issues.length + report.issuesOmitted;
      return told > most ? `${told} issues, but only ${most} items could be seen` : undefined;
    },
  },
  {
    rule: "READ-11",
    name: "progress counts what was permitted at first, one by one, and ends with the read",
    broken: (facts) => {
      const { progress, endedAt, stage } = facts.read;
      const most = facts.planned.filter((uri) => facts.everAtFirst(isPermitted(uri))).length;
      const least = facts.planned.filter((uri) =>
        stage.rights.always(isPermitted(uri), 0, facts.firstBodyAt),
      ).length;
      for (const [index, { completed, total, at }] of progress.entries()) {
        if (at > endedAt) return "progress was told after the end";
        if (completed !== index + 1 || completed > total) {
          return `progress said ${completed} of ${total} at step ${index + 1}`;
        }
        if (total !== progress[0]?.total) return "progress changed its mind about the total";
        if (total > most || total < least) {
          return `progress said ${total} in all, but ${least === most ? least : `${least} to ${most}`} were permitted at first`;
        }
      }
      return undefined;
    },
  },
];
