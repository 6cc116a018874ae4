import { systemClock } from "../../src/model/clock.ts";
import { DEFAULT_TENANT, keys } from "../../src/model/keys.ts";
import type { Log } from "../../src/model/log.ts";
import { createLocalBus } from "../../src/platform/stores/local-bus.ts";
import { openStore } from "../../src/platform/stores/open-store.ts";
import type { Store } from "../../src/platform/stores/store.ts";
import type { Connector } from "../../src/servers/connectors/connector.ts";
import { openLibrary } from "../../src/servers/connectors/library/open-library.ts";
import { openVault } from "../../src/servers/connectors/secrets/vault.ts";
import { givenVaultKey, newVaultKey } from "../../src/servers/connectors/secrets/vault-key.ts";
import type { ServerCommand } from "../server-process.ts";
import { taxiwayHttp } from "../taxiway.ts";

const BY = "bench";
const COPIES_AT_ONCE = 100;
const VAULT_KEY = newVaultKey();

const ignore = () => undefined;
const LOG: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const openLmdb = (folder: string): Promise<Store> => openStore({ kind: "lmdb", path: folder, now: Date.now });

/** Adds the member that builds of 0.1.0 read. */
const addHost = async (store: Store, secret: string, host: string): Promise<void> => {
  const record = await store.get(secret);
  if (record !== undefined) await store.put(secret, { ...record.value, host });
};

/** Approves and publishes connectors with their credentials, in the store of a Taxiway that is not running. */
export const publish = async (folder: string, connectors: readonly Connector[]): Promise<void> => {
  const store = await openLmdb(folder);
  const vault = openVault({ store, clock: systemClock, log: LOG, key: givenVaultKey(VAULT_KEY, "bench") });
  const library = await openLibrary({ store, bus: createLocalBus(), clock: systemClock, log: LOG });
  const tenantLibrary = library.forTenant(DEFAULT_TENANT);
  for (const connector of connectors) {
    const { name, base_url, credentials = [] } = connector;
    await tenantLibrary.saveDraft(connector, BY);
    await tenantLibrary.approve(name, BY);
    await tenantLibrary.publish(name, BY);
    const { host } = new URL(base_url);
    for (const credential of credentials) {
      const secret = { tenant: DEFAULT_TENANT, connector: name, name: credential.name };
      await vault.put(secret, `${credential.name}-of-the-bench`, [host]);
      await addHost(store, keys.connectorSecret(DEFAULT_TENANT, name, credential.name), host);
    }
  }
  await library.close();
  await store.close();
};

/** Copies the stored records of a connector to other names, because validating a thousand documents takes minutes. */
export const copyPublished = async (folder: string, from: string, names: readonly string[]): Promise<void> => {
  const store = await openLmdb(folder);
  const record = await store.get(keys.connector(DEFAULT_TENANT, from));
  const version = await store.get(keys.connectorVersion(DEFAULT_TENANT, from, 1));
  if (record === undefined || version === undefined) throw new Error(`The connector ${from} is not published.`);
  const document = String(version.value["document"]);
  const copy = async (name: string): Promise<void> => {
    const copied = document.replace(`"name":"${from}"`, `"name":"${name}"`);
    await store.put(keys.connectorVersion(DEFAULT_TENANT, name, 1), { document: copied });
    await store.put(keys.connector(DEFAULT_TENANT, name), record.value);
    await store.addMember(keys.connectors(DEFAULT_TENANT), name);
  };
  for (let first = 0; first < names.length; first += COPIES_AT_ONCE) {
    await Promise.all(names.slice(first, first + COPIES_AT_ONCE).map(copy));
  }
  await store.close();
};

/**
 * A Taxiway that may call this machine, and has the vault key of the published credentials. `program` is `dist/main.js`
 * of another build.
 */
export const taxiwayWithConnectors = (folder: string, program?: string): ServerCommand =>
  taxiwayHttp({
    folder,
    ...(program !== undefined && { program }),
    env: { TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1", TAXIWAY_VAULT_KEY: VAULT_KEY },
  });
