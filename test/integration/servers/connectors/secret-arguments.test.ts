import { describe, expect, it } from "vitest";
import { startApi, startConnectors } from "./connector-world.ts";

const SECRET = "SECRET-KEY-123";

describe("the log of calls", () => {
  it("masks arguments that the API's names or texts call secrets, and shows sort keys", async () => {
    const { ask, connect } = await startConnectors();
    const { url, asked } = await startApi(() => ({ body: {} }));
    const text = { type: "string" };
    const tool = {
      name: "list_blocks",
      description: "Lists blocks.",
      risk: "read",
      input: {
        type: "object",
        properties: {
          "App-Key": text,
          key: text,
          code: { ...text, description: "Your API key." },
          header: text,
          sort_key: text,
          place: text,
        },
      },
      request: {
        method: "GET",
        path: "/blocks",
        bindings: [
          { argument: "App-Key", in: "header" },
          { argument: "key", in: "query" },
          { argument: "code", in: "query" },
          { argument: "header", in: "header", name: "X-Subscription-Key" },
          { argument: "sort_key", in: "query" },
          { argument: "place", in: "query" },
        ],
      },
      parse: { format: "json" },
    };
    const document = {
      connector: 1,
      name: "blocks",
      title: "Blocks",
      description: "Blocks.",
      base_url: url,
      tools: [tool],
    };
    expect((await ask("POST", "/import", { document })).status).toBe(201);
    await ask("POST", "/connectors/blocks/approve", {});
    await ask("POST", "/connectors/blocks/publish", {});
    const client = await connect("blocks");
    const given = { "App-Key": SECRET, key: SECRET, code: SECRET, header: SECRET, sort_key: "name", place: "Bozen" };
    await client?.call("list_blocks", given);
    expect(asked[0]?.headers).toMatchObject({ "app-key": SECRET, "x-subscription-key": SECRET });

    const log = await client?.request("resources/read", { uri: "connector://blocks/invocations" });
    expect(log?.result.contents[0].text).not.toContain(SECRET);
    const { body } = await ask("GET", "/invocations");
    expect(body.invocations[0].arguments).toEqual({
      ...{ "App-Key": "[secret]", key: "[secret]", code: "[secret]", header: "[secret]" },
      ...{ sort_key: "name", place: "Bozen" },
    });
  });
});
