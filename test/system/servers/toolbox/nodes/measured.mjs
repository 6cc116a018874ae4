// Loaded into the product under test: reports what it still holds after garbage collection.
import { getEventListeners } from "node:events";
import { queryObjects, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const signals = new Set();
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (...about) {
  if (this instanceof AbortSignal) signals.add(new WeakRef(this));
  return add.apply(this, about);
};

const abortListeners = () => {
  const alive = new Set();
  for (const reference of signals) {
    const signal = reference.deref();
    if (signal === undefined) signals.delete(reference);
    else alive.add(signal);
  }
  let count = 0;
  for (const signal of alive) count += getEventListeners(signal, "abort").length;
  return count;
};

const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;
const { constructor: Timer } = setTimeout(() => undefined, 0);

process.on("SIGUSR2", () => {
  // What was used in this turn of the event loop is kept until it is over.
  setImmediate(() => {
    collect();
    collect();
    const held = {
      heapUsed: process.memoryUsage().heapUsed,
      abortListeners: abortListeners(),
      abortSignals: queryObjects(AbortSignal, { format: "count" }),
      sockets: sockets(),
      timers: queryObjects(Timer, { format: "count" }),
    };
    process.stderr.write(`${JSON.stringify({ held })}\n`);
  });
});
