import { Failure, invalid, unavailable } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { SecretName, SecretValue, Vault } from "../vault.ts";
import { seal, unseal } from "./seal.ts";

export interface VaultOptions {
  readonly store: Store;
  /** 32 bytes. All nodes on one store need the same. */
  readonly key: Buffer;
  /** Keys of earlier days: what they sealed can be opened, and is sealed anew with `key`. */
  readonly earlierKeys?: readonly Buffer[];
  readonly log: Log;
}

const LONGEST_VALUE = 10_000;

export const openVault = ({ store, key, earlierKeys = [], log }: VaultOptions): Vault => {
  const unsealed = (sealed: string, place: string): { readonly text: string; readonly isOld: boolean } | undefined => {
    for (const candidate of [key, ...earlierKeys]) {
      const text = unseal(candidate, sealed, place);
      if (text !== undefined) return { text, isOld: candidate !== key };
    }
    return undefined;
  };

  return {
    async put(secret, value, host) {
      const { tenant, connector, name } = secret;
      checkName(secret);
      checkValue(value, name);
      const address = hostOf(host);
      // Listed before it is there: what is listed and gone is left out of lists, what is not listed would be forgotten.
      await store.addMember(keys.connectorSecrets(tenant), `${connector}/${name}`);
      const sealed = seal(key, JSON.stringify(value), placeOf(secret, address));
      await store.put(keys.connectorSecret(tenant, connector, name), { host: address, sealed }, { durable: true });
      log.info("secret kept", { tenant, connector, name, host: address });
    },

    async open(secret, host) {
      const { tenant, connector, name } = secret;
      const at = keys.connectorSecret(tenant, connector, name);
      const record = await store.get(at);
      if (record === undefined) return undefined;
      const kept = String(record.value["host"]);
      if (kept !== hostOf(host)) throw otherHost(name, kept);
      const place = placeOf(secret, kept);
      const found = unsealed(String(record.value["sealed"]), place);
      if (found === undefined) {
        log.error("secret cannot be opened", { tenant, connector, name });
        throw unavailable(`The secret '${name}' of the connector ${connector} cannot be opened.`, {
          error_type: "secret_sealed",
          retryable: false,
          hint: "It was sealed with another key, or its record was changed: set it anew.",
        });
      }
      if (found.isOld) {
        const sealed = seal(key, found.text, place);
        await store.put(at, { host: kept, sealed }, { ifVersion: record.version, durable: true });
      }
      return JSON.parse(found.text) as SecretValue;
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
        return record === undefined ? [] : [{ connector, name, host: String(record.value["host"]) }];
      });
    },
  };
};

const placeOf = ({ tenant, connector, name }: SecretName, host: string): string =>
  JSON.stringify([tenant, connector, name, host]);

/** As URLs write it. */
const hostOf = (host: string): string => {
  const url = `https://${host}`;
  if (/[\s/\\@?#]/.test(host) || !URL.canParse(url)) {
    throw invalid("A secret is bound to one host, such as api.example.com or api.example.com:8443.", { field: "host" });
  }
  return host.toLowerCase();
};

const checkName = ({ tenant, connector, name }: SecretName): void => {
  const fits =
    /^[^\s:/]+$/.test(tenant) && /^[a-z][a-z0-9-]{0,39}$/.test(connector) && /^[a-z][a-z0-9_]{0,39}$/.test(name);
  if (!fits) throw invalid("A secret has the name of a credential of a connector.", { field: "name" });
};

const checkValue = (value: SecretValue, name: string): void => {
  const parts: readonly unknown[] = typeof value === "string" ? [value] : [value?.user, value?.password];
  const isWhole = parts.every((part) => typeof part === "string" && part.length <= LONGEST_VALUE);
  if (isWhole && parts.some((part) => part !== "")) return;
  throw invalid(
    `The secret '${name}' must be a text, or a user and a password, of at most ${LONGEST_VALUE} characters.`,
    {
      field: "value",
    },
  );
};

const otherHost = (name: string, host: string): Failure =>
  new Failure("forbidden", `The secret '${name}' is for ${host} and goes to no other host.`, {
    error_type: "secret_of_other_host",
    retryable: false,
    hint: "Set the secret anew for the host that the connector has now.",
  });
