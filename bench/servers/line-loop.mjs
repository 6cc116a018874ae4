import { createInterface } from "node:readline";
import { recordedAnswer } from "./recorded-answer.mjs";

/** The least a server on stdio can do: read a line, parse it, write a text that was ready beforehand. */
let result;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id === undefined) return;
  result ??= JSON.stringify(recordedAnswer());
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
});
