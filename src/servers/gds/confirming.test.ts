import { describe, expect, it } from "vitest";
import { confirming } from "./confirming.ts";
import { gdsTools } from "./gds-tools.ts";

const unneeded = () => {
  throw new Error("a list of tools needs no services");
};

describe("confirming", () => {
  it("asks before every tool that changes something, and before no other", () => {
    const tools = gdsTools(unneeded);
    const asking = tools.filter((tool) => confirming(tool, unneeded, "true") !== tool);
    expect(asking).toEqual(tools.filter(({ effect }) => effect !== "read"));
  });
});
