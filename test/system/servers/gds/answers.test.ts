import { describe, expect, it } from "vitest";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { openAskedClient, replying } from "./elicitation-client.ts";
import { cancellationOf } from "./trip.ts";
import { ANSWERS } from "./user.ts";

const { yes } = ANSWERS;

describe("an answer to a confirmation in the modern era", () => {
  it.each(["no", "decline", "cancel"] as const)("leaves nothing in the store if it is '%s'", async (answer) => {
    const { trip, question, call, unasked, keys } = await openAskedClient();
    const booking = worked(await unasked("bookFlight", trip.flight.input));
    const before = await keys();
    const errands = [trip.flight, trip.hotel, trip.car, trip.hotelOn(booking.pnr), trip.carOn(booking.pnr)];
    for (const { tool, input } of [...errands, cancellationOf(booking)]) {
      const keyed = tool === "cancelBooking" ? input : { ...input, idempotencyKey: tool };
      const asked = await question(tool, keyed);
      expect(refusal(await call(tool, keyed, replying(asked, ANSWERS[answer])))).toMatchObject({ code: -32002 });
    }
    expect(await keys()).toEqual(before);
    const kept = worked(await unasked("retrieveBooking", { pnr: booking.pnr }));
    expect(kept).toEqual({ ...booking, warnings: [] });
  });

  it.each([
    {},
    { action: "accept" },
    { action: "accept", content: null },
    { action: "accept", content: [] },
    { action: "accept", content: {} },
    { action: "accept", content: { confirm: "true" } },
    { action: "accept", content: { confirm: 1 } },
    { action: "accept", content: { yes: true } },
    { action: "decline", content: { confirm: true } },
    { action: "constructor", content: { confirm: true } },
    { action: ["accept"], content: { confirm: true } },
    { content: { confirm: true } },
  ])("is not a confirmation if it is %j", async (garbage) => {
    const { trip, question, call, keys } = await openAskedClient();
    const { tool, input } = trip.flight;
    const asked = await question(tool, input);
    const refused = refusal(await call(tool, input, replying(asked, garbage)));
    expect(refused).toMatchObject({ code: -32002, message: expect.stringContaining("Nothing was booked.") });
    expect(refused.message).not.toContain("function");
    expect(await keys()).toEqual([]);
  });

  it.each([null, "yes", true, [yes]])("is rejected if it is %j", async (malformed) => {
    const { trip, question, send, keys } = await openAskedClient();
    const { tool, input } = trip.flight;
    const { name, requestState } = await question(tool, input);
    const { error } = await send(tool, input, { answers: { [name]: malformed }, requestState });
    expect(error).toMatchObject({ code: -32602 });
    expect(await keys()).toEqual([]);
  });

  it("is valid only with the state of its question", async () => {
    const { trip, question, send, keys } = await openAskedClient();
    const { tool, input } = trip.flight;
    const asked = await question(tool, input);
    const other = await question(tool, input);
    const rounds = [
      { answers: { [asked.name]: yes } },
      { answers: { [asked.name]: yes }, requestState: other.requestState },
      { answers: { confirm: yes }, requestState: asked.requestState },
      { requestState: asked.requestState },
    ];
    for (const round of rounds) await question(tool, input, round);

    const [body = "", signature = ""] = asked.requestState.split(".");
    const [until, state] = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = Buffer.from(JSON.stringify([until + 1, state])).toString("base64url");
    for (const requestState of [`${forged}.${signature}`, `${body}.`, "nonsense", ""]) {
      const { error } = await send(tool, input, { answers: { [asked.name]: yes }, requestState });
      expect(error).toMatchObject({ code: -32602 });
    }
    expect(await keys()).toEqual([]);
  });

  it("is not valid for another tool", async () => {
    const { trip, question, send, keys } = await openAskedClient();
    const asked = await question(trip.flight.tool, trip.flight.input);
    const { error } = await send(trip.hotel.tool, trip.hotel.input, replying(asked, yes));
    expect(error).toMatchObject({ code: -32602 });
    expect(await keys()).toEqual([]);
  });

  it("is not valid for other arguments, before or after it was used", async () => {
    const { trip, question, call, keys } = await openAskedClient();
    const { tool, input } = trip.flight;
    const other = { ...input, contactEmail: "mallory@example.com" };
    const asked = await question(tool, input);
    await question(tool, other, replying(asked, yes));
    expect(await keys()).toEqual([]);

    worked(await call(tool, input, replying(asked, yes)));
    const booked = await keys();
    const again = await question(tool, other, replying(asked, yes));
    expect(await keys()).toEqual(booked);
    expect(worked(await call(tool, other, replying(again, yes)))).toMatchObject({ contactEmail: other.contactEmail });
  });

  it("is valid for the same arguments in another order", async () => {
    const { trip, question, call } = await openAskedClient();
    const { tool, input } = trip.flight;
    const asked = await question(tool, input);
    const turned = Object.fromEntries(Object.entries(input).reverse());
    expect(worked(await call(tool, turned, replying(asked, yes)))).toMatchObject({ totalPrice: trip.flight.price });
  });

  it("books once, however often and whenever it is sent", async () => {
    const { trip, question, call, keys } = await openAskedClient();
    for (const { tool, input } of [trip.flight, trip.hotel, trip.car]) {
      const round = replying(await question(tool, input), yes);
      const results = await Promise.all([1, 2, 3].map(() => call(tool, input, round)));
      results.push(await call(tool, input, round));
      expect(new Set(results.map((result) => worked(result).pnr)).size).toBe(1);
    }
    expect((await keys()).filter((key) => key.startsWith("pnr:"))).toHaveLength(3);
  });

  it("changes a booking once, at the price in the question", async () => {
    const { trip, question, call, unasked } = await openAskedClient();
    const { pnr, totalPriceText } = worked(await unasked("bookFlight", trip.flight.input));
    const { quoteId } = worked(await unasked("quoteChange", { pnr, remove: ["all"] }));
    const asked = await question("confirmChange", { quoteId });
    expect(asked.form.message).toMatch(`Change ${pnr} (`);
    expect(asked.form.message).toContain(`${totalPriceText} back (void until `);
    const round = replying(asked, yes);
    expect(worked(await call("confirmChange", { quoteId }, round))).toMatchObject({ status: "cancelled" });
    expect(worked(await call("confirmChange", { quoteId }, round)).warnings).toHaveLength(1);
  });

  it("adds once to an existing booking, and cancels once", async () => {
    const { trip, question, call, unasked } = await openAskedClient();
    const { pnr } = worked(await unasked("bookFlight", trip.flight.input));
    const { tool, input } = trip.hotelOn(pnr);
    const round = replying(await question(tool, input), yes);
    const first = worked(await call(tool, input, round));
    const second = worked(await call(tool, input, round));
    expect(second.hotels).toHaveLength(1);
    expect(second.totalPrice).toBe(first.totalPrice);

    const ending = replying(await question("cancelBooking", { pnr }), yes);
    expect(worked(await call("cancelBooking", { pnr }, ending))).toMatchObject({ status: "cancelled" });
    const late = refusal(await call("cancelBooking", { pnr }, ending));
    expect(late).toMatchObject({ code: -32002, message: expect.stringContaining("was cancelled at") });
  });

  it("is asked for again if the price or flights changed in the meantime", async () => {
    const { trip, question, call, unasked } = await openAskedClient();
    const { pnr } = worked(await unasked("bookFlight", trip.flight.input));
    const { tool, input } = trip.hotelOn(pnr);
    const asked = await question(tool, input);
    const cancelling = await question("cancelBooking", { pnr });
    worked(await unasked("bookCar", trip.carOn(pnr).input));

    const again = await question(tool, input, replying(asked, yes));
    expect(again.form.message).not.toBe(asked.form.message);
    const changed = await question("cancelBooking", { pnr }, replying(cancelling, yes));
    expect(changed.form.message).toContain("rental car");
    expect(worked(await unasked("retrieveBooking", { pnr }))).toMatchObject({ status: "confirmed", hotels: [] });
    expect(worked(await call(tool, input, replying(again, yes))).hotels).toHaveLength(1);
  });

  it("does not book what became unavailable in the meantime", async () => {
    const { trip, question, call, unasked } = await openAskedClient();
    const { pnr } = worked(await unasked("bookFlight", trip.flight.input));
    const { tool, input } = trip.hotelOn(pnr);
    const asked = await question(tool, input);
    worked(await unasked("cancelBooking", { pnr }));
    expect(refusal(await call(tool, input, replying(asked, yes)))).toMatchObject({ data: { field: "existingPnr" } });
  });
});

