/** Signs that reorder or hide what stands beside them; all but the one that joins emoji. */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A name that somebody else chose, on one line, with nothing in it that cannot be seen. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(INVISIBLE, "·");

export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

/** The name or sentence of a stranger: nothing hidden in it, and no longer than one reads. All of it is in the JSON. */
export const brief = (text: string, max = 200): string => plain(shorten(text, max));

const escapeInvisible = (sign: string): string => sign.split("").map(escapeUnit).join("");

/** As JSON writes it, with what cannot be seen written out. */
export const quoted = (text: string): string => JSON.stringify(text).replace(INVISIBLE, escapeInvisible);

const LINE_BREAKS = /[\n\r\t]/;

/** As it is, line by line, with what cannot be seen written out. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (sign) => (LINE_BREAKS.test(sign) ? sign : escapeInvisible(sign)));

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
