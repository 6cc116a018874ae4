import type { Language } from "./analysis.ts";
import { wordTable } from "./word-table.ts";

/** Written without their last full stop, in lower case. Nothing ends after these. */
const never: Readonly<Record<"en" | "de", ReadonlySet<string>>> = {
  en: wordTable(`
    mr mrs ms dr prof rev hon st gen col capt lt sgt sen rep gov messrs vs approx dept est fig figs al cf e.g i.e viz ca
    tel fax ext jan feb apr aug sept oct nov ave blvd rd mt ft
  `),
  de: wordTable(`
    dr prof dipl ing med jur phil hr fr frl st z.b z d.h d u.ä bzw ca evtl ggf inkl exkl zzgl abzgl str tel fax vgl sog
    bsp geb gest verh jhd hrsg jan feb mrz apr aug sept okt nov dez allg bes dt engl franz ital lat mind mtl o.g i.d.r
    i.v i.a a.d z.t u.u v.a v n stellv ehem betr gem lfd
  `),
};

/** These are words of their own, too: abbreviations only where a number follows. */
const beforeNumber: ReadonlySet<string> = wordTable("no nos nr p pp vol ch sec art abs s bd kap abb tab max min ziff");

/** These may be the last word of a sentence, too: what follows decides. */
const sometimes: ReadonlySet<string> = wordTable(`
  etc usw uvm usf ff a.m p.m ltd inc co corp llc plc jr sr u.s u.k u.s.a d.c e.u bros o.ä u.a chr mio mrd tsd
`);

export type AbbreviationKind = "never" | "before number" | "sometimes" | undefined;

export const abbreviationKind = (word: string, language: Language): AbbreviationKind => {
  const lower = word.toLowerCase();
  if (sometimes.has(lower)) return "sometimes";
  if (beforeNumber.has(lower)) return "before number";
  const tables = language === "other" ? [never.en, never.de] : [never[language]];
  return tables.some((known) => known.has(lower)) ? "never" : undefined;
};
