import type { Block } from "./page.ts";

export interface BaseUrl {
  readonly url: string;
  readonly quote: string;
}

const LABEL =
  /\b(?:base[ -_]?(?:url|uri|path|address)|basis[ -]?(?:url|adresse)|basis-url|root[ -]?(?:url|endpoint)|api[ -]?(?:url|root|endpoint|host|server|adresse)|service[ -]?(?:url|endpoint|adresse)|server(?:[ -]?url)?|host(?:name)?|endpoint url|production|produktion|produktiv\w*|live|(?:runs|listens|is served|available|reachable|hosted|deployed) (?:at|on|under)|erreichbar unter|läuft (?:auf|unter)|all (?:api )?(?:requests|urls|endpoints|calls|paths)|alle (?:anfragen|aufrufe|endpunkte|adressen))\b/i;
const TEST = /\b(?:sandbox|test(?:ing|system|umgebung)?|staging|demo|development|localhost|mock)\b/i;
const ADDRESS = /https?:\/\/[^\s`"'<>|()\\„“”]{1,500}/g;
const SHORT = 400;

/** Finds the address that a page names for all its endpoints; one for production before one for tests. */
export const baseUrlIn = (blocks: readonly Block[]): BaseUrl | undefined => {
  const found: (BaseUrl & { readonly rank: number })[] = [];
  let heading = "";
  let label = "";
  for (const block of blocks) {
    if (block.kind === "heading") heading = block.text;
    for (const line of linesOf(block)) {
      const addresses = line.length <= SHORT ? [...line.matchAll(ADDRESS)].map(([address]) => address) : [];
      const isNamed = LABEL.test(line.replace(ADDRESS, " "));
      const isBelow =
        LABEL.test(`${heading} ${label}`) &&
        addresses.length === 1 &&
        !/^\s*(?:curl|GET|POST|PUT|PATCH|DELETE)\b/.test(line);
      if (!isNamed && !isBelow) continue;
      for (const address of addresses) {
        const url = cleanAddress(address);
        const rank = (TEST.test(line) ? 2 : 0) + (isNamed ? 0 : 1);
        if (url !== undefined) found.push({ url, quote: line.trim(), rank });
      }
    }
    label = block.kind === "text" ? block.text.slice(-SHORT) : "";
  }
  const [best] = found.sort((a, b) => a.rank - b.rank);
  return best && { url: best.url, quote: best.quote };
};

const linesOf = (block: Block): readonly string[] => {
  if (block.kind === "table") return block.rows.map((row) => row.join(" | "));
  return block.kind === "code" ? block.text.split("\n").slice(0, 50) : [block.text];
};

/** Without query, trailing punctuation and placeholders. */
const cleanAddress = (address: string): string | undefined => {
  const text = address
    .replace(/[.,;:*]+$/, "")
    .replace(/[?#].*$/, "")
    .replace(/\/?(?:\{|<|\[|:[a-z]|\.\.\.|…).*$/i, "")
    .replace(/\/$/, "");
  if (!URL.canParse(text)) return undefined;
  const { hostname } = new URL(text);
  return hostname.includes(".") || hostname === "localhost" ? text : undefined;
};
