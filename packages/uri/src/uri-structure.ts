/** The index of the first `/`, `?` or `#` from `at`, or the length. */
export function segmentEnd(uri: string, at: number): number {
  for (; at < uri.length; at++) {
    const code = uri.charCodeAt(at);
    if (code === 0x2f || code === 0x3f || code === 0x23) break;
  }
  return at;
}

/** `uri` with its scheme in lower case, if it has one in other case. Only ASCII is folded. */
export function foldScheme(uri: string): string {
  for (let at = 0; at < uri.length; at++) {
    const code = uri.charCodeAt(at);
    if (code === 0x3a) return uri;
    if (code >= 0x41 && code <= 0x5a) {
      const scheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(uri)?.[0];
      return scheme === undefined ? uri : scheme.toLowerCase() + uri.slice(scheme.length);
    }
  }
  return uri;
}

/** Where the path of a valid URI, or of the literal text that a template starts with, begins and ends. */
export function pathRange(uri: string): { readonly start: number; readonly end: number } {
  const colon = uri.indexOf(":") + 1;
  const start = uri.startsWith("//", colon) ? segmentEnd(uri, colon + 2) : colon;
  return { start, end: pathEnd(uri, start) };
}

/** The index of the first `?` or `#` from `at`, or the length. */
export function pathEnd(uri: string, at: number): number {
  const tail = /[?#]/g;
  tail.lastIndex = at;
  return tail.exec(uri)?.index ?? uri.length;
}
