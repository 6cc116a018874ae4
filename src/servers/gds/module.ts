import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Lazy, Tool } from "../../mcp/tools/tool.ts";
import type { ModuleServer, ServerModule } from "../module.ts";
import type { Confirm } from "./confirming.ts";
import { announceBooking, gdsServer } from "./gds-server.ts";
import type { GdsServices } from "./gds-tool.ts";

export interface GdsSettings {
  /** Added to every call. */
  readonly responseDelayMs: number;
  /** Whether the person behind the client is asked before anything is booked or cancelled. */
  readonly confirmBookings: Confirm | "false";
  readonly contractTools: boolean;
}

/** Does not wait for the core: hosts start all their servers at once, and list tools before anything else. */
export const gdsModule: ServerModule<GdsSettings> = {
  name: "gds",
  open({ settings, version, core, whenOpen }) {
    const services: Lazy<GdsServices> = () => {
      const opening = core();
      return opening instanceof Promise ? opening.then((opened) => opened.services) : opening.services;
    };
    const server = gdsServer(services, version, {
      prepare: delayedBy(settings.responseDelayMs),
      confirm: settings.confirmBookings,
      contractTools: settings.contractTools,
    });
    whenOpen(({ bookingChanges }) => bookingChanges.listen((change) => announceBooking(server.changes, change)));
    const over: ModuleServer["over"] = (agency, { bookingChanges, ...options }) => {
      const another = gdsServer(() => agency, version, options);
      bookingChanges.listen((change) => announceBooking(another.changes, change));
      return another;
    };
    return { servers: [{ name: "gds", source: "sandbox", forTenant: () => server, over }] };
  },
};

/** Makes every call slower, to rehearse with slow suppliers. A cancelled call stops waiting. */
const delayedBy =
  (ms: number) =>
  (tool: Tool): Tool =>
    ms === 0
      ? tool
      : {
          ...tool,
          run: async (input: never, call: Call) => {
            await sleep(ms, undefined, { signal: call.signal });
            return tool.run(input, call);
          },
        };
