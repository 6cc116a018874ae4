/** A worker that says its name until it is ended, and tells its primary which others it has heard. */
import { createWorkerBus, workerChannel } from "../../../../src/platform/stores/worker-bus.ts";

const bus = createWorkerBus(workerChannel(process));
bus.listen("name", (name) => {
  if (name !== process.pid) process.send?.({ heard: name });
});
setInterval(() => bus.publish("name", process.pid), 50);
process.once("disconnect", () => process.exit());
