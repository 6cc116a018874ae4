const WIDEST = 120;

/** JSON as Biome formats it: lists that fit on one line are on one. */
export const formattedJson = (value: unknown): string => {
  const json = JSON.stringify(value, null, 2).replace(
    /^(.*)\[\n\s+([^[\]{}]*?)\n\s+\](,?)/gm,
    (long, before: string, entries: string, after: string) => {
      const line = `${before}[${entries.replace(/,\n\s+/g, ", ")}]${after}`;
      return line.length > WIDEST ? long : line;
    },
  );
  return `${json}\n`;
};
