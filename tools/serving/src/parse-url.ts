/** The URL that a setting holds, or `undefined`. (`URL.parse` is not in Node 20.) */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
