import { keptSecret } from "../access/kept-secret.ts";
import type { Config } from "../cli/config.ts";
import { SERVERS } from "../cli/settings.ts";
import { createInvocationLog, type InvocationLog } from "../console/invocations/invocation-log.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../mcp/protocol/dispatcher.ts";
import type { ServerDefinition } from "../mcp/tools/server-definition.ts";
import type { Source } from "../mcp/transports/http/reach.ts";
import type { AdminRoute } from "../model/admin-route.ts";
import { systemClock } from "../model/clock.ts";
import { notFound, ruleBroken } from "../model/failure.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Sandbox } from "../model/sandbox.ts";
import { createCapcornSandbox } from "../sandboxes/capcorn/capcorn-sandbox.ts";
import { connectorRoutes } from "../servers/connectors/admin/connector-routes.ts";
import { createDrafting } from "../servers/connectors/admin/drafting.ts";
import { capcorn } from "../servers/connectors/built-in/capcorn.ts";
import type { Connector } from "../servers/connectors/connector.ts";
import { createDocumentWorkers } from "../servers/connectors/documents/document-workers.ts";
import { proposeTexts } from "../servers/connectors/drafting/proposals/propose-texts.ts";
import { openLibrary } from "../servers/connectors/library/open-library.ts";
import { CONNECTOR_NEWS } from "../servers/connectors/library/served-connectors.ts";
import { createMappings } from "../servers/connectors/mappings/mappings.ts";
import { createKeptResults } from "../servers/connectors/results/kept-results.ts";
import { openVault } from "../servers/connectors/secrets/open-vault.ts";
import { givenVaultKey, newVaultKey } from "../servers/connectors/secrets/vault-key.ts";
import { createConnectorServers } from "../servers/connectors/serving/connector-servers.ts";
import { createPipelines } from "../servers/connectors/serving/create-pipelines.ts";
import type { Vault } from "../servers/connectors/vault.ts";
import type { Core } from "./house.ts";

/** Every tenant's connectors. */
export interface OpenConnectors {
  /** The MCP server that a tenant has under a name. At once when this process has it already. */
  find(tenant: string, name: string): Dispatcher | undefined | Promise<Dispatcher | undefined>;
  /** The same of the default tenant; rejects if there is none. */
  named(name: string): Promise<Dispatcher>;
  /** Those that everybody has. */
  readonly builtIn: readonly string[];
  /** Those that a tenant has, and whether what answers them is a sandbox of ours. */
  served(tenant: string): Promise<readonly { readonly name: string; readonly source: Source }[]>;
  /** Another version of one of them is served from now on, or none; returns what ends it. */
  onChange(tenant: string, listener: (name: string) => void): () => void;
  /** What answers a connector at the moment; live if there is none of that name. */
  sourceOf(tenant: string, name: string): Promise<Source>;
  readonly routes: readonly AdminRoute[];
  /** What CapCorn's connector talks to until it has credentials; a supplier's API by itself. */
  readonly capcornSandbox: Sandbox;
  /** Before requests are drained: documents that are still being read must not hold up the end of the process. */
  endDocuments(): Promise<void>;
  close(): Promise<void>;
}

export interface ComposeConnectorsOptions {
  readonly core: Core;
  readonly invocations: InvocationLog;
  readonly log: Log;
  observe?(tenant: string, server: ServerDefinition): DispatcherOptions["observe"];
}

const BUILT_IN = [capcorn];

export const openInvocations = (config: Config, { store }: Pick<Core, "store">, log: Log): InvocationLog =>
  createInvocationLog({ store, clock: config.clock, log, keepMs: config.invocationsKeptMs });

