import type { Log } from "../../src/model/log.ts";
import type { Store } from "../../src/platform/stores/store.ts";
import type { Kit } from "../../src/servers/module.ts";
import type { RehearsalSettings } from "../../src/servers/rehearsal/module.ts";
import type { Rehearsal } from "../../src/servers/rehearsal/open-rehearsal.ts";
import { built } from "../built.ts";

const quiet = () => undefined;
const LOG: Log = { debug: quiet, info: quiet, warn: console.warn, error: console.error };

const SETTINGS: RehearsalSettings = { runsKeptMs: 86_400_000, runsAtOnce: 100_000 };

/** Opens the GDS and rehearsals in this process, without a network between. */
export const openInProcess = async (
  env: Readonly<Record<string, string>>,
  /** Sees every operation of the store. */
  around: (store: Store) => Store = (store) => store,
): Promise<Rehearsal & { end(): Promise<void> }> => {
  const [{ readConfig }, { modulesOf }, { openLocalTaxiway }, { openRehearsal }] = await Promise.all([
    built<typeof import("../../src/cli/config.ts")>("cli/config.js"),
    built<typeof import("../../src/compose/modules.ts")>("compose/modules.js"),
    built<typeof import("../../src/compose/stdio.ts")>("compose/stdio.js"),
    built<typeof import("../../src/servers/rehearsal/open-rehearsal.ts")>("servers/rehearsal/open-rehearsal.js"),
  ]);
  const intent = readConfig(env, []);
  if (intent.to !== "serve") throw new Error("The benchmark has wrong settings.");
  const { config } = intent;
  let rehearsal: Rehearsal | undefined;
  const own = {
    name: "rehearsal",
    settings: SETTINGS,
    load: async () => ({
      name: "rehearsal",
      async open(kit: Kit<never>) {
        const core = await kit.core();
        rehearsal = await openRehearsal({ ...kit, core: async () => ({ ...core, store: around(core.store) }) });
        return { close: rehearsal.close };
      },
    }),
  };
  const modules = [...modulesOf(config).filter(({ name }) => name === "gds"), own];
  const taxiway = await openLocalTaxiway(config, { version: "0.0.0-bench", log: LOG, modules });
  await taxiway.open();
  if (rehearsal === undefined) throw new Error("Rehearsals were not opened.");
  return { ...rehearsal, end: taxiway.close };
};
