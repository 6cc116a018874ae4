import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createLocalBus } from "./local-bus.ts";
import type { StoreConfig } from "./open-store.ts";
import { openValkeyBus } from "./valkey-bus.ts";
import { createWorkerBus, type NewsChannel } from "./worker-bus.ts";

/** News goes where the store goes. `channel` is there when this process is one of several workers. */
export const openBus = async (
  config: StoreConfig,
  { log, channel }: { readonly log: Log; readonly channel?: NewsChannel | undefined },
): Promise<Bus> => {
  if (config.kind === "valkey") return openValkeyBus({ address: config.address, log });
  return channel ? createWorkerBus(channel, { log }) : createLocalBus({ log });
};
