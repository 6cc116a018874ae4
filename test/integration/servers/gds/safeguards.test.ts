import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../../../fixtures/in-process.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { book } from "./refused-inputs.ts";
import { CONTACT, GUEST, type Known, ROUTE, rehearse } from "./rehearsal.ts";

let caller: Caller;
let known: Known;

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  known = await rehearse(caller);
  return () => taxiway.close();
});

describe("an unknown field in a GDS call", () => {
  it("is dropped and named, with a suggestion", async () => {
    const found = worked(
      await caller.call("searchFlights", { ...ROUTE, cabinClass: "first", depatureDate: "2027-02-01", maxStops: 0 }),
    );
    expect(found.warnings).toEqual([
      expect.stringMatching(/"cabinClass" is not a field/),
      expect.stringMatching(/"depatureDate" .* did you mean "departureDate"/),
      expect.stringMatching(/"maxStops" is not a field/),
    ]);
    expect(found.flights[0].cabin).toBe("economy");
  });

  it("is rejected by a tool that writes, before any change", async () => {
    const before = worked(await caller.call("listBookings", {})).resultCount;
    const stay = { hotelId: known.hotelId, guests: [GUEST], ...CONTACT };
    const misspelt = refusal(await caller.call("bookHotel", { ...stay, idempotency_key: "once" }));
    expect(misspelt).toMatchObject({ code: -32602, data: { field: "idempotency_key" } });
    expect(misspelt.data?.["hint"]).toBe('Did you mean "idempotencyKey"?');
    const nested = refusal(await caller.call("bookHotel", { ...stay, guests: [{ ...GUEST, type: "adult" }] }));
    expect(nested).toMatchObject({ code: -32602, data: { field: "guests[0].type" } });
    expect(nested.data?.["hint"]).toBe("Its fields are firstName, lastName and email.");
    expect(refusal(await caller.call("cancelBooking", { pnr: known.pnr, now: true })).code).toBe(-32602);
    expect(worked(await caller.call("listBookings", {})).resultCount).toBe(before);
    expect(worked(await caller.call("retrieveBooking", { pnr: known.pnr })).status).toBe("confirmed");
  });

  it("is dropped by every tool with TAXIWAY_TOOLS=contract", async () => {
    const tolerant = await composeInProcess({ TAXIWAY_TOOLS: "contract" });
    const guests = [{ ...GUEST, type: "adult" }];
    const booked = worked(await tolerant.caller().call("bookHotel", { hotelId: known.hotelId, guests, ...CONTACT }));
    expect(booked.warnings[0]).toMatch(/"guests\[0\].type" is not a field of bookHotel and was ignored/);
    expect(Object.keys(booked)[0]).toBe("warnings");
    await tolerant.taxiway.close();
  });
});

describe("an idempotency key in a GDS call", () => {
  it("returns the same PNR for the same request, and rejects another request", async () => {
    const request = { hotelId: known.hotelId, guests: [GUEST], ...CONTACT, idempotencyKey: "once" };
    const [first, second] = (
      await Promise.all([caller.call("bookHotel", request), caller.call("bookHotel", request)])
    ).map(worked);
    const third = worked(
      await caller.call("bookHotel", { ...CONTACT, idempotencyKey: "once", guests: [GUEST], hotelId: known.hotelId }),
    );
    expect([second.pnr, third.pnr]).toEqual([first.pnr, first.pnr]);
    expect(third.warnings.join()).toContain("once");

    const other = refusal(await caller.call("bookHotel", { ...request, guests: [{ ...GUEST, firstName: "Augusta" }] }));
    expect(other).toMatchObject({ code: -32002, data: { field: "idempotencyKey", value: "once" } });
  });

  it("adds a hotel to a booking once", async () => {
    const request = { hotelId: known.hotelId, guests: [GUEST], existingPnr: known.pnr, idempotencyKey: "add once" };
    await caller.call("bookHotel", request);
    const repeated = worked(await caller.call("bookHotel", request));
    expect(repeated.hotels).toHaveLength(1);
  });

  it("of a rejected request can be used again", async () => {
    const request = { ...book({})(known), idempotencyKey: "second try" };
    refusal(await caller.call("bookFlight", { ...request, expectedTotal: 1 }));
    expect(worked(await caller.call("bookFlight", { ...request, expectedTotal: known.price })).status).toBe(
      "confirmed",
    );
  });
});
