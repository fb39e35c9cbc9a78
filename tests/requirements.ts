/**
 * What the packages promise, one line a rule. A test proves a rule by carrying its id in its title: `[READ-7]`, or
 * `[case N6]` for a fault that was seen in the field. `tools/checks/requirements.ts` matches the two.
 */
export const rules = {
  "URI-1": "A URI has RFC 3986's grammar with a scheme; faults are told in a fixed order.",
  "URI-2": "Only RFC 3986's characters are valid, and nothing is trimmed, stripped or normalized.",
  "URI-3": "A template variable left in a URI has an error code of its own.",
  "URI-4":
    "Percent-escapes are well formed and their octets valid UTF-8; lone surrogates are refused.",
  "URI-5":
    "Credentials in the authority, and hosts that decode to delimiters or controls, are refused.",
  "URI-6": "IP literals, ports and the hosts that web schemes need follow RFC 3986.",
  "URI-7": "A dot segment is refused, raw or escaped; dots inside a segment are fine.",
  "URI-8": "The warning's scheme is reserved in any case.",
  "URI-9": "Length is judged first; validating, parsing, matching and expanding are linear.",
  "TPL-1": "A template is a URI in which whole path segments may be variables, at least one.",
  "TPL-2":
    "Whatever else RFC 6570 knows is refused, with a code each and a message saying what is supported.",
  "TPL-3": "The scheme is compared without case, everything else byte for byte.",
  "TPL-4":
    "A capture is decoded exactly once and checked after that; a bad one never falls through.",
  "TPL-5": "What expand accepts, match gives back; expansion of a match is the canonical form.",
  "TPL-6": "Captures are frozen and have no prototype.",
  "SEL-1":
    "An exact entry wins, two templates are ambiguous, and no escaped alias walks round an entry.",
  "SEL-2": "Duplicates fail construction naming both; partial overlaps are found with a witness.",
  "SEL-3": "Selecting costs what the URI can reach, however many entries are registered.",
  "RPT-1": "The report's JSON has a fixed order of keys.",
  "RPT-2": "Issue codes and messages are fixed; only a failed read is retryable.",
  "RPT-3": "A disclosed URI that is too long is left out whole.",
  "RPT-4": "The warning item has a random URI of one length and the identical report as its text.",
  "RPT-5":
    "The report keeps the longest prefix of issues that fits every bound and counts the rest.",
  "RPT-6": "Sizes are those of the serialized JSON, without building it.",
  "RPT-7": "Reading a report never throws and tells absent, unrecognized and ok apart.",
  "DEF-1":
    "A definition is validated at construction: one URI or template, a name, bounded plain metadata.",
  "DEF-2": "A missing callback fails construction naming the definition and the callback.",
  "TGT-1": "A target owns its URI, its representation and private data that never show anywhere.",
  "TGT-2": "A plan's URIs are canonical and distinct, and only constructed values are accepted.",
  "TGT-3": "Policy and storage get the very same target objects.",
  "PAY-1":
    "A payload has a MIME type, well-formed content that may be empty, and cannot name its URI.",
  "READ-1":
    "The scope opens at entry; cancellation, then the deadline, are checked first and last.",
  "READ-2": "Every candidate is asked for discovery, and all denials of the request look alike.",
  "READ-3":
    "A resolver plans without bodies; its faults are told apart, its limits only to those permitted.",
  "READ-4": "The requested target and every item are decided before any body is read.",
  "READ-5": "Item decisions may run at once with one outcome; a batch is one call a round.",
  "READ-6":
    "Bodies are read in plan order, each under its own deadline; one failing spares its siblings.",
  "READ-7": "After the bodies everything is decided again, discovery last.",
  "READ-8": "An item has one issue, in plan order, and what is cut is counted.",
  "READ-9":
    "Nothing left and a visible failure fails the read; complete, partial and empty are told apart.",
  "READ-10": "Cancellation and deadline end a read promptly, whatever the callbacks do.",
  "READ-11": "Progress is told per item, never awaited, never after the end.",
  "READ-12": "An issue names a URI only if the last visibility answer discloses it.",
  "READ-13": "Causes are for the host alone; every operation has an id.",
  "READ-14": "Failure codes are a closed set with fixed messages and retryability.",
  "READ-15": "Worlds that differ only in what is hidden are the same to the caller, byte for byte.",
  "READ-16":
    "The cache hint is the strictest of all, and public only for an unfiltered single resource.",
  "LIM-1": "A bad limit fails construction naming it; limits that contradict each other name both.",
  "LIM-2": "The default limits are fixed numbers, with their minima.",
  "LIM-3": "Space for the report is reserved, and admitted items are never touched for it.",
  "LIM-4": "An item over its own limit is skipped; one over what remains ends admission.",
  "LIM-5": "Encoded size is that of the wire JSON, measured once more at the end.",
  "LIM-6": "Concurrent reads are bounded and waiting ones are served fairly by key.",
  "FN-1": "A function-backed reader gets the canonical URI, and any kind of body may be returned.",
  "FN-2": "Text or blob is decided by MIME type, decoding is strict, and nothing is replaced.",
  "FN-3": "A file source reads one regular file within its limit, and no path shows anywhere.",
  "FN-4": "A reader that returns nothing has invalid content, its URI named to the host alone.",
  "FN-5": "Contributors are merged once, at construction; conflicts name both.",
  "FN-6": "Core knows no extension.",
  "LST-1": "Lists are sorted and detached, and every page asks for discovery again.",
  "LST-2": "A page keeps its bounds, and has a cursor only if something discoverable follows.",
  "LST-3":
    "A cursor is opaque, encrypted and bound to method, registry and scope; any other is refused alike.",
  "LST-4": "Cursor keys and the registry revision make cursors valid across replicas and rotation.",
  "CMP-1": "Completion asks for discovery first, answers unknown and denied alike, and is bounded.",
  "OBS-1":
    "The observer sees frozen events with ids and sizes, no private data, and changes nothing.",
  "SDK-1":
    "Low-level handlers get the raw URI and leave tools, prompts and other completions alone.",
  "SDK-2": "Failures become fixed JSON-RPC errors, exactly one answer each.",
  "SDK-3": "Cancellation and disconnect reach the scope; progress reaches the client.",
  "SDK-4": "Cache fields go to the protocol revision that has them, lists always private.",
  "SDK-5": "The size bound covers what is really sent, closely, on both SDKs.",
  "SDK-6": "The caller's context comes first; a missing one is a denial.",
  "SDK-7": "The official conformance suite and both official clients accept every result.",
  "APP-1": "A UI resource enforces its scheme and MIME type, and dangling links fail at start-up.",
  "KIT-1": "Fakes script policies, bindings and time, and record their calls.",
  "KIT-2": "Contract checks run on any runner and each catches its mutant.",
  "KIT-3": "Arbitraries make valid and invalid values of every kind.",
  "KIT-4": "The explorer changes policy at every await and checks the laws of a read.",
} as const;