export const composeConnectors = async (config: Config, options: ComposeConnectorsOptions): Promise<OpenConnectors> => {
  const { core, invocations, log, observe } = options;
  const { store, bus, outbound, supplier, services } = core;
  const { clock, seed } = config;
  const { proposals, earlierVaultKeys } = config.connectors;

  const key = await vaultKeyOf(config);
  const opened = openVault({
    ...{ store, log, key: key ?? givenVaultKey(newVaultKey(), "no key") },
    earlierKeys: earlierVaultKeys.map((text) => givenVaultKey(text, "TAXIWAY_VAULT_EARLIER_KEYS")),
  });
  const vault = key === undefined ? { ...opened, put: refuseSecrets } : opened;
  const mappings = createMappings({ clock });
  const documents = createDocumentWorkers();
  const library = await openLibrary({
    ...{ store, bus, clock: systemClock, log, builtIns: BUILT_IN },
    check: documents.checkConnector,
  });
  const results = createKeptResults({ store, clock });
  const capcornSandbox = createCapcornSandbox({ ...services, store, clock, log, seed, supplier });
  const sandboxes = new Map([["capcorn", capcornSandbox]]);
  const pipelines = createPipelines({
    ...{ outbound: outbound.connectors, vault, mappings, clock, log },
    sandboxes,
  });
  const servers = createConnectorServers({ library, pipelines, invocations, results });
  const drafting = createDrafting({
    ...{ outbound: outbound.connectors, documents },
    propose:
      proposals &&
      ((draft, sender) =>
        proposeTexts(draft, { ...proposals, outbound: outbound.proposals, signal: sender.signal }, (asked, answers) =>
          documents.applyProposals(asked, answers, sender),
        )),
  });

  const builtIn = BUILT_IN.map(({ name }) => name);
  const dispatchers = new WeakMap<ServerDefinition, Dispatcher>();
  const dispatcherOf = (tenant: string, server: ServerDefinition | undefined): Dispatcher | undefined => {
    if (server === undefined) return undefined;
    const known = dispatchers.get(server);
    if (known) return known;
    const observed = observe?.(tenant, server);
    const dispatcher = createDispatcher(server, {
      ...{ log, toolErrors: config.toolErrors, text: config.text, sealKey: core.secret },
      ...(observed && { observe: observed }),
    });
    dispatchers.set(server, dispatcher);
    return dispatcher;
  };

  const find: OpenConnectors["find"] = (tenant, name) => {
    const found = servers.find(tenant, name);
    return found instanceof Promise
      ? found.then((server) => dispatcherOf(tenant, server))
      : dispatcherOf(tenant, found);
  };

  const withSecrets = async (tenant: string): Promise<ReadonlySet<string>> =>
    new Set((await vault.list(tenant)).map(({ connector }) => connector));
  /** As the pipeline decides it: a sandbox stands in for credentials, so without any to wait for there is none. */
  const sourceIn = ({ name, sandbox, credentials = [] }: Connector, secrets: ReadonlySet<string>): Source =>
    sandbox !== undefined && sandboxes.has(sandbox) && credentials.length > 0 && !secrets.has(name)
      ? "sandbox"
      : "live";

  return {
    find,
    async named(name) {
      const dispatcher = await find(DEFAULT_TENANT, name);
      if (dispatcher !== undefined) return dispatcher;
      throw notFound(`There is no MCP server named '${name}'.`, {
        field: "TAXIWAY_SERVER",
        hint: `There are ${[...SERVERS, ...builtIn].join(", ")}, and connectors that were published: taxiway connector list.`,
      });
    },
    builtIn,
    async served(tenant) {
      const tenantConnectors = library.tenantConnectors(tenant);
      const [listed, secrets] = await Promise.all([tenantConnectors.list(), withSecrets(tenant)]);
      const active = await Promise.all(listed.map(({ name }) => tenantConnectors.active(name)));
      return active
        .filter((published) => published !== undefined)
        .map(({ connector }) => ({ name: connector.name, source: sourceIn(connector, secrets) }));
    },
    async sourceOf(tenant, name) {
      const [published, secrets] = await Promise.all([
        library.tenantConnectors(tenant).active(name),
        withSecrets(tenant),
      ]);
      return published === undefined ? "live" : sourceIn(published.connector, secrets);
    },
    onChange: (tenant, listener) =>
      bus.listen(CONNECTOR_NEWS, (body) => {
        const [owner, name] = String((body as { readonly name?: unknown }).name).split("/");
        if (owner === tenant && name !== undefined) listener(name);
      }),
    routes: connectorRoutes({ library, vault, drafting, documents, pipelines }),
    capcornSandbox,
    endDocuments: documents.close,
    async close() {
      await library.close();
      await mappings.close();
      await documents.close();
      await capcornSandbox.close();
    },
  };
};

/** One connector of the default tenant, for a client on stdin. It stays what it is while the client is there. */
export const composeConnector = async (
  config: Config,
  { core, log, name }: { readonly core: Core; readonly log: Log; readonly name: string },
): Promise<{ readonly dispatcher: Dispatcher; close(): Promise<void> }> => {
  const invocations = openInvocations(config, core, log);
  const connectors = await composeConnectors(config, { core, invocations, log });
  const close = async () => {
    await invocations.flush();
    await connectors.close();
  };
  try {
    return { dispatcher: await connectors.named(name), close };
  } catch (error) {
    await close();
    throw error;
  }
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
