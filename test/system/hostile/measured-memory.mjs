// Loaded into the product under test, so that its memory can be measured after garbage collection.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  collect();
  process.stderr.write(`${JSON.stringify({ heapUsed: process.memoryUsage().heapUsed })}\n`);
});
