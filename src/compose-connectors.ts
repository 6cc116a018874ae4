import { keptSecret } from "./access/kept-secret.ts";
import type { AdminRoute } from "./admin/admin.ts";
import type { Agency } from "./compose.ts";
import type { Config } from "./config.ts";
import { connectorRoutes } from "./connectors/admin/connector-routes.ts";
import { createDrafting } from "./connectors/admin/drafting.ts";
import { capcorn } from "./connectors/built-in/capcorn.ts";
import { proposeTexts } from "./connectors/drafting/proposals/propose-texts.ts";
import type { InvocationLog } from "./connectors/invocations/invocation-log.ts";
import { createKeptResults } from "./connectors/invocations/kept-results.ts";
import { openLibrary } from "./connectors/library/open-library.ts";
import { createMappings } from "./connectors/mappings/mappings.ts";
import { openVault } from "./connectors/secrets/open-vault.ts";
import { givenVaultKey, newVaultKey } from "./connectors/secrets/vault-key.ts";
import { createConnectorServers } from "./connectors/serving/connector-servers.ts";
import { createPipelines } from "./connectors/serving/create-pipelines.ts";
import type { Vault } from "./connectors/vault.ts";
import { systemClock } from "./model/clock.ts";
import { ruleBroken } from "./model/failure.ts";
import type { Log } from "./model/log.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "./protocol/dispatcher.ts";
import type { ServerDefinition } from "./registry/server-definition.ts";
import type { Sandbox } from "./sandboxes/sandbox.ts";

/** Every tenant's connectors. */
export interface OpenConnectors {
  /** The MCP server that a tenant has under a name. At once when this process has it already. */
  find(tenant: string, name: string): Dispatcher | undefined | Promise<Dispatcher | undefined>;
  /** Those that everybody has. */
  readonly builtIn: readonly string[];
  readonly routes: readonly AdminRoute[];
  close(): Promise<void>;
}

export interface ComposeConnectorsOptions {
  readonly agency: Agency;
  readonly invocations: InvocationLog;
  readonly capcornSandbox: Sandbox;
  readonly log: Log;
  /** Whether mapping workers start now, and not with the first call. */
  readonly warm?: boolean;
  observe?(tenant: string, server: ServerDefinition): DispatcherOptions["observe"];
}

const BUILT_IN = [capcorn];

export const composeConnectors = async (config: Config, options: ComposeConnectorsOptions): Promise<OpenConnectors> => {
  const { agency, invocations, capcornSandbox, log, warm = false, observe } = options;
  const { store, bus, outbound } = agency;
  const { clock } = config;
  const { proposals, earlierVaultKeys } = config.connectors;

  const key = await vaultKeyOf(config);
  const opened = openVault({
    ...{ store, log, key: key ?? givenVaultKey(newVaultKey(), "no key") },
    earlierKeys: earlierVaultKeys.map((text) => givenVaultKey(text, "TAXIWAY_VAULT_EARLIER_KEYS")),
  });
  const vault = key === undefined ? { ...opened, put: refuseSecrets } : opened;
  const mappings = createMappings({ warm, clock });
  const library = await openLibrary({ store, bus, clock: systemClock, log, builtIns: BUILT_IN });
  const results = createKeptResults({ store, clock });
  const pipelines = createPipelines({
    ...{ outbound, vault, mappings, clock, log },
    sandboxes: new Map([["capcorn", capcornSandbox]]),
  });
  const servers = createConnectorServers({ library, pipelines, invocations, results });
  const drafting = createDrafting({
    outbound,
    propose: proposals && ((draft, signal) => proposeTexts(draft, { ...proposals, outbound, signal })),
  });

  const dispatchers = new WeakMap<ServerDefinition, Dispatcher>();
  const dispatcherOf = (tenant: string, server: ServerDefinition | undefined): Dispatcher | undefined => {
    if (server === undefined) return undefined;
    const known = dispatchers.get(server);
    if (known) return known;
    const observed = observe?.(tenant, server);
    const dispatcher = createDispatcher(server, {
      ...{ log, toolErrors: config.toolErrors, text: config.text, sealKey: agency.secret },
      ...(observed && { observe: observed }),
    });
    dispatchers.set(server, dispatcher);
    return dispatcher;
  };

  return {
    find(tenant, name) {
      const found = servers.find(tenant, name);
      return found instanceof Promise
        ? found.then((server) => dispatcherOf(tenant, server))
        : dispatcherOf(tenant, found);
    },
    builtIn: BUILT_IN.map(({ name }) => name),
    routes: connectorRoutes({ library, vault, drafting, pipelines }),
    async close() {
      await library.close();
      await mappings.close();
    },
  };
};

/** Undefined where there is none and none can be kept. Secrets that end with this process need no key that outlives it. */
const vaultKeyOf = async ({ connectors: { vaultKey }, store, dataFolder }: Config): Promise<Buffer | undefined> => {
  if (vaultKey !== undefined) return givenVaultKey(vaultKey, "TAXIWAY_VAULT_KEY");
  if (store.kind === "memory") return givenVaultKey(newVaultKey(), "the key of this process");
  try {
    const { text, file } = await keptSecret(dataFolder, "vault-key", newVaultKey);
    return givenVaultKey(text, file);
  } catch (error) {
    // A node with all its data elsewhere may have no folder to write to.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
};

const refuseSecrets: Vault["put"] = async () => {
  throw ruleBroken("There is no key that a credential could be kept under.", {
    hint: "Set TAXIWAY_VAULT_KEY, the same on all nodes: `openssl rand -base64 32` makes one.",
  });
};
