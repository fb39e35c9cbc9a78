/** The stations that the demo can take away: what is put in their place, and what that comes to. */
export const BREAKS = {
  policy: {
    place: "a policy that permits everything",
    consequence:
      "what is not the caller's is listed to them, and what is missing is not named; what may not be read when it is asked for stays shut, because the database knows the rights too",
  },
  recheck: {
    place: "a policy that repeats its first answers when it is asked again",
    consequence: "a right that is withdrawn while a read runs is still served",
  },
  warning: {
    place: "a server that drops the warning, which is contents[0]",
    consequence: "whoever reads only the contents takes a part for the whole",
  },
} as const;

/** One of {@link BREAKS}. */
export type Break = keyof typeof BREAKS;
