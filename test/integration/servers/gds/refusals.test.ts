import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../../../fixtures/in-process.ts";
import { expectErrorShape } from "../../../fixtures/result-checks.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { book, REFUSED } from "./refused-inputs.ts";
import { type Known, ROUTE, rehearse } from "./rehearsal.ts";

let caller: Caller;
let known: Known;

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  known = await rehearse(caller);
  return () => taxiway.close();
});

describe("a rejected GDS call", () => {
  it.each(REFUSED)(
    "for %s (%s) says what was wrong, where, and what to do",
    async (_why, tool, input, { code, field, value, says }) => {
      const result = await caller.call(tool, input(known));
      const error = refusal(result);
      expectErrorShape(result);
      expect(error).toMatchObject({ code, data: { field } });
      if (value !== undefined) expect(error.data?.["value"]).toEqual(value);
      const help = [error.data?.["hint"], error.data?.["allowed"]].flat().filter((word) => word !== undefined);
      // The name of a missing field is enough.
      if (value !== undefined) expect(help.join(" ")).not.toBe("");
      if (says) expect(help.join(" ")).toMatch(says);
      expect(result.content[0]?.text).not.toMatch(/undefined|\[object|NaN/);
    },
  );

  it("changes nothing", async () => {
    expect(worked(await caller.call("listBookings", {})).bookings.map(({ pnr }: { pnr: string }) => pnr)).toEqual([
      known.pnr,
    ]);
  });

  it("for a changed price names both amounts", async () => {
    const error = refusal(await caller.call("bookFlight", book({ expectedTotal: known.price - 1 })(known)));
    expect(error.data).toMatchObject({ expectedTotal: known.price - 1, actualTotal: known.price });
    expect(error.message).toContain((known.price / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }));
  });

  it("for several errors names them all", async () => {
    const error = refusal(
      await caller.call("searchFlights", { origin: "Paris", departureDate: "soon", cabin: "roof" }),
    );
    const problems = error.data?.["problems"] as { field: string }[];
    expect(problems.map(({ field }) => field).sort()).toEqual(["cabin", "departureDate", "destination", "origin"]);
  });

  it("does not repeat a long value in full", async () => {
    const result = await caller.call("searchFlights", { ...ROUTE, origin: "x".repeat(5_000_000) });
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
  });
});
