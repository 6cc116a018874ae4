import { describe, expect, it } from "vitest";
import { createRegistry, mergeSnapshots, prometheusText, type Snapshot } from "./metrics.ts";

const textOf = (...snapshots: Snapshot[]): string[] => prometheusText(mergeSnapshots(snapshots)).split("\n");

describe("a counter", () => {
  it("has one series for each set of label values", () => {
    const registry = createRegistry();
    const calls = registry.counter({ name: "calls_total", help: "Calls.", labels: ["tool", "outcome"] });
    calls("search", "ok").add();
    calls("search", "ok").add(2);
    calls("book", "ok").add();
    expect(textOf(registry.snapshot())).toEqual([
      "# HELP calls_total Calls.",
      "# TYPE calls_total counter",
      'calls_total{tool="search",outcome="ok"} 3',
      'calls_total{tool="book",outcome="ok"} 1',
      "",
    ]);
  });

  it("distinguishes label values that would be equal when joined", () => {
    const registry = createRegistry();
    const calls = registry.counter({ name: "calls_total", help: "Calls.", labels: ["a", "b"] });
    expect(calls("x,y", "z")).not.toBe(calls("x", "y,z"));
  });

  it("is shown as 0 before its first increment, and not at all before a series exists", () => {
    const registry = createRegistry();
    registry.counter({ name: "asked_total", help: "Asked.", labels: [] })();
    registry.counter({ name: "unasked_total", help: "Unasked.", labels: ["a"] });
    const text = textOf(registry.snapshot());
    expect(text).toContain("asked_total 0");
    expect(text.join()).not.toContain("unasked");
  });
});

describe("a histogram", () => {
  it("counts a value on a bound in the bucket that ends there, and shows cumulated buckets", () => {
    const registry = createRegistry();
    const seconds = registry.histogram({ name: "s", help: "Seconds.", labels: ["route"], bounds: [0.25, 1] })("/mcp");
    for (const value of [0.25, 0.26, 1, 5]) seconds.observe(value);
    expect(textOf(registry.snapshot())).toEqual([
      "# HELP s Seconds.",
      "# TYPE s histogram",
      's_bucket{route="/mcp",le="0.25"} 1',
      's_bucket{route="/mcp",le="1"} 3',
      's_bucket{route="/mcp",le="+Inf"} 4',
      's_sum{route="/mcp"} 6.51',
      's_count{route="/mcp"} 4',
      "",
    ]);
  });
});

describe("a metric reading", () => {
  it("is taken for each snapshot, and left out while it is unknown", () => {
    const registry = createRegistry();
    let open: number | undefined;
    registry.reading({ name: "open", help: "Open.", type: "gauge", merge: "sum" }, () => open);
    expect(textOf(registry.snapshot())).toEqual([""]);
    open = 7;
    expect(textOf(registry.snapshot())).toContain("open 7");
  });
});

describe("the Prometheus text", () => {
  it("escapes line breaks and quotation marks", () => {
    const registry = createRegistry();
    registry
      .counter({ name: "c", help: 'A \\ and a\nline and "quotes".', labels: ["l"] })('a\\b"c\nd')
      .add();
    expect(textOf(registry.snapshot())).toEqual([
      '# HELP c A \\\\ and a\\nline and "quotes".',
      "# TYPE c counter",
      'c{l="a\\\\b\\"c\\nd"} 1',
      "",
    ]);
  });

  it("writes infinities and NaN as Prometheus reads them", () => {
    const registry = createRegistry();
    const values = { a: Number.POSITIVE_INFINITY, b: Number.NEGATIVE_INFINITY, c: Number.NaN };
    registry.reading({ name: "g", help: "G.", type: "gauge", merge: "sum", label: "l" }, () => values);
    expect(textOf(registry.snapshot()).slice(2)).toEqual(['g{l="a"} +Inf', 'g{l="b"} -Inf', 'g{l="c"} NaN', ""]);
  });
});

describe("snapshots of several processes", () => {
  const measured = (calls: number, tool: string): Snapshot => {
    const registry = createRegistry();
    registry
      .counter({ name: "calls_total", help: "Calls.", labels: ["tool"] })(tool)
      .add(calls);
    registry
      .histogram({ name: "s", help: "Seconds.", labels: [], bounds: [1] })()
      .observe(calls);
    registry.reading({ name: "open", help: "Open.", type: "gauge", merge: "sum" }, () => calls);
    registry.reading({ name: "shared", help: "Shared.", type: "gauge", merge: "max" }, () => calls);
    registry.reading({ name: "start", help: "Start.", type: "gauge", merge: "min" }, () => calls);
    // Serialised as in a message between processes.
    return JSON.parse(JSON.stringify(registry.snapshot()));
  };

  it("are summed, except where all processes measure the same thing", () => {
    const text = textOf(measured(1, "search"), measured(2, "search"), measured(4, "book"));
    expect(text.filter((line) => !line.startsWith("#"))).toEqual([
      'calls_total{tool="search"} 3',
      'calls_total{tool="book"} 4',
      's_bucket{le="1"} 1',
      's_bucket{le="+Inf"} 3',
      "s_sum 7",
      "s_count 3",
      "open 7",
      "shared 4",
      "start 1",
      "",
    ]);
  });
});
