import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { DEFAULT_TENANT } from "./model/keys.ts";
import type { Log } from "./model/log.ts";
import { createDispatcher, type Dispatcher } from "./protocol/dispatcher.ts";
import type { ServerDefinition } from "./registry/server-definition.ts";
import type { Call, Tool } from "./registry/tool.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { openStore } from "./stores/open-store.ts";
import type { Store } from "./stores/store.ts";
import { loadPlaces } from "./suppliers/generated/places.ts";
import { createGeneratedWorld } from "./suppliers/generated/world.ts";
import { gdsServer } from "./tools/gds/gds-server.ts";
import { createTravel } from "./travel/travel.ts";

/** The parts, put together. The only file that names implementations. */
export interface Taxiway {
  readonly gds: ServerDefinition;
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

export const compose = async (config: Config, version: string, log: Log): Promise<Taxiway> => {
  const store = await openStore({ ...config.store, now: config.clock.now });
  const { clock } = config;
  const sessions = createSessions({ store, clock, log, timeoutMs: config.sessionTimeoutMs });
  const gds = gdsServer(gdsServices(config, store, sessions), version, delayedBy(config.responseDelayMs));
  const dispatcher = createDispatcher(gds, { log, toolErrors: config.toolErrors, text: config.text });
  return {
    gds,
    dispatcher,
    async close() {
      await sessions.close();
      await store.close();
    },
  };
};

const gdsServices = (config: Config, store: Store, sessions: Sessions) => {
  const places = loadPlaces();
  const supplier = createGeneratedWorld({ seed: config.seed, clock: config.clock, places });
  const travel = createTravel({ ...config, supplier, places, store, sessions });
  return { travel, places, sessions, airlines: supplier.airlines };
};

/** A slow supplier, to rehearse with. A cancelled call stops waiting. */
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

/** On stdio there is one caller, and one session as long as the process lives. */
export const stdioCaller = () => ({ tenant: DEFAULT_TENANT, sessionId: randomUUID(), transport: "stdio" }) as const;
