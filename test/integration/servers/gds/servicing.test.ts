import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../../../fixtures/in-process.ts";
import { type CheckResult, createResultCheck } from "../../../fixtures/result-checks.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";

let ada: Caller;
let check: CheckResult;

beforeAll(async () => {
  const composed = await composeInProcess({ CLOCK: "frozen:2027-01-04T09:00:00Z" });
  ada = composed.caller();
  check = createResultCheck((await ada.ask("tools/list")).result.tools);
  return () => composed.taxiway.close();
});

const call = async (tool: string, input: object) => check(tool, await ada.call(tool, input));
const say = async (tool: string, input: object) => worked(await call(tool, input));

const TRIP = { origin: "JFK", destination: "LHR", maxConnections: 0, maxResults: 50 };
const PASSENGERS = [{ type: "adult", firstName: "Ada", lastName: "Lovelase" }];

type Option = Readonly<Record<string, string>>;

/** A flight that can be changed for a fee. */
const changeable = async (departureDate: string) => {
  const { flights } = await say("searchFlights", { ...TRIP, departureDate, flexibility: "changeable" });
  return flights.find(({ fareFamily, status }: Option) => fareFamily === "Standard" && status === "available");
};

describe("an agent that services a booking over MCP", () => {
  it("holds, pays, changes, corrects and cancels, and the money adds up", async () => {
    const [old, next] = [await changeable("2027-03-10"), await changeable("2027-03-12")];
    const booking = { flightIds: old.flightIds, passengers: PASSENGERS, contactEmail: "ada@example.com", hold: true };
    const held = await say("bookFlight", booking);
    expect(held).toMatchObject({
      ...{ status: "pending", tickets: [] },
      payment: { status: "due", due: old.price, payBy: "2027-01-07T09:00:00Z" },
    });
    const { pnr } = held;
    const wrong = refusal(await call("payBooking", { pnr, expectedTotal: 30_000 }));
    expect(wrong).toMatchObject({ code: -32002, data: { expectedTotal: 30_000, actualTotal: old.price } });
    const paid = await say("payBooking", { pnr, expectedTotal: old.price });
    expect(paid).toMatchObject({ status: "confirmed", payment: { due: 0 } });
    expect(paid.tickets).toEqual([expect.stringMatching(/^\d{3}-\d{10} P1 O$/)]);

    const quote = await say("quoteChange", { pnr, remove: old.flightIds, add: next.flightIds });
    const kept = Math.max(0, old.price - next.price);
    expect(quote).toMatchObject({ total: next.price - old.price + kept + 7_500, newTotal: next.price });
    const changed = await say("confirmChange", { quoteId: quote.quoteId });
    expect(changed).toMatchObject({ revision: 2, totalPrice: next.price, payment: { fees: 7_500 + kept, due: 0 } });
    const again = await say("confirmChange", { quoteId: quote.quoteId });
    expect(again).toMatchObject({ revision: 2, warnings: [expect.stringContaining("was made before")] });

    const update = { pnr, travellers: [{ id: "P1", lastName: "Lovelace" }] };
    expect(await say("updateBooking", update)).toMatchObject({ passengers: [{ lastName: "Lovelace" }], revision: 3 });
    const other = { pnr, travellers: [{ id: "P1", lastName: "Babbage" }] };
    expect(refusal(await call("updateBooking", other)).code).toBe(-32002);

    const cancelled = await say("cancelBooking", { pnr });
    expect(cancelled).toMatchObject({
      ...{ status: "cancelled", payment: { charged: 7_500 + kept, due: 0 } },
      refund: { total: next.price, rule: "void until 2027-01-05T09:00:00Z" },
    });
    expect(await say("retrieveBooking", { pnr })).toMatchObject({ payment: cancelled.payment });
  });

  it("is told what a fare does not allow, and that a card number is no payment", async () => {
    const { flights } = await say("searchFlights", { ...TRIP, departureDate: "2027-03-10" });
    const light = flights.find(({ fareFamily, status }: Option) => fareFamily === "Light" && status === "available");
    const booking = { flightIds: light.flightIds, passengers: PASSENGERS, contactEmail: "ada@example.com" };
    const refused = refusal(await call("bookFlight", { ...booking, payment: "4111 1111 1111 1111" }));
    expect(refused).toMatchObject({ code: -32602, data: { field: "payment" } });
    expect(JSON.stringify(refused)).not.toContain("1111");
    const { pnr } = await say("bookFlight", booking);
    const other = (await changeable("2027-03-12")).flightIds;
    const fixed = refusal(await call("quoteChange", { pnr, remove: light.flightIds, add: other }));
    expect(fixed.message).toMatch(/^Light fares cannot be changed/);
    expect(refusal(await call("confirmChange", { quoteId: "Q-AAAAAA-BBBBBB" })).code).toBe(-32001);
  });

  it("gets quotes in no time: half of them in ten milliseconds, on any machine", async () => {
    const { flightIds } = await changeable("2027-03-10");
    const { pnr } = await say("bookFlight", { flightIds, passengers: PASSENGERS, contactEmail: "ada@example.com" });
    const add = (await changeable("2027-03-12")).flightIds;
    const took: number[] = [];
    for (let call = 0; call < 101; call++) {
      const start = performance.now();
      await ada.call("quoteChange", { pnr, remove: flightIds, add });
      took.push(performance.now() - start);
    }
    expect(took.toSorted((a, b) => a - b)[50]).toBeLessThan(10);
  });
});
