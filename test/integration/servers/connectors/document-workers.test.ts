import { describe, expect, it, onTestFinished } from "vitest";
import {
  createDocumentWorkers,
  type DocumentWorkersOptions,
} from "../../../../src/servers/connectors/documents/document-workers.ts";
import { slowOpenApi } from "../../../system/hostile/large-documents.ts";

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
  it("stop a document at its deadline", async () => {
    const documents = start({ deadlineMs: 500 });
    await expect(documents.draft({ document: slowOpenApi() }, {}, SENDER)).rejects.toMatchObject({
      kind: "timeout",
      message: "Reading the document took longer than 0.5 seconds and was stopped.",
      details: { error_type: "document_timeout", hint: expect.stringContaining("Remove what is not needed") },
    });
  });

  it("stop a document at its memory limit", async () => {
    const documents = start({ memoryMb: 64 });
    await expect(documents.readConnectorText(`a: [${"1,".repeat(1_500_000)}1]`, SENDER)).rejects.toMatchObject({
      kind: "failed",
      message: "Reading the document needed more than 64 MB of memory and was stopped.",
      details: { error_type: "document_memory", hint: expect.stringContaining("Remove what is not needed") },
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
      message: "The connector is neither JSON nor YAML: duplicated mapping key, in line 3.",
    });
    await expect(documents.checkConnector({ ...connector, tools: [] }, SENDER)).rejects.toMatchObject({
      kind: "invalid",
      details: { field: "tools" },
    });
  });

  it("abort a document when its sender disconnects", async () => {
    const documents = start();
    const leaving = new AbortController();
    const reading = documents.draft({ document: slowOpenApi() }, {}, { ...SENDER, signal: leaving.signal });
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
