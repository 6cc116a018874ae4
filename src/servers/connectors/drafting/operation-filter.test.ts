import { describe, expect, it } from "vitest";
import { chosenOperations, type Filterable } from "./operation-filter.ts";

const operations: readonly Filterable[] = [
  { operation: "GET /pets", path: "/pets", tags: [] },
  { operation: "POST /pets", path: "/pets", tags: [] },
];
const chosenBy = (filter: string) => chosenOperations(operations, [filter], (each) => each);

describe("a filter that matches no operation", () => {
  it("names what there is", () => {
    expect(() => chosenBy("path:/cats")).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ allowed: ["path:/pets"] }) }),
    );
  });

  it("says that the document has no tags", () => {
    expect(() => chosenBy("tag:none")).toThrow(
      expect.objectContaining({
        message: "No operation matches 'tag:none': the operations of the document have no tags.",
        details: { field: "only", value: "tag:none", hint: "Choose with path:… or operation:… instead." },
      }),
    );
  });
});
