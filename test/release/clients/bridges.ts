import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Client, type Connect, clientOf, type Load, withSession } from "./client.ts";
import { connectSdk, connectSdkOnStdio } from "./sdk-client.ts";

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed where this is type-checked
const throughSdk = async (client: any, close = () => client.close()): Promise<Client> =>
  clientOf(
    (await client.listTools()).tools,
    ({ name }) => name,
    ({ name }, input) => client.callTool({ name, arguments: input }),
    close,
  );

const onStdio = async (load: Load, ...args: string[]): Promise<Client> =>
  throughSdk(await connectSdkOnStdio(load, args));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Programs between a client and Taxiway, and clients on the command line, by their package. */
export const BRIDGES: Readonly<Record<string, Connect>> = {
  async "mcp-proxy"(load, { main, commandFile }) {
    const port = await freePort();
    const options = ["--host", "127.0.0.1", "--port", String(port), "--", process.execPath, main];
    const proxy = spawn(process.execPath, [commandFile("mcp-proxy", "dist/bin/mcp-proxy.mjs"), ...options], {
      stdio: "ignore",
    });
    const url = `http://127.0.0.1:${port}/mcp`;
    while (!(await fetch(`http://127.0.0.1:${port}/ping`).catch(() => undefined))) await wait(100);
    const client = await connectSdk(load, url);
    return throughSdk(client, async () => {
      await client.close();
      proxy.kill();
      await once(proxy, "exit");
    });
  },

  "mcp-remote": (load, { url, commandFile }) => onStdio(load, commandFile("mcp-remote", "dist/proxy.js"), url),

  async mcporter(_load, { url, commandFile }) {
    const server = ["--http-url", withSession(url), "--allow-http", "--name", "taxiway"];
    const run = async (...args: string[]): Promise<string> => {
      const file = commandFile("mcporter", "dist/cli.js");
      // It prints what a tool refuses, and ends with 1.
      const ended = promisify(execFile)(process.execPath, [file, ...args, ...server]).catch((error) => error);
      return (await ended).stdout;
    };
    const { tools } = JSON.parse(await run("list", "--json"));
    return clientOf(
      tools,
      ({ name }) => name,
      ({ name }, input) => run("call", "--tool", name, "--args", JSON.stringify(input), "--output", "raw"),
    );
  },

  supergateway: (load, { url, commandFile }) =>
    onStdio(load, commandFile("supergateway", "dist/index.js"), "--streamableHttp", url, "--logLevel", "none"),
};
