import { fittingLines, MAX_STRUCTURED, MAX_TEXT } from "../../mcp/tools/answer-size.ts";
import { usd } from "../../model/money.ts";
import { array, defaulted, integer, maybe, object, oneOf, type Static, string } from "../../model/schema.ts";
import { extraId } from "../../travel/extra-ids.ts";
import { EXTRA_KINDS, type ExtrasList } from "../../travel/extras-desk.ts";
import { isFor } from "../../travel/extras-rules.ts";
import type { Ancillary, Seat, SeatMap } from "../../travel/supplier.ts";
import { counted } from "./compact-text.ts";
import { pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

const Extra = object({
  id: string(),
  what: string(),
  price: integer(),
  about: array(string()),
  travellers: array(string()),
});
type Extra = Static<typeof Extra>;

const FreeSeats = object({ price: integer(), exit: maybe(oneOf(["yes"])), seats: string(), more: maybe(integer()) });
const Seats = object({ flightId: string(), rows: string(), free: array(FreeSeats), idForm: string() });
type Seats = Static<typeof Seats>;

const Answer = object({
  pnr: maybe(string()),
  extras: array(Extra),
  idForm: maybe(string()),
  seatMaps: array(Seats),
  more: maybe(string()),
  currency: oneOf(["USD"]),
});
type Answer = Static<typeof Answer>;

/** Names top-level fields only, which keeps the list of tools small. */
const Outline = {
  ...Answer,
  properties: { ...(Answer["properties"] as object), extras: array(object({})), seatMaps: array(object({})) },
} as typeof Answer;

/** Who may travel on flights that are not booked yet. */
const ADULT = { id: "P1", type: "adult" } as const;
const INFANT = { id: "P2", type: "infant" } as const;

const travellersFor = (ancillary: Ancillary, passengers: ExtrasList["passengers"]): readonly string[] => {
  const asked = passengers ?? [ADULT];
  return asked.filter((one) => isFor(ancillary.for, one, passengers ?? [ADULT, INFANT])).map(({ id }) => id);
};

/** One entry for what costs the same on several flights. */
const extrasIn = ({ ancillaries, passengers }: ExtrasList): readonly Extra[] => {
  const found = new Map<string, Extra>();
  for (const ancillary of ancillaries) {
    const { code, what, price, flightIds } = ancillary;
    const flightId = flightIds[0] as string;
    const travellers = travellersFor(ancillary, passengers);
    const [traveller] = travellers;
    if (traveller === undefined) continue;
    const key = `${code} ${price} ${what}`;
    const same = found.get(key);
    const id = same?.id ?? extraId({ code, traveller, flightId });
    found.set(key, { id, what, price, about: [...(same?.about ?? []), flightId], travellers: [...travellers] });
  }
  return [...found.values()];
};

const rowNumber = (seat: Seat | undefined): string => seat?.designator.slice(0, -1) ?? "";

/** The free seats by price, at most so many of each. */
const seatsIn = ({ flightId, rows }: SeatMap, most: number): Seats => {
  const groups = new Map<string, Seat[]>();
  for (const seat of rows.flatMap(({ seats }) => seats)) {
    if (seat.isTaken || seat.isBooked) continue;
    const key = `${seat.price} ${seat.isExit}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  const free = [...groups.values()]
    .toSorted(([a], [b]) => (a?.price ?? 0) - (b?.price ?? 0))
    .map((seats) => ({
      price: seats[0]?.price ?? 0,
      ...(seats[0]?.isExit === true && { exit: "yes" as const }),
      seats: seats
        .slice(0, most)
        .map(({ designator }) => designator)
        .join(" "),
      ...(seats.length > most && { more: seats.length - most }),
    }));
  const [front, back] = [rows[0], rows.at(-1)].map((row) => rowNumber(row?.seats[0]));
  return { flightId, rows: `${front}-${back}`, free, idForm: `X-SEAT-{seat}-{traveller}-${flightId}` };
};

/** Seats of one price and flight, from the most detailed answer to the smallest. */
const SEATS_SHOWN = [400, 60, 30, 12, 5];
const EXTRAS_SHOWN = [60, 30, 15];

const answerWith = (pnr: string | undefined, list: ExtrasList, seats: number, most: number): Answer => {
  const all = extrasIn(list);
  const extras = all.slice(0, most);
  const seatMaps = list.seatMaps.map((map) => seatsIn(map, seats));
  const isCut = seatMaps.some(({ free }) => free.some(({ more }) => more !== undefined)) || extras.length < all.length;
  return {
    ...(pnr !== undefined && { pnr }),
    extras,
    ...(extras.length > 0 && { idForm: "X-{code}-{traveller}-{flight in about}" }),
    seatMaps,
    ...(isCut && { more: "Not all fits into one answer: ask for one kind, or with the flightIds of one flight." }),
    currency: "USD",
  };
};

const fits = (answer: Answer): boolean =>
  JSON.stringify(answer).length <= MAX_STRUCTURED && textOf(answer).length <= MAX_TEXT;

const answerOf = (pnr: string | undefined, list: ExtrasList): Answer => {
  const sizes = EXTRAS_SHOWN.flatMap((most) => SEATS_SHOWN.map((seats) => [seats, most] as const));
  let answer: Answer | undefined;
  for (const [seats, most] of sizes) {
    answer = answerWith(pnr, list, seats, most);
    if (fits(answer)) return answer;
  }
  return answer as Answer;
};

const extraLine = ({ id, what, price, about, travellers }: Extra): string => {
  const others = about.length > 1 ? ` (also for ${about.slice(1).join(", ")})` : "";
  return `${what} | ${price === 0 ? "free" : `${usd(price)} (${price})`} | ${travellers.join(" ")} | ${id}${others}`;
};

const seatLines = ({ flightId, rows, free, idForm }: Seats): string[] => [
  `Free seats of ${flightId}, rows ${rows}, ids ${idForm}:`,
  ...free.map(
    ({ price, exit, seats, more }) =>
      `${price === 0 ? "free" : `${usd(price)} (${price})`}${exit ? ", exit" : ""}: ${seats}` +
      (more === undefined ? "" : ` and ${more} more`),
  ),
];

const textOf = ({ pnr, extras, seatMaps, more }: Answer): string =>
  [
    ...extras.map(extraLine),
    ...seatMaps.flatMap(seatLines),
    ...(extras.length + seatMaps.length === 0 ? ["Nothing is sold with these flights."] : []),
    ...(more === undefined ? [] : [more]),
    `Ids are for the first traveller named; write P2 for the second. To buy: ${
      pnr === undefined ? "extras of bookFlight." : "add of quoteChange, then confirmChange."
    }`,
  ].join("\n");

export const listExtras = defineGdsTool({
  name: "listExtras",
  title: "List extras",
  description:
    "Shows bags, seats and services (wheelchair, meals, pets) with ids and prices, for a booking or for flights not " +
    "booked yet.",
  effect: "read",
  input: object({
    pnr: maybe(pnrField("Of a booking.")),
    flightIds: maybe(array(string(), { description: "Instead of pnr." })),
    kind: defaulted(oneOf(["all", ...EXTRA_KINDS], { default: "all" })),
  }),
  output: Outline,
  async run({ pnr, flightIds, kind }, { travel, caller }) {
    const list = await travel.listExtras(
      {
        ...(pnr !== undefined && { pnr }),
        ...(flightIds !== undefined && { flightIds }),
        ...(kind !== "all" && { kind }),
      },
      caller,
    );
    return answerOf(pnr, list);
  },
  compact: (answer) =>
    fittingLines(textOf(answer).split("\n"), MAX_TEXT, (count) => `and ${counted(count, "line")} more`).join("\n"),
});
