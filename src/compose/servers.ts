import type { Config } from "../cli/config.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../mcp/protocol/dispatcher.ts";
import type { CalledTool, CallRecord } from "../mcp/tools/call-record.ts";
import type { ServerDefinition } from "../mcp/tools/server-definition.ts";
import type { Lazy } from "../mcp/tools/tool.ts";
import { Failure, notFound } from "../model/failure.ts";
import type { InvocationReader } from "../model/invocation.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Kit, ModuleServer, OpenModule, ServerModule } from "../servers/module.ts";
import type { LazyCore } from "./core.ts";
import type { ListedModule } from "./modules.ts";

/** The open modules and the MCP servers they have. */
export interface Servers {
  readonly modules: readonly OpenModule[];
  /** Servers that every tenant has, by name. */
  readonly fixed: ReadonlyMap<string, ModuleServer>;
  readonly tenantServers: OpenModule["tenantServers"];
  /** Returns a promise only if the server is not known here yet. */
  find(tenant: string, name: string): Dispatcher | undefined | Promise<Dispatcher | undefined>;
  /** Finds a server of the default tenant; rejects if there is none. */
  named(name: string): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface ServersOptions {
  readonly version: string;
  readonly log: Log;
  readonly core: LazyCore;
  readonly invocations: Lazy<InvocationReader>;
  record?(record: CallRecord, about?: { readonly isConnector: boolean }): void;
  countMismatch?(tool: CalledTool, tenant: string): void;
  address?(): string | undefined;
}

/** Opens modules. What one of them opened is closed again when a later one cannot be opened. */
export const openServers = async (
  config: Config,
  modules: readonly ListedModule[],
  options: ServersOptions,
): Promise<Servers> => {
  const { version, log, core, invocations, record = () => undefined, countMismatch = () => undefined } = options;
  const { address = () => undefined } = options;
  const { clock, seed } = config;
  const opened: OpenModule[] = [];
  const close = async (): Promise<void> => {
    for (const module of opened.toReversed()) await module.close?.();
  };

  const dispatchers = new WeakMap<ServerDefinition, Dispatcher>();

  const shared: DispatcherOptions = {
    log,
    toolErrors: config.toolErrors,
    text: config.text,
    sealKey: async () => (await core.get()).secret(),
  };
  const dispatcherOf = (server: ServerDefinition, isConnector: boolean): Dispatcher => {
    let dispatcher = dispatchers.get(server);
    if (dispatcher === undefined) {
      dispatcher = createDispatcher(server, { ...shared, observe: (call) => record(call, { isConnector }) });
      dispatchers.set(server, dispatcher);
    }
    return dispatcher;
  };

  const kitFor = (settings: unknown): Kit<never> => ({
    settings: settings as never,
    version,
    clock,
    seed,
    log,
    core: core.get,
    whenOpen: core.whenOpen,
    invocations,
    record: (call) => record(call),
    dispatcherOf: (server, observe) =>
      observe === undefined ? dispatcherOf(server, false) : createDispatcher(server, { ...shared, observe }),
    serverNamed: (name) => opened.flatMap(({ servers = [] }) => servers).find((server) => server.name === name),
    address,
    countMismatch,
  });
  try {
    for (const { load, settings } of modules) {
      const module: ServerModule<never> = await load();
      const open = await module.open(kitFor(settings));
      opened.push(open);
      requireNewNames(open, opened.slice(0, -1));
    }
  } catch (error) {
    await close();
    throw error;
  }

  const fixed = new Map(opened.flatMap(({ servers = [] }) => servers.map((server) => [server.name, server] as const)));
  const tenantServers = opened.find((module) => module.tenantServers !== undefined)?.tenantServers;
  const find: Servers["find"] = (tenant, name) => {
    const isConnector = !fixed.has(name);
    const server = fixed.get(name)?.forTenant(tenant) ?? tenantServers?.find(tenant, name);
    const serve = (found: ServerDefinition | undefined) => found && dispatcherOf(found, isConnector);
    return server instanceof Promise ? server.then(serve) : serve(server);
  };

  return {
    modules: opened,
    fixed,
    tenantServers,
    find,
    async named(name) {
      const dispatcher = await find(DEFAULT_TENANT, name);
      if (dispatcher !== undefined) return dispatcher;
      const names = [...fixed.keys(), ...(tenantServers?.builtIn ?? [])].join(", ");
      throw notFound(`There is no MCP server named '${name}'.`, {
        field: "TAXIWAY_SERVER",
        hint: `Available: ${names}, and published connectors (taxiway connector list).`,
      });
    },
    close,
  };
};

/** A second server of a name would replace the first one without a word. */
const requireNewNames = ({ servers = [] }: OpenModule, before: readonly OpenModule[]): void => {
  const taken = new Set(before.flatMap((module) => (module.servers ?? []).map(({ name }) => name)));
  const name = servers.map((server) => server.name).find((each) => taken.has(each));
  if (name === undefined) return;
  throw new Failure("invalid", `Two modules have a server named '${name}'.`, {
    hint: "Rename the server of the module in TAXIWAY_MODULES.",
  });
};
