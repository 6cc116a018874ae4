import { describe, expect, it } from "vitest";
import { type Drafted, withinLimits } from "./within-limits.ts";

const drafted = (name: string, inputSize: number, outputSize: number): Drafted => {
  const schema = (size: number) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: Math.ceil(size / 100) }, (_, i) => [
        `field_${i}`,
        { type: "string", description: "x".repeat(60) },
      ]),
    ),
  });
  return {
    tool: { name, description: name, input: schema(inputSize), output: schema(outputSize) } as never,
    candidate: { tool: name, operation: `GET /${name}`, problems: [] } as never,
  };
};

describe("tools that do not fit into one connector", () => {
  it("keep everything as long as there is room", () => {
    const all = [drafted("a", 1_000, 1_000), drafted("b", 1_000, 1_000)];
    expect(withinLimits(all, { bytes: 10_000 })).toEqual({ kept: all });
  });

  it("get shorter outputs first, and keep their inputs", () => {
    const all = [drafted("a", 1_000, 5_000), drafted("b", 1_000, 300)];
    const { kept, remark } = withinLimits(all, { bytes: 6_000 });
    expect(remark).toBeUndefined();
    expect(kept.map(({ tool }) => tool.input)).toEqual(all.map(({ tool }) => tool.input));
    expect(JSON.stringify(kept[0]?.tool.output).length).toBeLessThanOrEqual(2_048);
    expect(kept[0]?.candidate.problems).toEqual([
      "Its output schema was shortened, so that all operations fit into the connector.",
    ]);
    expect(kept[1]).toEqual(all[1]);
  });

  it("are left out if they are the largest, wherever they stand in the document", () => {
    const all = [drafted("large", 8_000, 0), drafted("a", 1_000, 0), drafted("b", 1_000, 0)];
    const { kept, remark } = withinLimits(all, { bytes: 4_000 });
    expect(kept.map(({ tool }) => tool.name)).toEqual(["a", "b"]);
    expect(remark).toMatch(/^1 of 3 operations were left out, the largest ones.* Left out: GET \/large\.$/);
  });

  it("are no more than a connector may have", () => {
    const all = Array.from({ length: 12 }, (_, i) => drafted(`t${i}`, 100 * i, 0));
    const { kept, remark } = withinLimits(all, { tools: 4 });
    expect(kept.map(({ tool }) => tool.name)).toEqual(["t0", "t1", "t2", "t3"]);
    expect(remark).toContain("and 3 more.");
  });
});
