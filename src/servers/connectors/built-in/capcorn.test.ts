import jsonata from "jsonata";
import { describe, expect, it } from "vitest";
import { checkConnector } from "../check-connector.ts";
import { capcorn } from "./capcorn.ts";

const [search, reserve] = capcorn.tools as [(typeof capcorn.tools)[number], (typeof capcorn.tools)[number]];

const stay = { hotelId: "9100", arrivalDate: "2025-12-17", departureDate: "2025-12-20" };
const evaluate = (expression: string | undefined, over: unknown) => jsonata(expression ?? "").evaluate(over);

const option = (catc: string, board: string, price: string) => ({
  ...{ catc, board, price, type: "Doppelzimmer", description: "", size: "28", room_type: "1" },
  ...{ price_per_person: "225", price_per_adult: "337.5", price_per_night: "225" },
});
const answered = (body: unknown, rooms: unknown = [{ adults: 2 }]) =>
  evaluate(search.response?.mapping, { input: { ...stay, rooms }, body, status: 200, headers: {} });

describe("the CapCorn connector", () => {
  it("passes the checks of an ordinary connector document", async () => {
    expect(await checkConnector(structuredClone(capcorn))).toEqual(capcorn);
  });

  it("sends each child's age, and 1 for children under one year", async () => {
    const rooms = [{ adults: 2, children: [{ age: 0 }, { age: 7 }] }, { adults: 1 }];
    expect(await evaluate(search.request.mapping, { ...stay, rooms, language: "de" })).toEqual({
      language: 0,
      members: { member: { "@hotel_id": "9100" } },
      arrival: "2025-12-17",
      departure: "2025-12-20",
      rooms: {
        room: [
          { "@adults": 2, child: [{ "@age": 1 }, { "@age": 7 }] },
          { "@adults": 1, child: [] },
        ],
      },
    });
    expect((await answered({ members: "" }, rooms)).notes[0]).toMatch(/under one year were sent .* as 1 year old/);
    expect((await answered({ members: "" }, [{ adults: 1, children: [{ age: 1 }] }])).notes).toEqual([]);
  });

  it("rejects a stay that ends before it begins and a room for sixteen", async () => {
    const backwards = { ...stay, departureDate: stay.arrivalDate, rooms: [{ adults: 1 }] };
    await expect(evaluate(search.request.mapping, backwards)).rejects.toMatchObject({
      message: "departureDate must be after arrivalDate.",
    });
    const crowd = { adults: 9, children: [1, 2, 3, 4, 5, 6, 7].map((age) => ({ age })) };
    await expect(evaluate(search.request.mapping, { ...stay, rooms: [{ adults: 1 }, crowd] })).rejects.toMatchObject({
      message: expect.stringMatching(/^rooms\[1\] is for more than 15 persons/),
    });
  });

  it("gives each option a unique key and the room it is for", async () => {
    const room = (...options: unknown[]) => ({ options: options.length > 0 ? { option: options } : "" });
    const rooms = { room: [room(), room(option("DZ-S", "2", "432"), option("DZ-S", "1", "404"))] };
    const answer = await answered({ members: { member: [{ rooms }] } }, [{ adults: 2 }, { adults: 2 }]);
    expect(answer.rooms.map(({ optionKey, room, board }: Record<string, unknown>) => [optionKey, room, board])).toEqual(
      [
        ["DZ-S:half_board:432", 2, "half_board"],
        ["DZ-S:breakfast:404", 2, "breakfast"],
      ],
    );
    expect(answer.roomsWithoutOptions).toEqual([1]);
    expect(await evaluate(search.response?.text, answer)).toBe(
      "Found 2 room options for 17–20 Dec 2025. Nothing is free for room 1 of those asked for.",
    );
  });

  it.each([
    ["an empty element", { members: "" }],
    ["nothing inside", ""],
    ["a hotel without rooms", { members: { member: [{ "@hotel_id": "9100", rooms: "" }] } }],
  ])("finds nothing in an answer with %s", async (_what, body) => {
    const answer = await answered(body);
    expect(answer).toMatchObject({ rooms: [], nights: 3, sourceRequestId: "capcorn-9100-20251217" });
    expect(await evaluate(search.response?.text, answer)).toMatch(/^No room is free for 17–20 Dec 2025\./);
  });

  it.each([
    ["2025-11-30", "2025-12-02", "30 Nov–2 Dec 2025"],
    ["2025-12-30", "2026-01-02", "30 Dec 2025–2 Jan 2026"],
  ])("writes the stay from %s to %s as %s", async (arrivalDate, departureDate, written) => {
    const text = await evaluate(search.response?.text, { arrivalDate, departureDate, rooms: [{}] });
    expect(text).toBe(`Found 1 room option for ${written}.`);
  });

  it("reserves each room with its board, children and price", async () => {
    const body = await evaluate(reserve.request.mapping, {
      ...stay,
      rooms: [
        { categoryCode: "DZ", board: "half_board", adults: 2, children: [{ age: 5 }], quantity: 1, totalPrice: 675.5 },
        { categoryCode: "FAMZ", board: "no_meals", adults: 1, quantity: 2, totalPrice: 400 },
      ],
      guest: { firstName: "Zoë", lastName: "O'Neil & Söhne" },
      services: [{ name: "Garage", quantity: 3, unitPrice: 12 }],
      comment: "Late <arrival>",
      ...{ reservationId: "R1", createdAt: "2025-12-01T09:00:00Z", agentDutyCode: "A", reservationSource: "S" },
    });
    const { HotelReservation: made } = body.HotelReservations;
    expect(made["@ResStatus"]).toBe("Book");
    const [first, second] = made.RoomStays.RoomStay;
    expect(first.GuestCounts.GuestCount).toEqual([
      { "@AgeQualifyingCode": 10, "@Count": 2 },
      { "@AgeQualifyingCode": 8, "@Count": 1, "@Age": 5 },
    ]);
    expect(first.RatePlans.RatePlan.MealsIncluded["@MealPlanCodes"]).toBe(2);
    expect(first.Total).toEqual({ "@AmountAfterTax": "675.50", "@CurrencyCode": "EUR" });
    expect(second.RoomTypes.RoomType).toEqual({ "@NumberOfUnits": 2, "@RoomTypeCode": "FAMZ" });
    expect(second.GuestCounts.GuestCount).toHaveLength(1);
    expect(made.ResGuests.ResGuest.Comments.Comment.ListItem).toBe("Late <arrival>");
    expect(made.Services.Service[0].Price.Base["@AmountAfterTax"]).toBe("12.00");
  });

  it("reserves at most ten rooms in total", async () => {
    const room = { categoryCode: "DZ", board: "breakfast", adults: 2, quantity: 6, totalPrice: 1 };
    await expect(
      evaluate(reserve.request.mapping, { ...stay, rooms: [room, room], guest: { firstName: "A", lastName: "B" } }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/10 rooms at most/) });
  });

  it.each([
    ["nothing", undefined],
    ["a line of text", "OK"],
    ["an empty element", ""],
  ])("takes %s with a good status for a yes", async (_what, body) => {
    const rooms = [{ categoryCode: "DZ", board: "breakfast", adults: 2, quantity: 1, totalPrice: 404 }];
    const input = { ...stay, rooms, guest: { firstName: "Ada", lastName: "Byron" }, reservationId: "R1" };
    const result = await evaluate(reserve.response?.mapping, { input, status: 200, headers: {}, body });
    expect(result).toMatchObject({ status: "booked", reservationId: "R1", totalAmount: 404, hotelMessages: [] });
    expect(await evaluate(reserve.response?.text, result)).toMatch(
      /^Booked for Ada Byron: reservation R1 .* 404\.00 EUR/,
    );
  });
});
