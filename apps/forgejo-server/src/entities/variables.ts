import { invalidVariable } from "@org/resources-core";

const NAME = "letters, digits, dots, underscores and hyphens, and not . or .. alone";
// A path to Forgejo is made of it, where . and .. would lead elsewhere.
const NAME_PATTERN = /^(?!\.{1,2}$)[\w.-]{1,255}$/;
const NUMBER = "a positive decimal number without leading zeros, of at most 15 digits";
const RULES = {
  name: [NAME_PATTERN, NAME],
  owner: [NAME_PATTERN, NAME],
  repo: [NAME_PATTERN, NAME],
  sha: [/^([0-9a-f]{40}|[0-9a-f]{64})$/, "a whole commit id: 40 or 64 lower-case hex digits"],
  index: [/^[1-9]\d{0,14}$/, NUMBER],
  id: [/^[1-9]\d{0,14}$/, NUMBER],
  kind: [/^(issue|pr)$/, "issue or pr"],
} as const satisfies Record<string, readonly [RegExp, string]>;

/** The variables that any template here has. */
export type VariableName = keyof typeof RULES;

/** Refuses a variable that Forgejo could not have, with what is expected; in the template's order. */
export function checkVariables(variables: Readonly<Record<string, string>>): void {
  const wrong = faultIn(variables);
  if (wrong !== undefined) invalidVariable(wrong, RULES[wrong][1]);
}

/** Tells whether {@link checkVariables} lets them pass. */
export function areVariables(variables: Readonly<Record<string, string>>): boolean {
  return faultIn(variables) === undefined;
}

function faultIn(variables: Readonly<Record<string, string>>): VariableName | undefined {
  return Object.keys(variables)
    .filter(isVariable)
    .find((name) => !RULES[name][0].test(variables[name] ?? ""));
}

/** The pattern of a variable and its words, for a tool's arguments. */
export function variableRule(name: VariableName): readonly [RegExp, string] {
  return RULES[name];
}

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(RULES, name);
}
