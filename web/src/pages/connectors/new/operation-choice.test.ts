import { describe, expect, it } from "vitest";
import type { IndexedOperation } from "../responses.ts";
import {
  filterOperations,
  firstSelection,
  NO_FILTER,
  onlySelected,
  tagsOf,
  tokensIn,
  withSelection,
} from "./operation-choice.ts";

const operation = (method: string, path: string, more: Partial<IndexedOperation> = {}): IndexedOperation => ({
  operation: `${method} ${path}`,
  ...{ method, path, tags: [], summary: "", risk: "read", deprecated: false, token_cost: 100 },
  ...more,
});

const OPERATIONS = [
  operation("GET", "/pets", { tags: ["pets"], summary: "Lists all pets", operation_id: "listPets" }),
  operation("DELETE", "/pets/{id}", { tags: ["pets", "admin"], risk: "destructive", token_cost: 60 }),
  operation("GET", "/ping", { deprecated: true }),
];
const names = (operations: readonly IndexedOperation[]) => operations.map(({ operation }) => operation);

describe("the choice of operations", () => {
  it("filters by all words, tag and risk", () => {
    expect(names(filterOperations(OPERATIONS, { ...NO_FILTER, text: "LISTPETS get" }))).toEqual(["GET /pets"]);
    expect(names(filterOperations(OPERATIONS, { ...NO_FILTER, tag: "admin" }))).toEqual(["DELETE /pets/{id}"]);
    expect(names(filterOperations(OPERATIONS, { ...NO_FILTER, risk: "read" }))).toEqual(["GET /pets", "GET /ping"]);
    expect([...tagsOf(OPERATIONS)]).toEqual([
      ["pets", 2],
      ["admin", 1],
    ]);
  });

  it("starts with all operations of a small API that are not deprecated, and with none of a large one", () => {
    expect([...firstSelection(OPERATIONS)]).toEqual(["GET /pets", "DELETE /pets/{id}"]);
    expect(firstSelection(Array.from({ length: 51 }, (_, at) => operation("GET", `/${at}`))).size).toBe(0);
  });

  it("adds up the tokens of what is selected", () => {
    const selected = withSelection(firstSelection(OPERATIONS), OPERATIONS.slice(0, 1), false);
    expect([...selected]).toEqual(["DELETE /pets/{id}"]);
    expect(tokensIn(OPERATIONS, selected)).toBe(60);
    expect(tokensIn(OPERATIONS, withSelection(selected, OPERATIONS, true))).toBe(260);
  });

  it("names the selected operations only if some are not", () => {
    expect(onlySelected(OPERATIONS, firstSelection(OPERATIONS))).toEqual([
      "operation:GET /pets",
      "operation:DELETE /pets/{id}",
    ]);
    expect(onlySelected(OPERATIONS, new Set(names(OPERATIONS)))).toBeUndefined();
  });
});
