import { describe, expect, it } from "vitest";
import { confirming } from "./confirming.ts";
import { gdsTools } from "./gds-server.ts";

const unneeded = () => {
  throw new Error("a list of tools needs no services");
};

describe("the confirmation wrapper", () => {
  it("asks before every tool that books, changes, pays or cancels, and before no other", () => {
    const tools = gdsTools(unneeded);
    const asking = tools.filter((tool) => confirming(tool, unneeded, "true") !== tool);
    const costsNothing = "updateBooking";
    expect(asking).toEqual(tools.filter(({ effect, name }) => effect !== "read" && name !== costsNothing));
  });
});
