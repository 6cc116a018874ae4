import { expect, it } from "vitest";
import { checkConnector } from "../../../../../src/servers/connectors/check-connector.ts";
import { draftFromOpenApi } from "../../../../../src/servers/connectors/drafting/openapi/draft-from-openapi.ts";
import { manyOperations } from "../../../../fixtures/openapi/many-operations.ts";

it("drafts a document with three hundred operations completely, in groups, with only the schemas each tool needs", async () => {
  const draft = await draftFromOpenApi(manyOperations());
  expect(await checkConnector(draft.connector)).toEqual(draft.connector);
  expect(draft.connector.tools.every(({ approved }) => approved === false)).toBe(true);
  expect(draft.candidates.map(({ tool }) => tool)).toEqual(draft.connector.tools.map(({ name }) => name));
  expect(draft.candidates).toHaveLength(300);
  expect(new Set(draft.candidates.map(({ tool }) => tool)).size).toBe(300);
  expect(draft.candidates[0]).toMatchObject({ tool: "get_thing_0", tags: ["group 0"], risk: "read" });
  const risks = draft.candidates.slice(0, 60).map(({ risk }) => risk);
  expect(risks).toEqual([...Array(20).fill("read"), ...Array(30).fill("write"), ...Array(10).fill("destructive")]);
  expect(draft.candidates.every(({ token_cost }) => token_cost < 2_000)).toBe(true);
  expect(draft.candidates.find(({ tool }) => tool === "put_thing_3_by_id")?.problems).toEqual([
    "Its output schema is left open below 12 levels.",
    "Its input schema is left open below 12 levels.",
  ]);
}, 120_000);
