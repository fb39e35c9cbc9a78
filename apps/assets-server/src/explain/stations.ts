import type { FailureCode, GatewayEvent, ResourceFailure } from "@org/resources-core";
import type { RecordedRead } from "./recorded-read.ts";

/** The stations of a read, in order, by the names that ARCHITECTURE.md gives them. */
export const STATIONS = [
  "validation",
  "selection",
  "discover",
  "resolve",
  "policy",
  "body",
  "re-check",
  "response",
] as const;
export type Station = (typeof STATIONS)[number];

/** Who, at a station, said no, or could not say yes. */
export type Refuser =
  | "URI syntax"
  | "addresses"
  | "policy discover"
  | "plan"
  | "policy visible"
  | "policy read"
  | "policy failure"
  | "storage"
  | "row-level security"
  | "limit"
  | "time limit"
  | "content"
  | "failure";

/** Where a read, or one of its items, ended. */
export interface Refusal {
  readonly station: Station;
  readonly by: Refuser;
  /** The item's, or the request's. */
  readonly uri: string;
  /** What the gateway said of it, in its own codes and limits. */
  readonly detail: string;
}

type EventOf<T extends GatewayEvent["type"]> = Extract<GatewayEvent, { readonly type: T }>;

function all<T extends GatewayEvent["type"]>(
  events: readonly GatewayEvent[],
  type: T,
): readonly EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

/** What refused the read as a whole, or `undefined`. */
export function wholeRefusal(read: RecordedRead, uri: string): Refusal | undefined {
  const { failure } = read.outcome;
  return failure === undefined ? undefined : { uri, ...whole(read, failure) };
}

function whole(read: RecordedRead, failure: ResourceFailure): Omit<Refusal, "uri"> {
  const detail = detailOf(failure);
  if (failure.code === "unavailable") return { ...denial(read), detail };
  const { station = lastStation(read), by } = WHOLE[failure.code];
  // A plan that was decided about had too many items; before that, it was no plan.
  if (failure.code === "invalid_plan" && read.rounds.length > 0)
    return { station, by: "limit", detail };
  return { station, by, detail };
}

/** Where each failure arises; without a station, wherever the read had come to. */
const WHOLE: Readonly<
  Record<Exclude<FailureCode, "unavailable">, { readonly station?: Station; readonly by: Refuser }>
> = {
  invalid_uri: { station: "validation", by: "URI syntax" },
  invalid_capture: { station: "selection", by: "addresses" },
  ambiguous: { station: "selection", by: "addresses" },
  resolve_failed: { station: "resolve", by: "failure" },
  invalid_plan: { station: "resolve", by: "plan" },
  policy_failed: { by: "policy failure" },
  response_too_large: { station: "response", by: "limit" },
  timeout: { by: "time limit" },
  no_items: { station: "body", by: "failure" },
  overloaded: { by: "limit" },
  cancelled: { by: "failure" },
  invalid_cursor: { by: "failure" },
};

/** Which of the denials that a client cannot tell apart it was. */
function denial({ events, rounds }: RecordedRead): Pick<Refusal, "station" | "by"> {
  const [selected] = all(events, "select");
  if (selected === undefined || selected.candidates === 0)
    return { station: "selection", by: "addresses" };
  const refused = all(events, "decide").find(
    ({ station, hidden }) => station === "discover" && hidden > 0,
  );
  if (refused !== undefined)
    return { station: refused.round === 1 ? "discover" : "re-check", by: "policy discover" };
  for (const [index, [requested]] of rounds.entries()) {
    if (requested === undefined || requested.permission === "readable") continue;
    const by = requested.permission === "hidden" ? "policy visible" : "policy read";
    return { station: index === 0 ? "policy" : "re-check", by };
  }
  if (rounds.length === 0) return { station: "resolve", by: "plan" };
  return { station: "body", by: "storage" };
}

/** The one that had begun and not ended. */
function lastStation({ events, rounds }: RecordedRead): Station {
  const discovered = all(events, "decide").some(({ station }) => station === "discover");
  const resolved = all(events, "resolve").length > 0;
  if (rounds.length > 1) return "re-check";
  if (rounds.length === 1) return all(events, "item").length > 0 ? "re-check" : "body";
  if (resolved) return "policy";
  return discovered ? "resolve" : "discover";
}

function detailOf(failure: ResourceFailure): string {
  const { code, detail, offset, variable, expectation, cause } = failure;
  return [
    code,
    ...(detail === undefined ? [] : [`${detail} at character ${String(offset ?? 0)}`]),
    ...(variable === undefined ? [] : [`variable ${variable}`]),
    ...(expectation === undefined ? [] : [expectation]),
    ...(cause === undefined ? [] : [textOf(cause)]),
  ].join("; ");
}

/** What refused single items, in plan order: those that the plan names and the result lacks. */
export function itemRefusals({ events, rounds }: RecordedRead): readonly Refusal[] {
  const budgets = new Map(all(events, "budget").map((event) => [event.uri, event.budget]));
  const outcomes = new Map(all(events, "item").map((event) => [event.uri, event]));
  const [first, second] = rounds;
  return (first ?? []).flatMap(({ target, permission }, index): readonly Refusal[] => {
    const { uri } = target;
    if (permission !== "readable") return [denied("policy", uri, permission)];
    const outcome = outcomes.get(uri);
    if (outcome !== undefined && outcome.outcome !== "read")
      return [
        {
          station: "body",
          by: REFUSERS[outcome.outcome],
          uri,
          detail: [outcome.outcome, budgetText(budgets.get(uri)), textOf(outcome.cause)]
            .filter((part) => part !== "")
            .join("; "),
        },
      ];
    const again = second?.[index]?.permission ?? "readable";
    return again === "readable" ? [] : [denied("re-check", uri, again)];
  });
}

const REFUSERS = {
  unavailable: "storage",
  read_failed: "failure",
  timeout: "time limit",
  invalid_content: "content",
  budget_exceeded: "limit",
} as const satisfies Record<string, Refuser>;

function denied(station: Station, uri: string, permission: "hidden" | "visible"): Refusal {
  return {
    station,
    by: permission === "hidden" ? "policy visible" : "policy read",
    uri,
    detail: permission === "hidden" ? "not visible" : "visible, and not to be read",
  };
}

function budgetText(budget: EventOf<"budget">["budget"] | undefined): string {
  if (budget === undefined) return "";
  return `${budget.limit}: ${budget.bytes} bytes of ${budget.allowed}`;
}

function textOf(cause: unknown): string {
  if (cause === undefined) return "";
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}
