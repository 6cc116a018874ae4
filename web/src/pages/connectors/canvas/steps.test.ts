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

describe("a station", () => {
  it("shows what it saw and made in the last run; the last one shows what callers get", () => {
    expect(sampleOf("input", ANSWER)).toEqual({ state: "ok", milliseconds: 0.2, in: { a: 1 }, out: { a: 1 } });
    expect(sampleOf("auth", ANSWER)).toMatchObject({ state: "failed", error: "The credential is not there." });
    expect(sampleOf("http", ANSWER)).toEqual({ state: "idle" });
    expect(sampleOf("output", ANSWER).out).toEqual({ found: 2 });
    expect(sampleOf("output", undefined)).toEqual({ state: "idle" });
  });

  it("asks before something is sent that changes something, and only then", () => {
    const asks = (risk: "read" | "write") => STEPS.filter(({ step }) => needsConfirmation({ risk }, step)).length;
    expect(asks("read")).toBe(0);
    expect(
      STEPS.filter(({ step }) => needsConfirmation({ risk: "destructive" }, step)).map(({ step }) => step),
    ).toEqual(["http", "parse", "response", "output"]);
  });

  it("is run to by its name; the whole way has no end", () => {
    expect(testBody("search", { a: 1 }, "parse", false)).toEqual({
      tool: "search",
      arguments: { a: 1 },
      until: "parse",
    });
    expect(testBody("search", {}, "output", true)).toEqual({ tool: "search", arguments: {}, confirm: true });
    expect(testBody("search", {}, "output", false, 3)).toEqual({ tool: "search", arguments: {}, version: 3 });
  });

  it("is reached with the arrow keys, which stop at both ends", () => {
    expect(stepAfterKey("ArrowRight", "input")).toBe("request");
    expect(stepAfterKey("ArrowUp", "input")).toBe("input");
    expect(stepAfterKey("ArrowDown", "output")).toBe("output");
    expect(stepAfterKey("Home", "parse")).toBe("input");
    expect(stepAfterKey("a", "parse")).toBeUndefined();
  });
});

it("who answered is known of failures too", () => {
  const failed = { step: "http" as const, milliseconds: 9, out: { status: 400, source: "sandbox" } };
  expect(sourceOf({ ...ANSWER, ok: false, steps: [failed] })).toBe("sandbox");
  expect(sourceOf({ ...ANSWER, source: "live" })).toBe("live");
  expect(sourceOf(ANSWER)).toBeUndefined();
});

it("all stations are on one line: beside each other where there is room, below each other on a phone", () => {
  expect(layoutFor(1_024)).toMatchObject({ vertical: false });
  expect(layoutFor(1_024).length).toBeLessThanOrEqual(1_024);
  expect(layoutFor(700).length).toBeGreaterThan(700);
  expect(layoutFor(4_000).width).toBe(230);
  expect(layoutFor(366)).toMatchObject({ vertical: true, width: 364 });
});

it("a preview is short and on one line, with nothing in it that cannot be seen", () => {
  expect(preview({ a: "x\u202ey", b: [1, { c: null }] })).toBe("a: x·y, b: [1, {c: null}]");
  expect(preview({})).toBe("nothing");
  expect(preview("z".repeat(10_000))).toHaveLength(160);
  expect(preview(undefined)).toBe("");
});

it("XML is written line by line for reading", () => {
  expect(indentedXml('<?xml version="1.0"?><a><b c="1"/><d>x</d></a>')).toBe(
    ['<?xml version="1.0"?>', "<a>", '  <b c="1"/>', "  <d>x</d>", "</a>"].join("\n"),
  );
});
