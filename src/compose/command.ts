import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { keysCommand } from "../access/keys-command.ts";
import { checkTenant } from "../access/tenant.ts";
import type { Config } from "../cli/config.ts";
import { createAdminApi } from "../console/admin/create-admin-api.ts";
import { invocationRoutes } from "../console/invocations/invocation-routes.ts";
import { nearestName } from "../mcp/tools/nearest-name.ts";
import { Failure, invalid } from "../model/failure.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import { storeCommand } from "../platform/stores/store-command.ts";
import { openKeys } from "./access.ts";
import { modulesOf } from "./modules.ts";
import { openLocalTaxiway } from "./stdio.ts";

export interface CommandOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly version: string;
  readonly log: Log;
}

/** Runs `taxiway <name> …` on the store that the servers use, and returns the text to print. */
export const runCommand = async (config: Config, { name, args, version, log }: CommandOptions): Promise<string> => {
  if (name === "store") return storeCommand(args, config.store);
  if (config.store.kind === "memory") {
    throw new Failure("rule", "The memory store ends with this command, so nothing would be kept.", {
      hint: "Use the lmdb or valkey store, the one that taxiway serve uses.",
    });
  }
  const modules = name === "keys" ? [] : modulesOf(config).filter((module) => !SERVING.has(module.name));
  const taxiway = await openLocalTaxiway(config, { version, log, modules });
  try {
    const core = await taxiway.open();
    if (name === "keys") {
      const keyring = await openKeys(config, core, log);
      return await keysCommand(args, keyring).finally(() => keyring.close());
    }
    const opened = taxiway.servers.modules;
    const commands = Object.assign({}, ...opened.map(({ commands = {} }) => commands));
    if (!Object.hasOwn(commands, name)) throw unknown(name, ["serve", "keys", "store", ...Object.keys(commands)]);
    const { tenant, rest } = tenantIn(args);
    const routes = [
      ...opened.flatMap(({ adminRoutes = [] }) => adminRoutes),
      ...invocationRoutes(await taxiway.invocations()),
    ];
    return await commands[name](rest, {
      admin: createAdminApi({ routes, log }),
      grant: { tenant, keyId: "command-line", admin: true },
      readStdin: () => text(process.stdin),
    });
  } finally {
    await taxiway.close();
  }
};

/** Modules without commands, which need not be opened for one. */
const SERVING: ReadonlySet<string> = new Set(["gds", "flights", "toolbox", "rehearsal"]);

const unknown = (name: string, names: readonly string[]): Failure => {
  const nearest = nearestName(name, names);
  return invalid(`Unknown command 'taxiway ${name.slice(0, 40)}'.${nearest ? ` Did you mean ${nearest}?` : ""}`, {
    allowed: names,
    hint: "Run taxiway help.",
  });
};

/** Every command of a module takes --tenant, and does not see it. */
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
