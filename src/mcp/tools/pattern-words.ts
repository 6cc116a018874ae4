const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const countWord = (count: number): string => COUNTS[count] ?? String(count);

const CLASSES: Record<string, string> = {
  "[A-Z]": "capital letter",
  "[a-z]": "small letter",
  "[A-Za-z]": "letter",
  "[a-zA-Z]": "letter",
  "[A-Z0-9]": "capital letter or digit",
  "[0-9]": "digit",
  "\\d": "digit",
};

const PIECE = /(?<class>\[[^\]]+\]|\\d)(?:\{(?<least>\d+)(?<range>,(?<most>\d*))?\})?|(?<literal>[A-Za-z0-9_:/ -]+)/y;

const plural = (noun: string, count: string) => (count === "1" ? noun : noun.replace(/(letter|digit)/g, "$1s"));

const words = (piece: RegExpExecArray): string | undefined => {
  const { class: characters, least = "1", range, most, literal } = piece.groups ?? {};
  if (literal !== undefined) return `"${literal}"`;
  const noun = CLASSES[characters ?? ""];
  if (noun === undefined) return undefined;
  if (range === undefined) return `${countWord(Number(least))} ${plural(noun, least)}`;
  return most === "" ? `${least} or more ${plural(noun, "2")}` : `${least} to ${most} ${plural(noun, "2")}`;
};

/** `^[A-Z]{3}$` as "three capital letters"; undefined for a pattern that would not get simpler by words. */
export const patternWords = (pattern: string): string | undefined => {
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) return undefined;
  const body = pattern.slice(1, -1);
  const parts: string[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < body.length) {
    const piece = PIECE.exec(body);
    const said = piece === null ? undefined : words(piece);
    if (said === undefined) return undefined;
    parts.push(said);
  }
  return parts.length === 0 ? undefined : parts.join(" and then ");
};
