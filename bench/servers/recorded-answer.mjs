import { readFileSync } from "node:fs";

let recorded;

/** What Taxiway answered to the search; its file is the first argument. Read with the first call, not at start. */
export const recordedAnswer = () => {
  recorded ??= JSON.parse(readFileSync(process.argv[2], "utf8"));
  return recorded;
};
