import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { DEFAULT_TENANT } from "./model/keys.ts";
import type { Log } from "./model/log.ts";
import { createDispatcher, type Dispatcher } from "./protocol/dispatcher.ts";
import type { ServerDefinition } from "./registry/server-definition.ts";
import type { Call, Tool } from "./registry/tool.ts";
import { loadValidators } from "./registry/validators.ts";
import { gdsServer } from "./tools/gds/gds-server.ts";

/** The parts, put together. The only file that names implementations. */
export interface Taxiway {
  readonly gds: ServerDefinition;
  readonly dispatcher: Dispatcher;
  /** Loads the world and opens the store, unless a call was faster. Rejects when that cannot be done. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export const compose = (config: Config, version: string, log: Log): Taxiway => {
  let opening: ReturnType<typeof openAgency> | undefined;
  const agency = () => {
    opening ??= openAgency(config, log);
    return opening;
  };
  const gds = gdsServer(async () => (await agency()).services, version, delayedBy(config.responseDelayMs));
  const dispatcher = createDispatcher(gds, { log, toolErrors: config.toolErrors, text: config.text });
  return {
    gds,
    dispatcher,
    async open() {
      await Promise.all([agency(), loadValidators()]);
    },
    async close() {
      await (await opening)?.close();
    },
  };
};

/** What stands behind the tools. Imported here and not above: to list the tools, nobody has to wait for the world. */
const openAgency = async (config: Config, log: Log) => {
  const [{ openStore }, { createSessions }, { loadPlaces }, { createGeneratedWorld }, { createTravel }] =
    await Promise.all([
      import("./stores/open-store.ts"),
      import("./sessions/sessions.ts"),
      import("./suppliers/generated/places.ts"),
      import("./suppliers/generated/world.ts"),
      import("./travel/travel.ts"),
    ]);
  const { clock, seed } = config;
  const store = await openStore({ ...config.store, now: clock.now });
  const sessions = createSessions({ store, clock, log, timeoutMs: config.sessionTimeoutMs });
  const places = loadPlaces();
  const supplier = createGeneratedWorld({ seed, clock, places });
  const travel = createTravel({ ...config, supplier, places, store, sessions });
  return {
    services: { travel, places, sessions, airlines: supplier.airlines },
    async close() {
      await sessions.close();
      await store.close();
    },
  };
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
