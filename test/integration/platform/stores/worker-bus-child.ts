/** A worker that publishes its name until it is killed, and tells its primary which others it received. */
import { createWorkerBus, workerChannel } from "../../../../src/platform/stores/worker-bus.ts";

const bus = createWorkerBus(workerChannel(process));
bus.listen("name", (name) => {
  if (name !== process.pid) process.send?.({ heard: name });
});
setInterval(() => bus.publish("name", process.pid), 50);
process.once("disconnect", () => process.exit());
