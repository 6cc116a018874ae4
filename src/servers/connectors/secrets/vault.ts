import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../../model/clock.ts";
import { Failure, invalid, unavailable } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import { type Found, renewSecret } from "./renew-secret.ts";
import type { Renewal, SecretValue } from "./secret-value.ts";
import { seal, unseal } from "./vault-key.ts";

export type { SecretValue } from "./secret-value.ts";

/** The secrets of connectors, per tenant: encrypted at rest, and each bound to the hosts it may be sent to. */
export interface Vault {
  put(secret: SecretName, value: SecretValue, hosts: readonly string[]): Promise<void>;
  /** Undefined if there is no such secret; a Failure if it is not bound to this host. */
  open(secret: SecretName, host: string): Promise<SecretValue | undefined>;
  /** Replaces a secret by its successor, once for all nodes, and returns the one to use. Fails as `open` does. */
  renew(secret: SecretName, host: string, renewal: Renewal): Promise<SecretValue | undefined>;
  remove(secret: SecretName): Promise<boolean>;
  /** Names and hosts, never values. */
  list(
    tenant: string,
  ): Promise<readonly { readonly connector: string; readonly name: string; readonly hosts: readonly string[] }[]>;
  /** Waits for renewals, whose results would be lost. */
  close(): Promise<void>;
}

interface SecretName {
  readonly tenant: string;
  readonly connector: string;
  readonly name: string;
}

interface VaultOptions {
  readonly store: Store;
  /** The clock that the store counts expiry by. */
  readonly clock: Clock;
  /** 32 bytes; the same on all nodes that share the store. */
  readonly key: Buffer;
  /** Earlier keys. A secret sealed with one of them can be opened, and is then sealed again with `key`. */
  readonly earlierKeys?: readonly Buffer[];
  readonly log: Log;
}

/** A secret as it is stored. */
interface StoredSecret extends Found {
  readonly hosts: readonly string[];
}

const LONGEST_VALUE = 10_000;
/** How long a renewed secret is offered to a store that does not answer. */
const SAVE_FOR_MS = 60_000;
const LONGEST_PAUSE_MS = 1_000;

