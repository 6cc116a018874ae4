import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createDocumentWorkers,
  type DocumentWorkersOptions,
} from "../../../../src/servers/connectors/documents/document-workers.ts";
import { slowYaml } from "../../../system/hostile/large-documents.ts";

const SENDER = { client: "acme", signal: new AbortController().signal };

const start = (options?: DocumentWorkersOptions) => {
  const documents = createDocumentWorkers(options);
  onTestFinished(() => documents.close());
  return documents;
};

const connector = {
  ...{ connector: 1, name: "pets", title: "Pets", description: "A shop.", base_url: "https://pets.example.com" },
  tools: [
    {
      ...{ name: "list_pets", description: "Lists pets.", risk: "read", input: { type: "object" } },
      request: { method: "GET", path: "/pets" },
      parse: { format: "json" },
    },
  ],
};

describe("the document workers", () => {
  it("stop a document at its deadline and read the next one", async () => {
    const documents = start({ deadlineMs: 10_000 });
    await expect(documents.readConnectorText(slowYaml(300_000), SENDER)).rejects.toMatchObject({
      kind: "timeout",
      message: "Reading the document took longer than 10 seconds and was stopped.",
      details: { error_type: "document_timeout", hint: expect.stringContaining("Remove parts") },
    });
    // On a busy machine a new worker may need longer than the deadline to start.
    const read = async () => expect(await documents.checkConnector(connector, SENDER)).toEqual(connector);
    await vi.waitFor(read, { timeout: 60_000 });
  });

  it("stop a document at its memory limit", async () => {
    const documents = start({ memoryMb: 64 });
    await expect(documents.readConnectorText(`a: [${"1,".repeat(1_500_000)}1]`, SENDER)).rejects.toMatchObject({
      kind: "failed",
      message: "Reading the document needed more than 64 MB of memory and was stopped.",
      details: { error_type: "document_memory", hint: expect.stringContaining("Remove parts") },
    });
  });

  it("draft, read and check documents with the same results and errors as in process", async () => {
    const documents = start();
    const paths = { "/pets": { get: { operationId: "listPets", responses: {} } } };
    const openapi = JSON.stringify({ openapi: "3.0.0", info: { title: "Pets", version: "1" }, paths });
    const drafted = await documents.draft(
      { document: openapi, url: "https://pets.example.com/openapi.json" },
      {},
      SENDER,
    );
    expect(drafted.candidates).toMatchObject([{ tool: "list_pets", operation: "GET /pets" }]);
    const files = { "find.request.xml": "<find><city>Innsbruck</city></find>" };
    const sampled = await documents.draft({ files }, { name: "hotels" }, SENDER);
    expect(sampled.connector).toMatchObject({ name: "hotels", tools: [{ name: "find" }] });
    expect(await documents.readConnectorText(JSON.stringify(connector), SENDER)).toEqual(connector);
    await expect(documents.readConnectorText("a: 1\nb: 2\na: 3\n", SENDER)).rejects.toMatchObject({
      kind: "invalid",
      message: "The connector is neither JSON nor YAML: Map keys must be unique, in line 3.",
    });
    await expect(documents.checkConnector({ ...connector, tools: [] }, SENDER)).rejects.toMatchObject({
      kind: "invalid",
      details: { field: "tools" },
    });
  });

  it("abort a document when its sender disconnects", async () => {
    const documents = start();
    const leaving = new AbortController();
    const reading = documents.readConnectorText(slowYaml(300_000), { ...SENDER, signal: leaving.signal });
    leaving.abort();
    await expect(reading).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("reject documents once they are closing", async () => {
    const documents = start();
    await documents.close();
    await expect(documents.checkConnector(connector, SENDER)).rejects.toMatchObject({
      kind: "unavailable",
      details: { retryable: true },
    });
  });
});
