import { systemClock } from "../../model/clock.ts";
import { ruleBroken } from "../../model/failure.ts";
import { keptSecret } from "../../platform/stores/secret-file.ts";
import { createCapcornSandbox } from "../../sandboxes/capcorn/capcorn-sandbox.ts";
import type { ServerModule, Source } from "../module.ts";
import { connectorRoutes } from "./admin/connector-routes.ts";
import { createDrafting } from "./admin/drafting.ts";
import { createProposing } from "./admin/proposing.ts";
import { capcorn } from "./built-in/capcorn.ts";
import { connectorCommand } from "./command/connector-command.ts";
import type { Connector } from "./connector.ts";
import { createDocumentWorkers } from "./documents/document-workers.ts";
import { openLibrary } from "./library/open-library.ts";
import { CONNECTOR_TOPIC } from "./library/served-connectors.ts";
import { createMappings } from "./mappings/mappings.ts";
import { createKeptResults } from "./results/kept-results.ts";
import { openVault, type Vault } from "./secrets/vault.ts";
import { givenVaultKey, newVaultKey } from "./secrets/vault-key.ts";
import { createConnectorServers } from "./serving/connector-servers.ts";
import { createPipelines } from "./serving/create-pipelines.ts";

export interface ConnectorsSettings {
  /** Absent: made at the first start. */
  readonly vaultKey?: string;
  readonly earlierVaultKeys: readonly string[];
  /** A model that may propose tools, names and descriptions. */
  readonly proposals?: { readonly url: string; readonly key?: string; readonly model: string };
  /** Where a generated vault key is kept; undefined if credentials end with this process. */
  readonly dataFolder: string | undefined;
}

const BUILT_IN = [capcorn];

/** APIs as MCP servers: each tenant drafts, reviews and publishes its own connectors. */
export const connectorsModule: ServerModule<ConnectorsSettings> = {
  name: "connectors",
  async open(kit) {
    const { settings, clock, seed, log } = kit;
    const { store, bus, outbound, supplier, services } = await kit.core();
    const { proposals, earlierVaultKeys } = settings;

    const key = await vaultKeyOf(settings);
    const opened = openVault({
      store,
      clock,
      log,
      key: key ?? givenVaultKey(newVaultKey(), "no key"),
      earlierKeys: earlierVaultKeys.map((text) => givenVaultKey(text, "TAXIWAY_VAULT_EARLIER_KEYS")),
    });
    const vault = key === undefined ? { ...opened, put: refuseSecrets } : opened;
    const mappings = createMappings({ clock });
    const documents = createDocumentWorkers();
    const library = await openLibrary({
      store,
      bus,
      clock: systemClock,
      log,
      builtIns: BUILT_IN,
      check: documents.checkConnector,
    });
    const results = createKeptResults({ store, clock });
    const capcornSandbox = createCapcornSandbox({ ...services, store, clock, log, seed, supplier });
    const sandboxes = new Map([["capcorn", capcornSandbox]]);
    const pipelines = createPipelines({ outbound: outbound.connectors, vault, mappings, clock, log, sandboxes });
    const servers = createConnectorServers({ library, pipelines, invocations: await kit.invocations(), results });
    const drafting = createDrafting({
      outbound: outbound.connectors,
      documents,
      proposing:
        proposals && createProposing({ endpoint: { ...proposals, outbound: outbound.proposals }, documents, mappings }),
    });

    const withSecrets = async (tenant: string): Promise<ReadonlySet<string>> =>
      new Set((await vault.list(tenant)).map(({ connector }) => connector));
    /** Mirrors the pipeline: a sandbox answers while credentials are missing. */
    const sourceIn = ({ name, sandbox, credentials = [] }: Connector, secrets: ReadonlySet<string>): Source =>
      sandbox !== undefined && sandboxes.has(sandbox) && credentials.length > 0 && !secrets.has(name)
        ? "sandbox"
        : "live";

    return {
      tenantServers: {
        builtIn: BUILT_IN.map(({ name }) => name),
        find: servers.find,
        async list(tenant) {
          const connectors = library.forTenant(tenant);
          const [listed, secrets] = await Promise.all([connectors.list(), withSecrets(tenant)]);
          const active = await Promise.all(listed.map(({ name }) => connectors.active(name)));
          return active
            .filter((published) => published !== undefined)
            .map(({ connector }) => ({ name: connector.name, source: sourceIn(connector, secrets) }));
        },
        async sourceOf(tenant, name) {
          const [published, secrets] = await Promise.all([library.forTenant(tenant).active(name), withSecrets(tenant)]);
          return published === undefined ? "live" : sourceIn(published.connector, secrets);
        },
        onChange: (tenant, listener) =>
          bus.listen(CONNECTOR_TOPIC, (body) => {
            const [owner, name] = String((body as { readonly name?: unknown }).name).split("/");
            if (owner === tenant && name !== undefined) listener(name);
          }),
      },
      mounts: [{ path: "/capcorn", sandbox: capcornSandbox }],
      adminRoutes: connectorRoutes({ library, vault, drafting, documents, pipelines }),
      commands: { connector: connectorCommand },
      // A document that is still being read must not delay the end of the process.
      stop: documents.close,
      async close() {
        await vault.close();
        await library.close();
        await mappings.close();
        await documents.close();
        await capcornSandbox.close();
      },
    };
  },
};

/** Returns undefined if there is no key and none can be stored. The memory store uses a temporary key. */
const vaultKeyOf = async ({ vaultKey, dataFolder }: ConnectorsSettings): Promise<Buffer | undefined> => {
  if (vaultKey !== undefined) return givenVaultKey(vaultKey, "TAXIWAY_VAULT_KEY");
  if (dataFolder === undefined) return givenVaultKey(newVaultKey(), "the key of this process");
  try {
    const { text, file } = await keptSecret(dataFolder, "vault-key", newVaultKey);
    return givenVaultKey(text, file);
  } catch (error) {
    // A node that keeps its data elsewhere may have no folder to write to.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
};

const refuseSecrets: Vault["put"] = async () => {
  throw ruleBroken("Credentials cannot be stored, because there is no vault key.", {
    hint: "Set TAXIWAY_VAULT_KEY, the same on all nodes: `openssl rand -base64 32` makes one.",
  });
};
