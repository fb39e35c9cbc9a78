import { z } from "zod";

/** One thing that a person can set, by flag or by environment variable. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly variable: string;
  readonly flag?: string | undefined;
  /** Reads the raw string, or `undefined` when neither is set: give the schema a default, or it is required. */
  readonly schema: S;
  /** A value that works, for the error message. */
  readonly example: string;
  /** The value never appears in a message. */
  readonly secret?: boolean | undefined;
}

/** What is wrong with one setting, in one line: where it came from, its fault, and an example that works. */
export interface ConfigFault {
  readonly source: string;
  readonly fault: string;
  readonly example: string;
}

/** A configuration that cannot be used; `message` holds one line for each fault. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(
      faults
        .map(({ source, fault, example }) => `${source}: ${fault}. Example: ${example}`)
        .join("\n"),
    );
    this.faults = faults;
  }
}

type Settings = Readonly<Record<string, Setting>>;
type Config<S extends Settings> = { readonly [K in keyof S]: z.output<S[K]["schema"]> };

/**
 * Reads every setting, flag before environment before default, and reports all faults at once.
 *
 * `flags` are keyed like `settings`. An environment variable set to the empty string counts as unset, as a shell's
 * `PORT= command` means it. Throws {@link ConfigError}.
 */
export function readConfig<const S extends Settings>(
  settings: S,
  given: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly flags?: Readonly<Record<string, string | undefined>> | undefined;
  },
): Config<S> {
  const values: Record<string, unknown> = {};
  const faults: ConfigFault[] = [];
  for (const [key, setting] of Object.entries(settings)) {
    const flagged = given.flags?.[key];
    const inherited = given.env[setting.variable];
    const raw = flagged ?? (inherited === "" ? undefined : inherited);
    const result = setting.schema.safeParse(raw);
    if (result.success) values[key] = result.data;
    else faults.push(faultOf(setting, raw, flagged !== undefined, result.error));
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return values as Config<S>;
}

function faultOf(
  setting: Setting,
  raw: string | undefined,
  byFlag: boolean,
  error: z.ZodError,
): ConfigFault {
  const flag = byFlag ? setting.flag : undefined;
  const shown = setting.secret === true ? "its value" : JSON.stringify(raw);
  return {
    source: flag ?? setting.variable,
    fault:
      raw === undefined ? "is not set" : `${shown} ${error.issues[0]?.message ?? "cannot be used"}`,
    example:
      flag === undefined ? `${setting.variable}=${setting.example}` : `${flag} ${setting.example}`,
  };
}

/** A TCP port; 0 lets the system choose one. */
export function portSchema(fallback: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,4})$/, "is not a port (a whole number from 0 to 65535)")
    .transform(Number)
    .refine((port) => port <= 65_535, "is not a port (a whole number from 0 to 65535)")
    .default(fallback);
}
