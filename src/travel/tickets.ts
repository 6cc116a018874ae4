import { hash } from "../model/draw.ts";
import type { StoredBooking } from "./stored-booking.ts";

/** An electronic ticket: at most four coupons, one per flight. */
export interface Ticket {
  /** `001-2418830571`: the airline's accounting code and ten digits. */
  readonly number: string;
  /** P1, P2 and so on. */
  readonly traveller: string;
  readonly coupons: readonly Coupon[];
}

interface Coupon {
  readonly flightId: string;
  /** Open, exchanged, refunded or void. That a coupon was flown follows from the clock. */
  readonly status: "O" | "E" | "R" | "V";
}

const COUPONS = 4;

/** IATA accounting codes of airlines, which tickets begin with. */
const ACCOUNTING_CODES: Readonly<Record<string, string>> = {
  ...{ A3: "390", AA: "001", AC: "014", AF: "057", AI: "098", AM: "139", AR: "044", AS: "027", AT: "147", AV: "134" },
  ...{ AY: "105", AZ: "055", B6: "279", BA: "125", BR: "695", BT: "657", CA: "999", CI: "297", CM: "230", CX: "160" },
  ...{ CZ: "784", DL: "006", EI: "053", EK: "176", ET: "071", EW: "104", EY: "607", F9: "422", FI: "108", FJ: "260" },
  ...{ G3: "127", GA: "126", GF: "072", HA: "173", HU: "880", HX: "851", IB: "075", JL: "131", JU: "115", KE: "180" },
  ...{ KL: "074", KM: "643", KQ: "706", KU: "229", LA: "045", LH: "220", LO: "080", LX: "724", LY: "114", ME: "076" },
  ...{ MH: "232", MK: "239", MS: "077", MU: "781", NH: "205", NK: "487", NZ: "086", OK: "064", OS: "257", OU: "831" },
  ...{ OZ: "988", PK: "214", PR: "079", PS: "566", PX: "656", QF: "081", QR: "157", RJ: "512", RO: "281", SA: "083" },
  ...{ SK: "117", SN: "082", SQ: "618", SV: "065", SY: "337", TG: "217", TK: "235", TP: "047", TU: "199", UA: "016" },
  ...{ UL: "603", UX: "996", VA: "795", VN: "738", VS: "932", VY: "030", WN: "526", WS: "838", WY: "910" },
};

const DRAWN_CODES = 400;
const DRAWN_RANGE = 90;

/** Of an airline that is not in the table: drawn from its code, below 490. */
const accountingCode = (airline: string): string =>
  ACCOUNTING_CODES[airline] ?? String(DRAWN_CODES + (hash("accounting code", airline) % DRAWN_RANGE));

const SERIAL_START = 2_400_000_000;
const SERIALS = 90_000_000;

const numberOf = (airline: string, part: number, ...words: readonly (string | number)[]): string =>
  `${accountingCode(airline)}-${SERIAL_START + (hash(...words) % SERIALS) + part}`;

type Ticketed = Pick<StoredBooking, "pnr" | "flights" | "passengers" | "tickets" | "extras" | "revision">;

/** Issues documents for all extras that cost money and have none. */
export const withEmds = <B extends Ticketed>(booking: B): B => {
  const { pnr, flights, revision } = booking;
  const airline = flights[0]?.airlineCode;
  if (airline === undefined) return booking;
  const extras = booking.extras.map((extra) =>
    extra.emd === undefined && extra.price > 0
      ? { ...extra, emd: numberOf(airline, 0, "emd", pnr, extra.traveller, revision) }
      : extra,
  );
  return { ...booking, extras };
};

/** Issues tickets for all flights and documents for all extras that have none. Earlier tickets are kept. */
export const issued = <B extends Ticketed>(booking: B): B => {
  const { pnr, flights, passengers, revision } = booking;
  const airline = flights[0]?.airlineCode;
  if (airline === undefined) return booking;
  const open = flights.map(({ id }): Coupon => ({ flightId: id, status: "O" }));
  const tickets = [...booking.tickets];
  for (const { id: traveller } of passengers) {
    for (let part = 0; part * COUPONS < open.length; part++) {
      const number = numberOf(airline, part, "ticket", pnr, traveller, revision);
      tickets.push({ number, traveller, coupons: open.slice(part * COUPONS, (part + 1) * COUPONS) });
    }
  }
  return withEmds({ ...booking, tickets });
};

/** Marks the open coupons, or those of some flights. Tickets that were used up by an earlier exchange are dropped. */
export const closed = (
  tickets: readonly Ticket[],
  status: "E" | "R" | "V",
  flightIds?: readonly string[],
): readonly Ticket[] =>
  tickets
    .filter(({ coupons }) => coupons.some((coupon) => coupon.status !== "E"))
    .map((ticket) => ({
      ...ticket,
      coupons: ticket.coupons.map((coupon) =>
        coupon.status === "O" && (flightIds?.includes(coupon.flightId) ?? true) ? { ...coupon, status } : coupon,
      ),
    }));

/** `001-2418830571 P1 OF`: number, traveller, and a letter per coupon, F for a flight that has left. */
export const ticketText = ({ number, traveller, coupons }: Ticket, hasLeft: (flightId: string) => boolean): string =>
  `${number} ${traveller} ${coupons.map(({ flightId, status }) => (status === "O" && hasLeft(flightId) ? "F" : status)).join("")}`;
