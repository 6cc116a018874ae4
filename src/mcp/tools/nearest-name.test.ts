import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

describe("nearestName", () => {
  const fields = ["origin", "destination", "departureDate", "passengers", "cabin"];

  it.each([
    ["passenger", "passengers"],
    ["orgin", "origin"],
    ["departure_date", "departureDate"],
    ["CABIN", "cabin"],
    ["destinatoin", "destination"],
    ["departure", "departureDate"],
  ])("suggests for %s the name %s", (meant, name) => {
    expect(nearestName(meant, fields)).toBe(name);
  });

  it.each(["xyzzy", "", "!!!", "q".repeat(10_000)])("suggests nothing for %s", (meant) => {
    expect(nearestName(meant, fields)).toBeUndefined();
  });
});
