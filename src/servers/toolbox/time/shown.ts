const LONGEST = 60;

/** What somebody wrote, short and harmless enough to be said back. */
export const shown = (text: string): string => {
  const printable = text.slice(0, LONGEST + 1).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return printable.length > LONGEST ? `${printable.slice(0, LONGEST)}…` : printable;
};
