import type { BookingDetail } from "../../../../src/console/contract.ts";
import { fieldsOf, type JsonObject, numberIn, objectsIn, textIn, textOrEmpty, textsIn } from "../../format/json.ts";

/** What this page shows of the payment, the tickets, the extras and the notices of a booking. */
export interface ParsedPayment {
  readonly charged: number;
  readonly fees: number;
  readonly paid: number;
  readonly refunded: number;
  readonly credited: number;
  readonly due: number;
  readonly payBy?: string;
}

export interface ParsedNotice {
  readonly id: string;
  readonly at: string;
  readonly about: string;
  readonly text: string;
  readonly canRebook: boolean;
  readonly canRefund: boolean;
  /** A flight that was cancelled is rebooked or refunded. */
  readonly canAccept: boolean;
  readonly eu261Eur?: number;
  /** Absent while it is open. */
  readonly resolved?: string;
}

export interface ParsedExtra {
  readonly id: string;
  readonly what: string;
  readonly traveller: string;
  readonly price: number;
  readonly flightIds: readonly string[];
  readonly emd?: string;
}

export interface ParsedTicket {
  readonly number: string;
  readonly traveller: string;
  /** The state of each coupon, in words. */
  readonly coupons: readonly string[];
}

const amountIn = (fields: JsonObject, name: string): number => numberIn(fields[name]) ?? 0;

/** Undefined if the booking has no amounts. */
export const parsePayment = (booking: unknown): ParsedPayment | undefined => {
  const fields = fieldsOf(fieldsOf(booking)["payment"]);
  if (numberIn(fields["charged"]) === undefined) return undefined;
  const payBy = textIn(fields["payBy"]);
  return {
    charged: amountIn(fields, "charged"),
    fees: amountIn(fields, "fees"),
    paid: amountIn(fields, "paid"),
    refunded: amountIn(fields, "refunded"),
    credited: amountIn(fields, "credited"),
    due: amountIn(fields, "due"),
    ...(payBy !== undefined && { payBy }),
  };
};

/** Not paid yet. */
export const isOnHold = ({ booking }: Pick<BookingDetail, "booking">): boolean =>
  fieldsOf(booking)["status"] === "pending";

export const parseNotices = (booking: unknown): readonly ParsedNotice[] =>
  objectsIn(fieldsOf(booking)["notices"]).map((fields) => {
    const [resolved, eu261Eur] = [textIn(fields["resolved"]), numberIn(fields["eu261Eur"])];
    const entitles = textsIn(fields["entitles"]);
    return {
      id: textOrEmpty(fields["id"]),
      at: textOrEmpty(fields["at"]),
      about: textOrEmpty(fields["about"]),
      text: textOrEmpty(fields["text"]),
      canRebook: entitles.includes("rebook"),
      canRefund: entitles.includes("refund"),
      canAccept: fields["kind"] !== "cancelled",
      ...(eu261Eur !== undefined && { eu261Eur }),
      ...(resolved !== undefined && { resolved }),
    };
  });

export const parseExtras = (booking: unknown): readonly ParsedExtra[] =>
  objectsIn(fieldsOf(booking)["extras"]).map((fields) => {
    const emd = textIn(fields["emd"]);
    return {
      id: textOrEmpty(fields["id"]),
      what: textOrEmpty(fields["what"]),
      traveller: textOrEmpty(fields["traveller"]),
      price: amountIn(fields, "price"),
      flightIds: textsIn(fields["flightIds"]),
      ...(emd !== undefined && { emd }),
    };
  });

const COUPONS: Readonly<Record<string, string>> = {
  O: "open",
  F: "flown",
  E: "exchanged",
  R: "refunded",
  V: "void",
};

/** `001-2418830571 P1 OF` */
export const parseTickets = (booking: unknown): readonly ParsedTicket[] =>
  textsIn(fieldsOf(booking)["tickets"]).map((text) => {
    const [number = "", traveller = "", letters = ""] = text.split(" ");
    return { number, traveller, coupons: [...letters].map((letter) => COUPONS[letter] ?? letter) };
  });

/** The travellers of a booking, with their names. */
export const parseTravellers = (booking: unknown): readonly { readonly id: string; readonly name: string }[] =>
  objectsIn(fieldsOf(booking)["passengers"]).map((fields) => ({
    id: textOrEmpty(fields["id"]),
    name: `${textOrEmpty(fields["firstName"])} ${textOrEmpty(fields["lastName"])}`.trim(),
  }));

/** What ids of a booking stand for: flights, hotels, cars, extras and travellers, and what left it. */
export const namesOf = ({
  legs,
  booking,
  operations,
}: Pick<BookingDetail, "legs" | "booking" | "operations">): ReadonlyMap<string, string> =>
  new Map([
    ...operations.flatMap(({ removed }) => removed.map(({ id, title }) => [id, title] as const)),
    ...legs.map(({ id, title }) => [id, title] as const),
    ...parseExtras(booking).map(({ id, what, traveller }) => [id, `${what}, ${traveller}`] as const),
    ...parseTravellers(booking).map(({ id, name }) => [id, name] as const),
  ]);

/** The parts that can be cancelled or exchanged. */
export const removableOf = ({ legs, booking }: Pick<BookingDetail, "legs" | "booking">) => {
  const travellers = parseTravellers(booking);
  return {
    services: legs.filter(({ status }) => status !== "cancelled"),
    extras: parseExtras(booking),
    travellers: travellers.length > 1 ? travellers : [],
  };
};

/** Where flights of a booking go, and who travels: what a search for other flights begins with. */
export const routeOf = (booking: unknown, flightIds: readonly string[]) => {
  const flights = objectsIn(fieldsOf(booking)["flights"]);
  const named = flights.filter(({ id }) => flightIds.includes(textOrEmpty(id)));
  const first = named[0] ?? flights[0];
  const last = named.at(-1) ?? flights[0];
  if (first === undefined || last === undefined) return undefined;
  const types = objectsIn(fieldsOf(booking)["passengers"]).map(({ type }) => type);
  const count = (type: string): number => types.filter((one) => one === type).length;
  return {
    origin: textOrEmpty(first["originCode"]),
    destination: textOrEmpty(last["destinationCode"]),
    date: textOrEmpty(first["departureTime"]).slice(0, 10),
    cabin: textIn(first["cabin"]) ?? "economy",
    party: { adults: count("adult"), children: count("child"), infants: count("infant") },
  };
};
