import type { Load } from "./client.ts";

const INFO = { name: "taxiway-test", version: "1.0.0" };

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed where this is type-checked
type SdkClient = any;

/** The official client, version 1, which some libraries are given. */
export const connectSdk = async (load: Load, url: string): Promise<SdkClient> => {
  const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Client(INFO);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
};

/** The same on the stdio of a bridge. */
export const connectSdkOnStdio = async (load: Load, args: readonly string[]): Promise<SdkClient> => {
  const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
  const client = new Client(INFO);
  const env = process.env as Record<string, string>;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: "ignore" }));
  return client;
};
