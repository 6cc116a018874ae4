/** Signs that reorder or hide what stands beside them; all but the one that joins emoji. */
const TRICKS = /(?!\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A name that somebody else chose, on one line, with nothing in it that cannot be seen. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(TRICKS, "·");

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** The name or sentence of a stranger: nothing hidden in it, and no longer than one reads. All of it is in the JSON. */
export const said = (text: string, most = 200): string => plain(shortened(text, most));

const writtenOut = (sign: string): string => sign.split("").map(escaped).join("");

/** As JSON writes it, with what cannot be seen written out. */
export const quoted = (text: string): string => JSON.stringify(text).replace(TRICKS, writtenOut);

const LINES = /[\n\r\t]/;

/** As it is, line by line, with what cannot be seen written out. */
export const visible = (text: string): string =>
  text.replace(TRICKS, (sign) => (LINES.test(sign) ? sign : writtenOut(sign)));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
