/** Something that must not come out, and where it went in. */
export interface Planted {
  readonly where: string;
  readonly secret: string;
}

/** Which secrets are in which output, in clear or in a spelling that anybody can undo. */
export function findSecrets(
  outputs: Readonly<Record<string, string>>,
  planted: readonly Planted[],
): readonly string[] {
  const found: string[] = [];
  for (const [name, text] of Object.entries(outputs))
    for (const { where, secret } of planted)
      for (const [spelling, spelt] of spellings(secret))
        if (text.includes(spelt)) found.push(`${name} holds what was in ${where} (${spelling})`);
  return found;
}

function spellings(secret: string): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(secret);
  // Base64 of a longer text holds that of its parts, but for their edges, in one of three alignments.
  const inner = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
  return [
    ["clear", secret],
    ["percent-encoded", encodeURIComponent(secret)],
    ["hex", bytes.toString("hex")],
    ...inner.map((text) => ["base64", text] as const),
  ];
}