/** Faults that other servers, gateways and URI libraries showed in the field. */
export const cases = {
  U1: "Templates that match in exponential or cubic time.",
  U2: "A length limit measured after trimming.",
  U5: "Literal characters of a template taken for pattern operators.",
  U7: "An escaped traversal in a capture, decoded after the check.",
  U8: "A capture handed over still encoded.",
  U10: "A malformed escape in a capture that throws out of the handler.",
  U11: "A raw non-ASCII URI that neither form of a request matches.",
  U12: "A list of variables in one expression that silently never matches.",
  U14: "A template that is advertised and never matches.",
  U16: "A repeated variable whose last value wins.",
  U18: "Two templates for one URI, the first registered wins.",
  U20: "A client that sends the variable itself.",
  N1: "A scheme in another case is not found.",
  N4: "A relative reference accepted as a resource.",
  N5: "Tabs, newlines, blanks or NUL stripped, so that another resource is served.",
  N6: "Credentials before the host read as the host.",
  N7: "An escaped dot segment normalized into another path.",
  N9: "A backslash in the authority: two parsers, two hosts.",
  N11: "Invalid UTF-8 escapes decoded into a dot.",
  N13: "A second decode further in.",
  N14: "Policy and reader judging different forms of one path.",
  R1: "URL-safe or unpadded base64 in a blob.",
  R3: "A blob passed on as text.",
  R5: "A blob without a MIME type.",
  R6: "Null where an optional field should be absent.",
  R8: "An empty text that lost its URI.",
  R10: "A failure returned as contents.",
  R11: "Exception texts, paths or passwords in error messages.",
  R12: "A read that never settles hangs the request.",
  R13: "A disconnect that does not abort the handler.",
  L1: "A cursor after the last page, or one that does not advance.",
  L2: "A bogus cursor that serves page one again.",
  L3: "Offsets into an unordered list that lose entries.",
  L4: "An empty cursor taken for none.",
  Z1: "The first caller's list replayed to everyone.",
  Z3: "A path resolved by id without checking the tenant again.",
  Z7: "A registration looked up a second time and missed.",
  Z8: "A disabled template still listed, read or completed.",
  Z9: "A read in flight returned after revocation.",
  Z10: "A missing context that falls back to a default.",
  Z14: "Two sources for one URI, the first wins.",
  C1: "A client that shows an error for two contents.",
  C3: "Clients that never page and never show templates.",
  C5: "A content URI that differs from the requested one.",
  C6: "A non-ASCII URI that breaks HTTP headers.",
  X1: "An escaped or upper-case alias that reads a hidden resource.",
  X2: "An alias of an undiscoverable exact entry that reaches a template.",
  X3: "A hidden template betrayed by another error code.",
  X4: "A plan's size that tells an outsider of its existence.",
  X5: "A filtered bundle marked public and served to others.",
  X6: "A payload that forges the warning's mark.",
  X7: "Ill-formed scope keys that merge principals.",
  X8: "A cursor that betrays a hidden entry behind the last visible one.",
  X9: "A huge request id or progress token multiplied into every answer.",
  X10: "A decision cached per request, so that the second round asks nobody.",
  X11: "An asynchronous observer whose rejection ends the process.",
  X12: "Deeply nested private data that overflows the stack.",
  X13: "An alias of a hidden template's literal that reaches an open template.",
  X14: "One caller fills the queue and the others are refused.",
} as const;

/** Rules and cases without a test yet. Only shrinks: `node tools/checks/requirements.ts --update` takes out the proven. */
export const notYetBuilt: readonly string[] = [
];

/** Rules that have tests but are not whole yet, and what is missing. Only shrinks once nothing is listed above. */
export const partlyBuilt: Readonly<Record<string, string>> = {};
