/** Characters that show nothing, or make text read other than it is: bidirectional controls, tags, half characters. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;

/** Text as one line that means what it shows. */
export const cleanLine = (text: string): string => text.replace(INVISIBLE, "").replace(BREAKS, " ").trim();

/** The first whole words of a text. */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$|[\ud800-\udbff]$/u, "")}…`;
};
