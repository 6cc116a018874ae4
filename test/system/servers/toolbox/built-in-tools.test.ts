import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { body, type DocumentServer, startDocumentServer } from "../../../fixtures/documents/document-server.ts";
import {
  CLIENTS,
  connectClient,
  connectOverHttp,
  type Flavour,
  type SdkMcpClient,
} from "../../../fixtures/mcp-clients.ts";
import { FROZEN, worked } from "../../../fixtures/taxiway.ts";
import { launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

interface Errand {
  readonly tool: string;
  readonly function: string;
  readonly input: object;
  /** What the answer has to contain in every transport. */
  readonly answer: object;
  /** The content beside text. */
  readonly block?: object;
}

const DOCUMENT = "data:text/plain,Lufthansa%20flight%20LH400%20leaves%20Frankfurt%20at%20noon.";

const ERRANDS: readonly Errand[] = [
  {
    tool: "search_tool",
    function: "web_search",
    input: { query: "Heathrow airport", max_results: 2 },
    answer: {
      offline: true,
      results: expect.arrayContaining([expect.objectContaining({ title: expect.stringContaining("Heathrow") })]),
    },
  },
  {
    tool: "search_tool",
    function: "news_search",
    input: { query: "airport" },
    answer: { offline: true, results: [], note: expect.stringContaining("needs a search provider") },
  },
  {
    tool: "calculator",
    function: "calculate",
    input: { expression: "0.1 + 0.2" },
    answer: { result: 0.3, text: "0.3", source: "offline" },
  },
  {
    tool: "calculator",
    function: "convert_units",
    input: { value: 100, from_unit: "km", to_unit: "mile" },
    answer: { result: expect.closeTo(62.137, 3), to_unit: "mi", source: "offline" },
  },
  {
    tool: "image_generator",
    function: "generate_image",
    input: { prompt: "a beach at sunset", style: "cartoon", size: "256x256" },
    answer: { width: 256, height: 256, style: "cartoon", provider: "procedural", source: "offline" },
    block: { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) },
  },
  {
    tool: "document_analyzer",
    function: "extract_text",
    input: { document_url: DOCUMENT },
    answer: { text: "Lufthansa flight LH400 leaves Frankfurt at noon." },
    block: { type: "text", text: "Lufthansa flight LH400 leaves Frankfurt at noon." },
  },
  {
    tool: "document_analyzer",
    function: "analyze_document",
    input: { document_url: DOCUMENT, analysis_type: "entities" },
    answer: { entities: expect.arrayContaining([expect.objectContaining({ text: "LH400" })]) },
  },
  {
    tool: "time_tool",
    function: "current_time",
    input: { timezone: "Asia/Tokyo" },
    answer: { time: "2026-12-01T18:00:00+09:00", timezone: "Asia/Tokyo" },
  },
  {
    tool: "time_tool",
    function: "time_difference",
    input: { start_time: "2026-12-01T00:00:00Z", end_time: "2026-12-01T06:30:00Z" },
    answer: { difference: 6.5, unit: "hours" },
  },
];

let taxiway: ToolboxTaxiway;
let documents: DocumentServer;
beforeAll(async () => {
  documents = await startDocumentServer();
  taxiway = await launchToolbox({ CLOCK: FROZEN });
});
afterAll(async () => {
  await documents?.close();
  await taxiway?.stop();
});

const flavour = (name: string): Flavour => CLIENTS[name] as Flavour;

/** All of them check results against the listed schema, as their SDK does. */
const WAYS: Readonly<Record<string, () => Promise<SdkMcpClient>>> = {
  "the v1 SDK client over HTTP": () => connectOverHttp(flavour("the v1 SDK client"), taxiway.toolbox),
  "the v2 client, legacy, over HTTP": () => connectOverHttp(flavour("the v2 client, legacy"), taxiway.toolbox),
  "the v2 client, modern, over HTTP": () => connectOverHttp(flavour("the v2 client, modern"), taxiway.toolbox),
  "the v2 client on stdio": () =>
    connectClient(flavour("the v2 client, modern"), { TAXIWAY_STORE: "memory" }, ["--server", "toolbox"]),
};

it("a built-in tool reports ignored fields first, in text and structure, also with pictures", async () => {
  const client = await connectOverHttp(flavour("the v2 client, modern"), taxiway.toolbox);
  const said = '"colour" is not a field of image_generator__generate_image and was ignored.';
  const input = { prompt: "a beach", size: "256x256", colour: "blue" };
  const { content, structuredContent } = await client.callTool({
    name: "image_generator__generate_image",
    arguments: input,
  });
  expect(content[0]).toEqual({ type: "text", text: `Note: ${said}` });
  expect(Object.entries(structuredContent ?? {})[0]).toEqual(["warnings", [said]]);
  await client.close();
});

describe.each(Object.entries(WAYS))("%s", (_, connect) => {
  let client: SdkMcpClient;
  beforeAll(async () => {
    client = await connect();
    await client.listTools();
  });
  afterAll(() => client?.close());

  it.each(ERRANDS)("calls $tool $function", async ({ tool, function: name, input, answer, block }) => {
    const result = await client.callTool({ name: `${tool}__${name}`, arguments: input });
    expect(worked(result)).toMatchObject(answer);
    if (block) expect(result.content).toContainEqual(block);
    else expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  });
});

describe("/rpc", () => {
  it.each(ERRANDS)("calls $tool $function", async ({ tool, function: name, input, answer, block }) => {
    const params = { tool_name: tool, function_name: name, arguments: input, call_id: "c-1" };
    const { result } = await taxiway.rpc("tools/call", params);
    expect(result).toMatchObject({ call_id: "c-1", status: "completed", data: answer });
    if (block) expect(result.content).toContainEqual(block);
  });
});

describe("a call of a long document", () => {
  it.each(["the v1 SDK client", "the v2 client, modern"])("reports its progress to %s", async (name) => {
    const text = "The ferry to the island leaves at nine. Tickets are sold in the harbour of Piraeus.\n".repeat(8_000);
    const document_url = documents.serve("long.txt", body("text/plain", text));
    const client = await connectOverHttp(flavour(name), taxiway.toolbox);
    const steps: { progress: number; total?: number; message?: string }[] = [];
    const result = await client.callWith(
      { name: "document_analyzer__analyze_document", arguments: { document_url, analysis_type: "keywords" } },
      { onprogress: (step) => void steps.push(step) },
    );
    await client.close();
    expect(worked(result)).toMatchObject({ analysis_type: "keywords" });
    expect(steps.length).toBeGreaterThan(2);
    const reached = steps.map(({ progress }) => progress);
    expect(reached).toEqual([...new Set(reached)].sort((one, other) => one - other));
    expect(Math.max(...reached)).toBeLessThanOrEqual(steps[0]?.total ?? 0);
    expect(steps[0]?.message).toBe("Fetching the document");
  });
});
