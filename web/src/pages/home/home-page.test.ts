import { describe, expect, it } from "vitest";
import type { LiveCall, Rates } from "../../../../src/console/contract.ts";
import { mergeCalls } from "../../api/events.ts";
import { addRates } from "./vitals.tsx";

const call = (id: string, at: string): LiveCall => ({
  id,
  at,
  server: "gds",
  tool: "searchFlights",
  tenant: "default",
  session_id: "s",
  outcome: "ok",
  milliseconds: 1,
  correlation_id: "c",
});

describe("the last calls", () => {
  it("combine streamed and loaded calls, newest first, without duplicates", () => {
    const streamed = [call("b", "2026-11-16T12:00:02Z"), call("c", "2026-11-16T12:00:03Z")];
    const asked = [call("b", "2026-11-16T12:00:02Z"), call("a", "2026-11-16T12:00:01Z")];
    expect(mergeCalls(streamed, asked, 10).map(({ id }) => id)).toEqual(["c", "b", "a"]);
    expect(mergeCalls(streamed, asked, 2).map(({ id }) => id)).toEqual(["c", "b"]);
  });
});

describe("the rates", () => {
  it("are kept for two minutes", () => {
    const rates = (calls: number): Rates => ({ calls_per_minute: calls, errors_per_minute: 0, p50_ms: 1, p99_ms: 2 });
    const all = Array.from({ length: 200 }, (_, second) => rates(second)).reduce(addRates, [] as readonly Rates[]);
    expect(all).toHaveLength(120);
    expect(all.at(-1)?.calls_per_minute).toBe(199);
  });
});
