import { chromium, type Browser } from "playwright-core";

/** Debian's; `.ci/run` installs it. */
export const CHROMIUM = "/usr/bin/chromium";

/** A headless browser that talks to nobody by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
