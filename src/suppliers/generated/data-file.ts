import { readFileSync } from "node:fs";

/** A file of `data/`, beside this module in the sources and in the build. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}`, import.meta.url), "utf8")) as T;
