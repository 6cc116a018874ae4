import type { AdminToken } from "../access/admin-token.ts";
import { type HttpAccess, keyAccess, openAccess } from "../access/http/authentication.ts";
import { givenPepper, keptPepper, temporaryPepper } from "../access/key-pepper.ts";
import { type Keyring, openKeyring } from "../access/keyring.ts";
import type { Config } from "../cli/config.ts";
import { systemClock } from "../model/clock.ts";
import type { Log } from "../model/log.ts";
import type { Core } from "../servers/module.ts";

export interface AccessParts {
  readonly core: Core;
  readonly adminToken: string;
  readonly log: Log;
}

export const openHttpAccess = async (config: Config, { core, adminToken, log }: AccessParts): Promise<HttpAccess> => {
  if (config.auth.kind === "none") return openAccess(adminToken);
  const keyring = await openKeys(config, core, log);
  await warnOfNoKeys(config, keyring, log);
  return keyAccess({
    keyring,
    adminToken,
    ...(config.http.publicUrl !== undefined && { publicUrl: config.http.publicUrl }),
    ...(config.auth.issuer && { issuer: config.auth.issuer }),
    store: core.store,
    outbound: core.outbound.issuer,
    clock: config.clock,
    log,
  });
};

export const openKeys = async (
  config: Config,
  { store, bus }: Pick<Core, "store" | "bus">,
  log: Log,
): Promise<Keyring> => openKeyring({ store, bus, clock: systemClock, log, pepper: await pepperOf(config) });

const pepperOf = async ({ auth, store, dataFolder }: Config): Promise<Buffer> => {
  if (auth.pepper !== undefined) return givenPepper(auth.pepper);
  return store.kind === "memory" ? temporaryPepper() : keptPepper(dataFolder);
};

/** Without keys and issuer every request is refused, which the operator may not expect. */
const warnOfNoKeys = async ({ auth, store }: Config, keyring: Keyring, log: Log): Promise<void> => {
  // A store that does not answer yet must not prevent the start.
  if (auth.issuer !== undefined || !(await keyring.isEmpty().catch(() => false))) return;
  const how =
    store.kind === "memory"
      ? "with POST /admin/keys and the admin token; with the memory store, keys end with this process"
      : "with: taxiway keys create --name <name of the client>";
  log.warn(`there are no API keys yet, so every request is refused; create one ${how}`);
};

/** Created by the first process that starts; later ones read it from the data folder. */
export const openAdminToken = async ({ adminToken, store, dataFolder }: Config): Promise<AdminToken> => {
  const { keptAdminToken, temporaryAdminToken } = await import("../access/admin-token.ts");
  if (adminToken !== undefined) return { token: adminToken, isNew: false };
  if (store.kind === "memory") return temporaryAdminToken();
  // A node that keeps its data elsewhere may have no folder to write to.
  return keptAdminToken(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return temporaryAdminToken();
  });
};
