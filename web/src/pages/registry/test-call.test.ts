import { describe, expect, test } from "vitest";
import { readAnswer } from "./test-call.tsx";

describe("the answer of a test call", () => {
  test("is the structured content of an MCP result", () => {
    expect(
      readAnswer({ result: { content: [{ type: "text", text: "{}" }], structuredContent: { total: 3 } } }),
    ).toEqual({
      shown: { total: 3 },
    });
  });

  test("is the whole result if it contains only text", () => {
    const result = { content: [{ type: "text", text: "sunscreen" }] };
    expect(readAnswer({ result })).toEqual({ shown: result });
  });

  test("is the data of a response in the registry's format", () => {
    expect(readAnswer({ result: { call_id: "1", status: "completed", data: { items: [] } } })).toEqual({
      shown: { items: [] },
    });
  });

  test("contains the tool's error by field", () => {
    const { problem, shown } = readAnswer({ error: { code: -32_004, message: "Too long.", data: { field: "days" } } });
    expect(problem).toMatchObject({ message: "Too long.", fields: { "/days": "Too long." } });
    expect(shown).toMatchObject({ code: -32_004 });
  });
});
