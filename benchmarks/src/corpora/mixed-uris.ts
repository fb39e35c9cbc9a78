import { flat } from "./flat.ts";
import { invalidUris } from "./invalid-uris.ts";
import { seeded } from "./random.ts";
import type { Random } from "./random.ts";
import { customSchemes, fileEndings, foreignWords, hosts, words } from "./words.ts";

export interface JudgedUri {
  readonly uri: string;
  readonly valid: boolean;
  /** The code owed by an invalid one, where only one is defensible. */
  readonly code?: string;
}

/**
 * 950 valid URIs, right by construction, and the 64 invalid ones, shuffled: the load that "mixed
 * corpus" means in the results. About 47 % custom schemes, 27 % http(s), 16 % expansions of
 * templates, 10 % with names in other languages and with blanks, percent-encoded (before the invalid ones are
 * added).
 */
export function mixedUris(): readonly JudgedUri[] {
  const random = seeded(20261130);
  const valid = [
    ...collect(446, () => customUri(random)),
    ...collect(256, () => webUri(random)),
    ...collect(152, () => expansion(random)),
    ...collect(96, () => encodedUri(random)),
  ];
  const all: JudgedUri[] = [
    ...valid.map((uri) => ({ uri: flat(uri), valid: true })),
    ...invalidUris.map((invalid) => ({ ...invalid, valid: false })),
  ];
  for (let last = all.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const [a, b] = [all[last], all[other]];
    if (a !== undefined && b !== undefined) [all[last], all[other]] = [b, a];
  }
  return all;
}

function collect(count: number, make: () => string): string[] {
  return Array.from({ length: count }, make);
}

function slug(random: Random, parts: number): string {
  return collect(parts, () => random.pick(words)).join("-");
}

function path(random: Random, segments: number): string {
  return collect(segments, () => `/${slug(random, 1 + random.below(3))}`).join("");
}

function file(random: Random): string {
  return `/${slug(random, 2)}.${random.pick(fileEndings)}`;
}

function customUri(random: Random): string {
  const scheme = random.pick(customSchemes);
  switch (random.below(8)) {
    case 0:
      return `urn:example:${slug(random, 2)}:${random.below(1e9)}:${slug(random, 3)}:${random.below(1e6)}`;
    case 1:
      return `${scheme}:${slug(random, 3)}${path(random, 2)}${file(random)}`;
    case 2:
      return `${scheme}:///srv${path(random, 4)}${file(random)}`;
    case 3:
      return `file:///home/${random.pick(words)}${path(random, 3)}/.config/a..b${file(random)}`;
    case 4:
      return `${scheme}://${slug(random, 2)}${path(random, 3)}?rev=HEAD~${random.below(9)}..HEAD&at=${random.below(1e9)}`;
    default:
      return `${scheme}://${slug(random, 2)}-${random.below(100)}${path(random, 4)}${file(random)}`;
  }
}

function webUri(random: Random): string {
  const start = `${random.pick(["http", "https", "https", "HTTPS"])}://${random.pick(hosts)}`;
  const query = `?q=${slug(random, 2)}&page=${random.below(40)}&tag=`;
  switch (random.below(4)) {
    case 0:
      return `${start}${path(random, 4)}/`;
    case 1:
      return `${start}${path(random, 3)}${file(random)}${query}${random.pick(words)}`;
    case 2:
      return `${start}${path(random, 3)}${file(random)}#${slug(random, 2)}:L${random.below(900)}`;
    default:
      return `${start}${path(random, 4)}${file(random)}`;
  }
}

/** Everything outside `unreserved` encoded, as an expanded template has it. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function expansion(random: Random): string {
  const owner = slug(random, 2);
  const value = random.below(4) === 0 ? random.pick(foreignWords) : slug(random, 2);
  switch (random.below(3)) {
    case 0:
      return `forge://git.example.org/${owner}/${slug(random, 2)}/issues/${random.below(9000)}/comments/${encode(value)}`;
    case 1:
      return `db://cluster-${random.below(40)}/tables/${owner}/rows/${encode(value)}/columns/${slug(random, 2)}`;
    default:
      return `https://api.internal.example.net/v2/projects/${owner}/reports/${encode(value)}/pages/${random.below(400)}`;
  }
}

function encodedUri(random: Random): string {
  const name = encode(`${random.pick(foreignWords)} ${random.pick(words)}`);
  return random.below(2) === 0
    ? `asset://site-${random.below(90)}${path(random, 3)}/${name}.${random.pick(fileEndings)}`
    : `https://${random.pick(hosts)}${path(random, 3)}/${name}?q=${encode(`${random.pick(words)} ${random.pick(words)}`)}`;
}
