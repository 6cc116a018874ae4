import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { Config } from "../cli/config.ts";
import { guardStdout, serveStdio } from "../mcp/transports/stdio.ts";
import { Failure } from "../model/failure.ts";
import type { Log } from "../model/log.ts";
import type { OpenModule, Terminal } from "../servers/module.ts";
import { openAdminToken } from "./access.ts";
import { serveTaxiway } from "./http.ts";
import { modulesOf } from "./modules.ts";
import { openLocalTaxiway } from "./stdio.ts";

interface Options {
  readonly args: readonly string[];
  readonly version: string;
  readonly log: Log;
  readonly env: Terminal["env"];
  /** The user ends the process. */
  readonly stop: Promise<void>;
}

/** Runs `taxiway rehearse …` with a server of its own, and returns the exit code. */
export const rehearse = async (config: Config, options: Options): Promise<number> => {
  const { args, version, log } = options;
  const isStdio = args[0] === "stdio";
  const terminal = terminalOf(options, isStdio);
  if (isStdio) {
    const modules = modulesOf(config).filter(({ name }) => name === "gds" || name === "rehearsal");
    const { servers, close } = await openLocalTaxiway(config, { version, log, modules });
    return programOf(servers.modules)(args, terminal).finally(close);
  }
  const { token } = await openAdminToken(config);
  const port = args[0] === "serve" ? portIn(args.slice(1)) : undefined;
  const http = { ...config.http, ...(port !== undefined && { port }) };
  const remote = await serveTaxiway({ ...config, http }, { version, log, adminToken: token });
  try {
    if (args[0] !== "serve") return await programOf(remote.modules)(args, terminal);
    const url = `http://127.0.0.1:${remote.port}`;
    const told = { url, admin_url: `${url}/admin`, admin_token: token };
    terminal.print(
      args.includes("--json") ? JSON.stringify(told) : `Admin API: ${told.admin_url}\nAdmin token: ${token}`,
    );
    await options.stop;
    return 0;
  } finally {
    await remote.close();
  }
};

const programOf = (modules: readonly OpenModule[]) => {
  const program = modules.find(({ programs }) => programs?.["rehearse"] !== undefined)?.programs?.["rehearse"];
  if (program === undefined) throw new Failure("unavailable", "Nothing can be rehearsed: TAXIWAY_REHEARSAL is off.");
  return program;
};

const terminalOf = ({ env, log, stop }: Options, isStdio: boolean): Terminal => {
  const ended = new AbortController();
  void stop.then(() => ended.abort());
  return {
    env,
    ended: ended.signal,
    print: (text) => process.stdout.write(`${text}\n`),
    tell: (text) => process.stderr.write(`${text}\n`),
    async serve(dispatcher, grant) {
      if (!isStdio) throw new Error("stdin is not served here");
      const caller = { tenant: grant.tenant, sessionId: randomUUID(), transport: "stdio" as const, grant };
      const server = serveStdio({ dispatcher, caller, input: process.stdin, output: guardStdout(), log });
      void stop.then(() => server.close());
      await server.closed;
    },
  };
};

const portIn = (args: readonly string[]): number => {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: "string", default: "0" }, json: { type: "boolean" } },
  });
  const port = Number(values.port);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Failure("invalid", `--port must be a whole number from 0 to 65535, got '${values.port}'.`);
};
