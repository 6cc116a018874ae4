import type { RedisOptions } from "iovalkey";
import type { Failure } from "../../model/failure.ts";
import { storeFailure } from "./store-failure.ts";
import type { ValkeyAddress } from "./valkey-url.ts";

export const CONNECT_TIMEOUT = 2_000;
export const COMMAND_TIMEOUT = 4_000;

/** Soon enough to be back well within two seconds, and not all nodes in the same instant. */
export const reconnectDelay = (attempt: number): number => Math.min(attempt * 50, 400) * (0.75 + Math.random() / 2);

export const clientOptions = ({ username, password, tls }: ValkeyAddress): RedisOptions => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(tls && { tls: {} }),
  connectionName: "taxiway",
  connectTimeout: CONNECT_TIMEOUT,
  commandTimeout: COMMAND_TIMEOUT,
  // A machine that lost its power says no goodbye; without this its connection would look alive for minutes.
  socketTimeout: COMMAND_TIMEOUT + 1_000,
  // Nor is it waited for when we say ours.
  disconnectTimeout: 500,
  lazyConnect: true,
  enableOfflineQueue: false,
});

export const hostsOf = ({ nodes }: ValkeyAddress): string =>
  nodes.map(({ host, port }) => `${host}:${port}`).join(", ");

export const unusable = (address: ValkeyAddress, reason: string, cause: unknown): Failure =>
  storeFailure(`Valkey at ${hostsOf(address)} cannot be used: ${reason}.`, { carriedOut: false, cause });