export const openVault = ({ store, clock, key, earlierKeys = [], log }: VaultOptions): Vault => {
  const renewing = new Map<string, Promise<SecretValue | undefined>>();

  const unsealed = (sealed: string, place: string): { readonly text: string; readonly isOld: boolean } | undefined => {
    for (const candidate of [key, ...earlierKeys]) {
      const text = unseal(candidate, sealed, place);
      if (text !== undefined) return { text, isOld: candidate !== key };
    }
    return undefined;
  };

  const read = async (secret: SecretName, host: string): Promise<StoredSecret | undefined> => {
    const { tenant, connector, name } = secret;
    const at = keys.connectorSecret(tenant, connector, name);
    const record = await store.get(at);
    if (record === undefined) return undefined;
    const hosts = boundTo(record.value);
    if (!hosts.includes(hostOf(host))) throw otherHost(name, hosts);
    const place = placeOf(secret, hosts);
    const found = unsealed(String(record.value["sealed"]), place);
    if (found === undefined) {
      log.error("secret cannot be opened", { tenant, connector, name });
      throw unavailable(`The secret '${name}' of the connector ${connector} cannot be opened.`, {
        error_type: "secret_sealed",
        retryable: false,
        hint: "It was sealed with another key, or its record was changed. Set it again.",
      });
    }
    const value = JSON.parse(found.text) as SecretValue;
    if (!found.isOld) return { value, hosts, version: record.version };
    const resealed = { hosts, sealed: seal(key, found.text, place) };
    const version = await store.put(at, resealed, { ifVersion: record.version, durable: true });
    return { value, hosts, version: version ?? record.version };
  };

  /** Offers the value until the store has answered: what it replaces may be worthless already. */
  const replace = async (secret: SecretName, { hosts, version }: StoredSecret, value: SecretValue) => {
    const { tenant, connector, name } = secret;
    const at = keys.connectorSecret(tenant, connector, name);
    const sealed = seal(key, JSON.stringify(value), placeOf(secret, hosts));
    const began = performance.now();
    for (let pause = 50; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const options = { ifVersion: version, durable: true, evenIfFull: true };
        const isReplaced =
          (await store.put(at, { hosts, sealed }, options)) !== undefined ||
          // An attempt that was not answered may have been carried out.
          (await store.get(at))?.value["sealed"] === sealed;
        if (isReplaced) log.info("secret renewed", { tenant, connector, name });
        return isReplaced;
      } catch (error) {
        if (performance.now() - began > SAVE_FOR_MS) throw error;
        log.warn("renewed secret is not stored yet", { tenant, connector, name });
        await sleep(pause);
      }
    }
  };

  return {
    async put(secret, value, hosts) {
      const { tenant, connector, name } = secret;
      checkSecretName(secret);
      checkValue(value, name);
      const bound = [...new Set(hosts.map(hostOf))].sort();
      // First the list, then the record: list() skips a name without a record, but a record without a name would be lost.
      await store.addMember(keys.connectorSecrets(tenant), `${connector}/${name}`);
      const sealed = seal(key, JSON.stringify(value), placeOf(secret, bound));
      await store.put(keys.connectorSecret(tenant, connector, name), { hosts: bound, sealed }, { durable: true });
      log.info("secret kept", { tenant, connector, name, hosts: bound });
    },

    open: async (secret, host) => (await read(secret, host))?.value,

    async renew(secret, host, renewal) {
      const leaseKey = keys.connectorSecretLease(secret.tenant, secret.connector, secret.name);
      const running = renewing.get(leaseKey);
      if (running !== undefined) return running;
      const record = {
        read: () => read(secret, host),
        replace: (found: StoredSecret, value: SecretValue) => replace(secret, found, value),
      };
      const renewed = renewSecret({ store, clock, leaseKey, ...record }, renewal).finally(() =>
        renewing.delete(leaseKey),
      );
      renewing.set(leaseKey, renewed);
      return renewed;
    },

    async remove({ tenant, connector, name }) {
      const wasThere = await store.delete(keys.connectorSecret(tenant, connector, name));
      await store.removeMember(keys.connectorSecrets(tenant), `${connector}/${name}`);
      if (wasThere) log.info("secret removed", { tenant, connector, name });
      return wasThere;
    },

    async list(tenant) {
      const names = [...(await store.members(keys.connectorSecrets(tenant)))].sort().map((member) => {
        const [connector = "", name = ""] = member.split("/");
        return { connector, name };
      });
      const records = await store.getMany(
        names.map(({ connector, name }) => keys.connectorSecret(tenant, connector, name)),
      );
      return names.flatMap(({ connector, name }, index) => {
        const record = records[index];
        return record === undefined ? [] : [{ connector, name, hosts: boundTo(record.value) }];
      });
    },

    async close() {
      await Promise.allSettled(renewing.values());
    },
  };
};

/** Records of 0.1.0 have one host. */
const boundTo = ({ host, hosts }: RecordValue): readonly string[] =>
  Array.isArray(hosts) ? hosts.map(String) : [String(host)];

/** With one host, as 0.1.0 sealed it. */
const placeOf = ({ tenant, connector, name }: SecretName, hosts: readonly string[]): string =>
  JSON.stringify([tenant, connector, name, ...hosts]);

const hostOf = (host: string): string => {
  const url = `https://${host}`;
  if (/[\s/\\@?#]/.test(host) || !URL.canParse(url)) {
    throw invalid("A secret is bound to hosts, such as api.example.com or api.example.com:8443.", { field: "host" });
  }
  return host.toLowerCase();
};

const checkSecretName = ({ tenant, connector, name }: SecretName): void => {
  const isValid =
    /^[^\s:/]+$/.test(tenant) && /^[a-z][a-z0-9-]{0,39}$/.test(connector) && /^[a-z][a-z0-9_]{0,39}$/.test(name);
  if (!isValid) throw invalid("A secret must have the name of a connector's credential.", { field: "name" });
};

const checkValue = (value: SecretValue, name: string): void => {
  const parts: readonly unknown[] = typeof value === "string" ? [value] : Object.values(value ?? {});
  const isWhole = parts.every((part) => typeof part === "string" && part.length <= LONGEST_VALUE);
  if (isWhole && parts.some((part) => part !== "")) return;
  throw invalid(
    `The secret '${name}' must be a text, or an object with its parts, of at most ${LONGEST_VALUE} characters each.`,
    { field: "value" },
  );
};

const otherHost = (name: string, hosts: readonly string[]): Failure =>
  new Failure("forbidden", `The secret '${name}' is bound to ${hosts.join(", ")} and is not sent to another host.`, {
    error_type: "secret_of_other_host",
    retryable: false,
    hint: "Set the secret again to bind it to the connector's current hosts.",
  });
