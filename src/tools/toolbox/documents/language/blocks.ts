export interface Block {
  readonly text: string;
  readonly kind: "sentence" | "heading" | "item";
}

const bullet = /^(?:[-–—•*·▪◦‣]|o(?=\s{2})|[a-z]\))\s+/u;
const numbering = /^(?:\d{1,3}(?:\.\d{1,3}){0,4}\.?|\(\d{1,3}\)|\d{1,3}\)|§\s?\d{1,4})\s+(?=[\p{Lu}"“„])/u;
const closed = /[.!?…:;。！？]["'”’“»«)\]]*$/u;

/** A line this long was probably broken by its margin, a shorter one by its writer. */
const margin = 50;
const longestHeading = 110;

const blockOf = (lines: readonly string[]): Block => {
  const text = lines.join(" ");
  const first = lines[0] ?? "";
  if (bullet.test(first)) {
    const entry = text.replace(bullet, "");
    return { text: entry, kind: closed.test(entry) && entry.length > margin ? "sentence" : "item" };
  }
  const body = text.replace(numbering, "");
  const isHeading = body.length <= longestHeading && !closed.test(body) && !body.endsWith(",");
  return { text: body.replace(/^#{1,6}\s+/, ""), kind: isHeading ? "heading" : "sentence" };
};

/** Whether a line goes on in the next one. */
const goesOn = (line: string, next: string): boolean => {
  if (bullet.test(next) || numbering.test(next) || next.startsWith("#")) return false;
  return line.length >= margin || /^\p{Ll}/u.test(next) || line.endsWith(",");
};

/** Paragraphs, headings and entries of lists, with lines that only a margin had broken put together again. */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push(blockOf(open));
    open = [];
  };
  for (const line of text.split(/\r\n|[\n\r\f\v\u2028\u2029]/)) {
    const trimmed = line.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const last = open.at(-1);
    if (trimmed === "") close();
    else if (last !== undefined && !goesOn(last, trimmed)) {
      close();
      open.push(trimmed);
    } else open.push(trimmed);
  }
  close();
  return blocks;
};