describe("a client that supports only URL elicitation", () => {
  it("books without confirmation, because it has no form to show", async () => {
    const { trip, call } = await openAskedClient({}, { elicitation: { url: {} } });
    expect(worked(await call("bookFlight", trip.flight.input, {}))).toMatchObject({ status: "confirmed" });
  });
});

describe("a slow supplier and confirmations", () => {
  it("delays questions and answers equally, and changes neither", async () => {
    const { trip, question, call } = await openAskedClient({ MOCK_RESPONSE_DELAY: "5" });
    const { tool, input } = trip.car;
    const round = replying(await question(tool, input), yes);
    expect(worked(await call(tool, input, round))).toMatchObject({ totalPrice: trip.car.price });
  });
});

describe("without TAXIWAY_CONFIRM_BOOKINGS,", () => {
  it("no confirmation is requested", async () => {
    const { trip, call } = await openAskedClient({ TAXIWAY_CONFIRM_BOOKINGS: "false" });
    expect(worked(await call("bookFlight", trip.flight.input, {}))).toMatchObject({ status: "confirmed" });
  });
});

describe("TAXIWAY_CONFIRM_BOOKINGS=required", () => {
  const REQUIRED = { TAXIWAY_CONFIRM_BOOKINGS: "required" };

  it("rejects clients without elicitation before any change, and says what to do", async () => {
    const { trip, unasked, question, call, keys } = await openAskedClient(REQUIRED);
    const asked = await question(trip.flight.tool, trip.flight.input);
    const booking = worked(await call(trip.flight.tool, trip.flight.input, replying(asked, yes)));
    const before = await keys();
    const errands = [trip.flight, trip.hotel, trip.car, trip.hotelOn(booking.pnr), trip.carOn(booking.pnr)];
    for (const { tool, input } of [...errands, cancellationOf(booking)]) {
      expect(refusal(await unasked(tool, input))).toMatchObject({
        code: -32002,
        message: expect.stringMatching(/cannot ask.*elicitation.* Nothing was (booked|cancelled)\.$/),
        data: { confirmed: false, hint: expect.stringContaining("TAXIWAY_CONFIRM_BOOKINGS") },
      });
    }
    expect(await keys()).toEqual(before);
    expect(worked(await unasked("retrieveBooking", { pnr: booking.pnr }))).toMatchObject({ status: "confirmed" });
  });

  it.each([{}, { elicitation: { url: {} } }, { sampling: {} }])("rejects a modern client with %j", async (can) => {
    const { trip, call, keys } = await openAskedClient(REQUIRED, can);
    expect(refusal(await call(trip.hotel.tool, trip.hotel.input, {}))).toMatchObject({ code: -32002 });
    expect(await keys()).toEqual([]);
  });
});
