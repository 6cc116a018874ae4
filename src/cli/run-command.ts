import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { keysCommand } from "../access/keys-command.ts";
import { checkTenant } from "../access/tenant.ts";
import { openKeys } from "../compose/access.ts";
import { composeConnectors, openInvocations } from "../compose/connectors.ts";
import type { Core } from "../compose/house.ts";
import { createAdminApi } from "../console/admin/create-admin-api.ts";
import { invocationRoutes } from "../console/invocations/invocation-routes.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import { connectorCommand } from "../servers/connectors/command/connector-command.ts";
import type { Command, Config } from "./config.ts";

export interface CommandServices {
  readonly config: Config;
  readonly core: Core;
  readonly log: Log;
}

type Run = (args: readonly string[], services: CommandServices) => Promise<string>;

const manageKeys: Run = async (args, { config, core, log }) => {
  const keyring = await openKeys(config, core, log);
  try {
    return await keysCommand(args, keyring);
  } finally {
    await keyring.close();
  }
};

const manageConnectors: Run = async (args, { config, core, log }) => {
  const { tenant, rest } = tenantIn(args);
  const invocations = openInvocations(config, core, log);
  const connectors = await composeConnectors(config, { core, invocations, log });
  try {
    return await connectorCommand(rest, {
      admin: createAdminApi({ routes: [...connectors.routes, ...invocationRoutes(invocations)], log }),
      grant: { tenant, keyId: "command-line", admin: true },
      readStdin: () => text(process.stdin),
    });
  } finally {
    await connectors.close();
  }
};

/** Whose connectors: every command takes it, so none of them has to know. */
const tenantIn = (args: readonly string[]): { readonly tenant: string; readonly rest: readonly string[] } => {
  const { tokens } = parseArgs({
    args: [...args],
    options: { tenant: { type: "string" } },
    strict: false,
    tokens: true,
  });
  const found = tokens.find((token) => token.kind === "option" && token.name === "tenant");
  if (found?.kind !== "option") return { tenant: DEFAULT_TENANT, rest: args };
  const width = found.inlineValue ? 1 : 2;
  return { tenant: checkTenant(found.value ?? ""), rest: args.toSpliced(found.index, width) };
};

/** Commands that need the core; `store` works on the file alone. */
export type CoreCommand = Exclude<Command["to"], "store">;

const COMMANDS: Readonly<Record<CoreCommand, Run>> = { keys: manageKeys, connector: manageConnectors };

export const runCommand = (name: CoreCommand, args: readonly string[], services: CommandServices): Promise<string> =>
  COMMANDS[name](args, services);
