import { readFileSync } from "node:fs";

/** A file of `data/`, beside this module in the sources and in the build. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}`, import.meta.url), "utf8")) as T;

/** What is made of such a file: once per process, when first asked for. */
export const dataTable = <Data, Table>(name: string, make: (data: Data) => Table): (() => Table) => {
  let table: Table | undefined;
  return () => {
    table ??= make(readData<Data>(name));
    return table;
  };
};
