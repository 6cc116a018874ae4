import { createInterface } from "node:readline";
import { recordedAnswer } from "./recorded-answer.mjs";

/** The minimum for a server on stdio: reads and parses a line, and writes a prepared text. */
let result;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id === undefined) return;
  result ??= JSON.stringify(recordedAnswer());
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
});
