import { isJsonObject } from "../../../../model/json.ts";
import { parseAddress } from "../../check-addresses.ts";
import { type Note, PLACEHOLDER_URL } from "../draft.ts";
import type { Operation } from "./operations.ts";
import { listOf } from "./references.ts";

/** Where the operations of a document are served. */
export interface Servers {
  /** The connector's base URL. */
  readonly base: string;
  /** The base URL of one operation; undefined if it has servers of its own and none of them can be called. */
  baseOf(operation: Operation): string | undefined;
}

interface ServersOptions {
  /** URL of the document, which relative addresses are resolved against. */
  readonly url?: string | undefined;
  /** Given by the person who drafts; wins over everything that the document says. */
  readonly base_url?: string | undefined;
}

/** A connector may name 20 hosts, and its token endpoints need some of them. */
const MOST_HOSTS = 15;

/** Reads the servers at the root, at paths and at operations. Without one at the root, the commonest becomes the base URL. */
export const readServers = (
  root: unknown,
  operations: readonly Operation[],
  { url, base_url }: ServersOptions,
  note: Note,
): Servers => {
  if (base_url !== undefined) return { base: base_url, baseOf: () => base_url };
  const own = new Map(
    operations
      .filter(({ servers }) => listOf(servers).length > 0)
      .map((operation) => [operation, addressesOf(operation.servers, url)]),
  );
  const base = baseUrl(addressesOf(root, url), [...own.values()], note);
  const hosts = new Set([new URL(base).host]);

  return {
    base,
    baseOf(operation) {
      const addresses = own.get(operation);
      if (addresses === undefined || addresses.includes(base)) return base;
      const address = preferred(addresses);
      if (address === undefined) {
        note(
          `${operation.label} was left out: none of its own servers can be called. Give a base URL to call it there.`,
        );
        return undefined;
      }
      hosts.add(new URL(address).host);
      if (hosts.size <= MOST_HOSTS) return address;
      note(`${operation.label} was left out: a connector calls at most ${MOST_HOSTS} hosts.`);
      hosts.delete(new URL(address).host);
      return undefined;
    },
  };
};

const preferred = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => address.startsWith("https:")) ?? addresses[0];

const baseUrl = (addresses: readonly string[], own: readonly (readonly string[])[], note: Note): string => {
  const base = preferred(addresses) ?? commonest(own.flatMap((each) => preferred(each) ?? []));
  if (base === undefined) {
    note("The document names no usable server: set base_url.");
    return PLACEHOLDER_URL;
  }
  if (addresses.length > 1) note(`The document lists ${addresses.length} servers; ${base} was chosen.`);
  if (addresses.length === 0) note(`The document names servers of single operations only; ${base} was chosen.`);
  if (!base.startsWith("https:")) note("The API is called over plain HTTP, without encryption.");
  return base;
};

const commonest = (addresses: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

/** Fills variables with their defaults, and drops addresses that cannot be called. */
const addressesOf = (servers: unknown, from: string | undefined): readonly string[] =>
  listOf(servers).flatMap((server) => {
    if (!isJsonObject(server) || typeof server["url"] !== "string") return [];
    const variables = isJsonObject(server["variables"]) ? server["variables"] : {};
    const filled = server["url"].replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const usual = isJsonObject(variable) ? (variable["default"] ?? listOf(variable["enum"])[0]) : undefined;
      return typeof usual === "string" || typeof usual === "number" ? String(usual) : whole;
    });
    const address = addressOf(filled, from);
    return address === undefined ? [] : [address];
  });

const addressOf = (url: string, from: string | undefined): string | undefined => {
  if (url.length > 2_000 || /[{}]/.test(url) || !URL.canParse(url, from)) return undefined;
  const address = parseAddress(new URL(url, from).href);
  return address?.href.replace(/\/+$/, "");
};
