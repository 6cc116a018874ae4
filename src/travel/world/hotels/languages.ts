import { dataTable } from "../data-file.ts";

export interface Language {
  /** The parts a town has, most telling first. */
  readonly parts: readonly string[];
  /** What hotels there call the airport. */
  readonly airport: string;
  readonly streets: readonly string[];
  readonly airportStreet: string;
  /** `#` is the house number, `$` the street. */
  readonly line: string;
  /** Houses of no chain, plain ones first; `@` is the town. */
  readonly inns: readonly string[];
}

/** By code; `us` is North America, `in` South Asia, and `plain` where street names are told in translation. */
const languages = dataTable(
  "hotel-languages.json",
  (data: Readonly<Record<string, Language>>) => new Map(Object.entries(data)),
);

export const languageOf = (code: string): Language => languages().get(code) ?? (languages().get("en") as Language);
