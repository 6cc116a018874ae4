import { describe, expect, it } from "vitest";
import type { Step } from "../scenario/gold-schema.ts";
import type { Finish } from "../verdict/verdict.ts";
import { type AgentClient, play, resolved, type ToolAnswer } from "./agent.ts";

const fine = (value: unknown): ToolAnswer => ({ isError: false, value, text: "" });
const busy: ToolAnswer = { isError: true, value: { retryable: true }, text: "busy" };

const clientWith = (answers: readonly (ToolAnswer | Error)[]) => {
  const calls: (readonly [string, unknown])[] = [];
  const finished: Finish[] = [];
  const client: AgentClient = {
    async call(tool, args) {
      calls.push([tool, args]);
      const answer = answers[calls.length - 1] ?? fine({});
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async finish(finish) {
      finished.push(finish);
    },
  };
  return { client, calls, finished };
};

describe("a scripted agent", () => {
  it("refers to earlier results", async () => {
    const { client, calls, finished } = clientWith([
      fine({ flights: [{ flightIds: ["F-1", "F-2"] }] }),
      fine({ pnr: "TEST-A", totalPrice: 5 }),
    ]);
    const steps: Step[] = [
      { call: "searchFlights", as: "found" },
      { call: "bookFlight", with: { flightIds: "$found.flights[0].flightIds" }, as: "trip" },
      { finish: { outcome: "done", message: "It is $trip.pnr for $500.", total: "$trip.totalPrice" } },
    ];
    await play(steps, client, { repeats: "same" });
    expect(calls[1]).toEqual(["bookFlight", { flightIds: ["F-1", "F-2"] }]);
    expect(finished).toEqual([{ outcome: "done", message: "It is TEST-A for $500.", total: 5 }]);
  });

  it("leaves amounts alone, and says undefined for what is not there", () => {
    expect(resolved("$480 and $trip.x", { trip: {} })).toBe("$480 and undefined");
    expect(resolved("$trip.a.b.c", { trip: { a: 1 } })).toBeUndefined();
  });

  const book: Step = { call: "bookFlight", with: { idempotencyKey: "k" } };

  it.each([
    ["with the same key", "same", ["k", "k", "k"]],
    ["with a key of its own each time", "new-key", ["k-0", "k-1", "k-2"]],
    ["not at all", "never", ["k"]],
  ] as const)("repeats a call that failed %s", async (_, repeats, keys) => {
    const { client, calls } = clientWith([busy, new Error("connection reset")]);
    await play([book], client, { repeats });
    expect(calls.map(([, args]) => (args as { idempotencyKey: string }).idempotencyKey)).toEqual(keys);
  });

  it("stops at an answer that it did not expect, and says so", async () => {
    const refused: ToolAnswer = { isError: true, value: {}, text: "sold out" };
    const { client, calls, finished } = clientWith([refused]);
    await play([book, book], client, { repeats: "same" });
    expect(calls).toHaveLength(1);
    expect(finished[0]).toMatchObject({ outcome: "declined", message: expect.stringContaining("sold out") });
  });

  it("gives up after a few repeats", async () => {
    const { client, calls } = clientWith(Array.from({ length: 20 }, () => busy));
    await play([book], client, { repeats: "same" });
    expect(calls).toHaveLength(5);
  });
});
