import { readFileSync } from "node:fs";

/** Reads a JSON file from `data/`, which is beside this module in both src and dist. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}`, import.meta.url), "utf8")) as T;

/** Returns a getter that loads a data file and transforms it on first use, once per process. */
export const dataTable = <Data, Table>(name: string, make: (data: Data) => Table): (() => Table) => {
  let table: Table | undefined;
  return () => {
    table ??= make(readData<Data>(name));
    return table;
  };
};

/** Splits lists of words, such as city codes, which data files keep on one line each. */
export const wordSets = <Name extends string>(
  lists: Readonly<Record<Name, string>>,
): Readonly<Record<Name, ReadonlySet<string>>> =>
  Object.fromEntries(
    Object.entries<string>(lists).map(([name, words]) => [name, new Set(words.split(" "))]),
  ) as unknown as Record<Name, ReadonlySet<string>>;
