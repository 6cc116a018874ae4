import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { Client as ModernClient } from "../../../referees/node_modules/@modelcontextprotocol/client/dist/index.mjs";
import { StdioClientTransport as ModernTransport } from "../../../referees/node_modules/@modelcontextprotocol/client/dist/stdio.mjs";
import { Client as OldClient } from "../../../referees/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js";
import { StdioClientTransport as OldTransport } from "../../../referees/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js";
import { ToolListChangedNotificationSchema } from "../../../referees/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js";

const server = {
  command: process.execPath,
  args: ["--import", "tsx", fileURLToPath(new URL("../../../integration/mcp/protocol/demo-stdio.ts", import.meta.url))],
  cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
  stderr: "ignore" as const,
};
const identity = { name: "referee", version: "1" };

interface Connected {
  readonly client: Pick<
    ModernClient,
    | "listTools"
    | "callTool"
    | "listResources"
    | "listResourceTemplates"
    | "readResource"
    | "listPrompts"
    | "getPrompt"
    | "complete"
    | "getServerVersion"
    | "getInstructions"
    | "close"
  >;
  readonly notFoundCode: number;
  /** Resolves when the server notifies that its tools have changed. */
  readonly toolsChanged: Promise<void>;
}

const latch = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

const connectOld = async (): Promise<Connected> => {
  const client = new OldClient(identity);
  const { open, opened } = latch();
  client.setNotificationHandler(ToolListChangedNotificationSchema, open);
  await client.connect(new OldTransport(server));
  return { client: client as unknown as Connected["client"], notFoundCode: -32002, toolsChanged: opened };
};

const connectNew = (mode: "legacy" | "auto" | { pin: string }) => async (): Promise<Connected> => {
  const { open, opened } = latch();
  const client = new ModernClient(identity, {
    versionNegotiation: { mode },
    listChanged: { tools: { onChanged: open } },
  });
  await client.connect(new ModernTransport(server));
  const modern = mode !== "legacy";
  expect(client.getNegotiatedProtocolVersion()).toBe(modern ? "2026-07-28" : "2025-11-25");
  return { client, notFoundCode: -32602, toolsChanged: opened };
};

describe.each([
  ["the v1 SDK", connectOld],
  ["the v2 SDK, legacy", connectNew("legacy")],
  ["the v2 SDK, finding out", connectNew("auto")],
  ["the v2 SDK, modern", connectNew({ pin: "2026-07-28" })],
])("%s", (_, connect) => {
  let connected: Connected | undefined;
  afterEach(() => connected?.client.close());

  it("uses tools, resources, prompts and completions", async () => {
    connected = await connect();
    const { client, notFoundCode, toolsChanged } = connected;
    expect(client.getServerVersion()).toMatchObject({ name: "demo", version: "1.2.3" });
    expect(client.getInstructions()).toBe("Try everything.");

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual(["searchFlights", "fail", "wait"]);
    const found = await client.callTool({ name: "searchFlights", arguments: { origin: "JFK" } });
    expect(found.isError).toBeFalsy();
    expect(found.structuredContent).toMatchObject({ origin: "JFK", cabin: "economy" });

    const failed = await client.callTool({ name: "fail", arguments: { how: "rule" } });
    expect(failed).toMatchObject({ isError: true, _meta: { "taxiway/error": { code: -32002 } } });
    await expect(client.callTool({ name: "searchFlight" })).rejects.toMatchObject({ code: -32602 });

    expect((await client.listResources()).resources).toHaveLength(2);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const { contents } = await client.readResource({ uri: "demo://airports/JFK" });
    expect(contents).toMatchObject([{ text: "New York" }]);
    await expect(client.readResource({ uri: "demo://airports/XXX" })).rejects.toMatchObject({ code: notFoundCode });

    expect((await client.listPrompts()).prompts).toHaveLength(1);
    const { messages } = await client.getPrompt({ name: "planTrip", arguments: { to: "Rome" } });
    expect(messages).toHaveLength(1);
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "planTrip" },
      argument: { name: "to", value: "Pa" },
    });
    expect(completion.values).toEqual(["Paris"]);

    await client.callTool({ name: "grow" });
    await toolsChanged;
    expect((await client.listTools()).tools.at(-1)?.name).toBe("grown");
  });

  it("gets progress of a call, cancels it, and continues", async () => {
    connected = await connect();
    const { client } = connected;
    const abort = new AbortController();
    const steps: unknown[] = [];
    const onprogress = (step: unknown) => {
      steps.push(step);
      abort.abort();
    };
    const options = { signal: abort.signal, onprogress };
    const params = { name: "wait", arguments: { milliseconds: 60_000 } };
    // The v1 client takes the schema of the result in between.
    const call =
      client instanceof OldClient ? client.callTool(params, undefined, options) : client.callTool(params, options);
    await expect(call).rejects.toThrow();
    expect(steps).toEqual([{ progress: 1, total: 2, message: "half way" }]);
    expect((await client.callTool({ name: "wait", arguments: { milliseconds: 0 } })).isError).toBeFalsy();
  });
});
