import { randomUUID } from "node:crypto";
import type { Config } from "../cli/config.ts";
import type { InvocationLog } from "../console/invocations/invocation-log.ts";
import type { Dispatcher } from "../mcp/protocol/dispatcher.ts";
import { loadValidators } from "../mcp/tools/validators.ts";
import type { Caller } from "../model/caller.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Core } from "../servers/module.ts";
import { createLazyCore } from "./core.ts";
import { type ListedModule, modulesOf } from "./modules.ts";
import { openServers, type Servers } from "./servers.ts";

/** Taxiway for callers in this process: a client on stdin, a command, a test. */
export interface LocalTaxiway {
  readonly servers: Servers;
  /** Opens the store and the world, unless a call was faster. Rejects if they cannot be opened. */
  open(): Promise<Core>;
  /** The log of calls; opens the core. */
  invocations(): Promise<InvocationLog>;
  close(): Promise<void>;
}

export interface LocalOptions {
  readonly version: string;
  readonly log: Log;
  readonly modules: readonly ListedModule[];
}

export const openLocalTaxiway = async (
  config: Config,
  { version, log, modules }: LocalOptions,
): Promise<LocalTaxiway> => {
  const core = createLazyCore(config, { log });
  let invocations: InvocationLog | undefined;
  const openInvocations = async (): Promise<InvocationLog> => {
    const { createInvocationLog } = await import("../console/invocations/invocation-log.ts");
    const { store } = await core.get();
    invocations ??= createInvocationLog({
      store,
      clock: config.clock,
      log,
      version,
      keepMs: config.invocationsKeptMs,
    });
    return invocations;
  };
  try {
    const servers = await openServers(config, modules, {
      version,
      log,
      core,
      invocations: openInvocations,
      record(record, about) {
        if (about?.isConnector) invocations?.append(record);
      },
    });
    return {
      servers,
      async open() {
        const [open] = await Promise.all([core.open(), loadValidators()]);
        return open;
      },
      invocations: openInvocations,
      async close() {
        await invocations?.flush();
        await servers.close();
        await core.close();
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
};

const BUILT_IN: ReadonlySet<string> = new Set(["gds", "flights", "toolbox", "rehearsal"]);

/** The modules that may have the server of a name. A client on stdin should not wait for the others. */
export const modulesFor = (config: Config, server: string): readonly ListedModule[] =>
  modulesOf(config).filter(({ name }) => (BUILT_IN.has(server) ? name === server : !BUILT_IN.has(name)));

/** The server that a client on stdin talks to. */
export interface StdioTaxiway extends LocalTaxiway {
  readonly dispatcher: Dispatcher;
}

export const openStdioTaxiway = async (
  config: Config,
  { version, log }: Omit<LocalOptions, "modules">,
): Promise<StdioTaxiway> => {
  const taxiway = await openLocalTaxiway(config, { version, log, modules: modulesFor(config, config.server) });
  try {
    return { ...taxiway, dispatcher: await taxiway.servers.named(config.server) };
  } catch (error) {
    await taxiway.close();
    throw error;
  }
};

/** The caller on stdio: one client, in one session as long as the process lives. */
export const stdioCaller = (): Caller => ({
  tenant: DEFAULT_TENANT,
  sessionId: randomUUID(),
  transport: "stdio",
  grant: { tenant: DEFAULT_TENANT, keyId: "stdio", admin: true, operator: true },
});
