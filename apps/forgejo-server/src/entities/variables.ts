import { invalidVariable } from "@org/resources-core";

const NAME = "letters, digits, dots, underscores and hyphens";
const NUMBER = "a positive decimal number without leading zeros, of at most 15 digits";
const RULES = {
  name: [/^[\w.-]{1,255}$/, NAME],
  owner: [/^[\w.-]{1,255}$/, NAME],
  repo: [/^[\w.-]{1,255}$/, NAME],
  sha: [/^([0-9a-f]{40}|[0-9a-f]{64})$/, "a whole commit id: 40 or 64 lower-case hex digits"],
  index: [/^[1-9]\d{0,14}$/, NUMBER],
  id: [/^[1-9]\d{0,14}$/, NUMBER],
  kind: [/^(issue|pr)$/, "issue or pr"],
} as const satisfies Record<string, readonly [RegExp, string]>;

/** The variables that any template here has. */
export type VariableName = keyof typeof RULES;

/** Refuses a variable that Forgejo could not have, with what is expected; in the template's order. */
export function checkVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!isVariable(name)) continue;
    const [pattern, expectation] = RULES[name];
    if (!pattern.test(value)) invalidVariable(name, expectation);
  }
}

/** The pattern of a variable and its words, for a tool's arguments. */
export function variableRule(name: VariableName): readonly [RegExp, string] {
  return RULES[name];
}

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(RULES, name);
}
