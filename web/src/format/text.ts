/** Characters that reorder or hide text, except the joiner used in emoji. */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Untrusted text on one line, with invisible characters replaced. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(INVISIBLE, "·");

export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

/** Like `plain`, shortened for labels and tooltips. */
export const brief = (text: string, max = 200): string => plain(shorten(text, max));

const escapeInvisible = (sign: string): string => sign.split("").map(escapeUnit).join("");

/** As a JSON string, with invisible characters escaped. */
export const quoted = (text: string): string => JSON.stringify(text).replace(INVISIBLE, escapeInvisible);

const LINE_BREAKS = /[\n\r\t]/;

/** Unchanged lines, with invisible characters escaped. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (sign) => (LINE_BREAKS.test(sign) ? sign : escapeInvisible(sign)));

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
