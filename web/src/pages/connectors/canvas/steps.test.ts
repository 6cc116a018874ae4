import { describe, expect, it } from "vitest";
import type { TestRun } from "../responses.ts";
import {
  indentedXml,
  layoutFor,
  needsConfirmation,
  preview,
  STEPS,
  sampleOf,
  sourceOf,
  stepAfterKey,
  testBody,
} from "./steps.ts";

const ANSWER: TestRun = {
  tool: "search",
  ok: true,
  sent: true,
  correlation_id: "c",
  result: { found: 2 },
  steps: [
    { step: "input", milliseconds: 0.2, in: { a: 1 }, out: { a: 1 } },
    { step: "auth", milliseconds: 3, error: "The credential is not there." },
    { step: "output", milliseconds: 1, in: { found: 2 }, out: { warnings: [] } },
  ],
};

describe("a step", () => {
  it("shows its input and output of the last run; the last step shows the result", () => {
    expect(sampleOf("input", ANSWER)).toEqual({ state: "ok", milliseconds: 0.2, in: { a: 1 }, out: { a: 1 } });
    expect(sampleOf("auth", ANSWER)).toMatchObject({ state: "failed", error: "The credential is not there." });
    expect(sampleOf("http", ANSWER)).toEqual({ state: "idle" });
    expect(sampleOf("output", ANSWER).out).toEqual({ found: 2 });
    expect(sampleOf("output", undefined)).toEqual({ state: "idle" });
  });

  it("needs confirmation if it sends a request that changes something", () => {
    const asks = (risk: "read" | "write") => STEPS.filter(({ step }) => needsConfirmation({ risk }, step)).length;
    expect(asks("read")).toBe(0);
    expect(
      STEPS.filter(({ step }) => needsConfirmation({ risk: "destructive" }, step)).map(({ step }) => step),
    ).toEqual(["http", "parse", "response", "output"]);
  });

  it("is the end of a partial run; a full run has no end", () => {
    expect(testBody("search", { a: 1 }, "parse", false)).toEqual({
      tool: "search",
      arguments: { a: 1 },
      until: "parse",
    });
    expect(testBody("search", {}, "output", true)).toEqual({ tool: "search", arguments: {}, confirm: true });
    expect(testBody("search", {}, "output", false, 3)).toEqual({ tool: "search", arguments: {}, version: 3 });
  });

  it("is selected with the arrow keys, which stop at both ends", () => {
    expect(stepAfterKey("ArrowRight", "input")).toBe("request");
    expect(stepAfterKey("ArrowUp", "input")).toBe("input");
    expect(stepAfterKey("ArrowDown", "output")).toBe("output");
    expect(stepAfterKey("Home", "parse")).toBe("input");
    expect(stepAfterKey("a", "parse")).toBeUndefined();
  });
});

it("sourceOf finds the source of failed runs too", () => {
  const failed = { step: "http" as const, milliseconds: 9, out: { status: 400, source: "sandbox" } };
  expect(sourceOf({ ...ANSWER, ok: false, steps: [failed] })).toBe("sandbox");
  expect(sourceOf({ ...ANSWER, source: "live" })).toBe("live");
  expect(sourceOf(ANSWER)).toBeUndefined();
});

it("layoutFor places steps side by side, or stacked on a phone", () => {
  expect(layoutFor(1_024)).toMatchObject({ vertical: false });
  expect(layoutFor(1_024).length).toBeLessThanOrEqual(1_024);
  expect(layoutFor(700).length).toBeGreaterThan(700);
  expect(layoutFor(4_000).width).toBe(230);
  expect(layoutFor(366)).toMatchObject({ vertical: true, width: 364 });
});

it("preview is short, on one line, and without invisible characters", () => {
  expect(preview({ a: "x\u202ey", b: [1, { c: null }] })).toBe("a: x·y, b: [1, {c: null}]");
  expect(preview({})).toBe("nothing");
  expect(preview("z".repeat(10_000))).toHaveLength(160);
  expect(preview(undefined)).toBe("");
});

it("indentedXml adds line breaks and indentation", () => {
  expect(indentedXml('<?xml version="1.0"?><a><b c="1"/><d>x</d></a>')).toBe(
    ['<?xml version="1.0"?>', "<a>", '  <b c="1"/>', "  <d>x</d>", "</a>"].join("\n"),
  );
});
