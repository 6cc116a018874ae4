/** Words between spaces, for looking up. */
export const wordTable = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words between spaces as the alternatives of an expression; an underscore stands for a space. */
export const anyOf = (words: string): string => `(?:${words.trim().split(/\s+/).join("|").replaceAll("_", " ")})`;
