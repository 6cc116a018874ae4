import { readFileSync } from "node:fs";

let recorded;

/** Returns Taxiway's answer to the search from the file in the first argument. Reads it at the first call, not at start. */
export const recordedAnswer = () => {
  recorded ??= JSON.parse(readFileSync(process.argv[2], "utf8"));
  return recorded;
};
