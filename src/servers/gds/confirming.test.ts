import { describe, expect, it } from "vitest";
import { confirming } from "./confirming.ts";
import { gdsTools } from "./gds-server.ts";

const unneeded = () => {
  throw new Error("a list of tools needs no services");
};

describe("the confirmation wrapper", () => {
  it("asks before every tool that writes, and before no other", () => {
    const tools = gdsTools(unneeded);
    const asking = tools.filter((tool) => confirming(tool, unneeded, "true") !== tool);
    expect(asking).toEqual(tools.filter(({ effect }) => effect !== "read"));
  });
});
