import { it } from "vitest";
import { expectFastDuring } from "../system/hostile/document-latency.ts";
import { largeOpenApi, yamlOfKeys } from "../system/hostile/large-documents.ts";

it.each([
  ["300,000 keys of YAML", { document: yamlOfKeys(300_000) }, 400],
  ["450 operations in 3.6 MB", { document: largeOpenApi() }, 201],
])("drafting from a document with %s does not slow down other clients", { timeout: 300_000 }, (_, document, status) =>
  expectFastDuring("/drafts", document, status),
);
