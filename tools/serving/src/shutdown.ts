/** The signals that ask a server to end. */
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Waits for SIGTERM or SIGINT, then closes; resolves when that is done. A second signal ends the process at once, for
 * somebody who will not wait.
 */
export async function closeOnSignal(
  close: (signal: (typeof SIGNALS)[number]) => Promise<void>,
): Promise<void> {
  const signal = await new Promise<(typeof SIGNALS)[number]>((resolve) => {
    for (const name of SIGNALS)
      process.once(name, () => {
        resolve(name);
      });
  });
  const impatient = (): never => process.exit(signal === "SIGINT" ? 130 : 143);
  for (const name of SIGNALS) process.once(name, impatient);
  await close(signal);
  for (const name of SIGNALS) process.removeListener(name, impatient);
}
