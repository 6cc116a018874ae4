import type { BookedFlight } from "../model/booking.ts";
import { type Cents, sum } from "../model/money.ts";
import { type Party, type Passenger, type PassengerType, partyOf } from "../model/passenger.ts";
import type { QuotedFlight, Supplier } from "./supplier.ts";

/** What one traveller pays for a flight. */
export interface FareShare {
  readonly base: Cents;
  /** In the order of the flight's taxes. */
  readonly taxes: readonly Cents[];
}

/** The shares of one traveller of each type, as sold: prices move, so they cannot be computed later. */
export type FareShares = Partial<Readonly<Record<PassengerType, FareShare>>>;

const PARTIES: Readonly<Record<PassengerType, Party>> = {
  adult: { adults: 1, children: 0, infants: 0 },
  child: { adults: 0, children: 1, infants: 0 },
  infant: { adults: 0, children: 0, infants: 1 },
};

/** Undefined for a party of one, who cannot leave the others. */
export const fareSharesOf = (
  supplier: Pick<Supplier, "quoteFlights">,
  quoted: readonly QuotedFlight[],
  passengers: readonly Pick<Passenger, "type">[],
): readonly (FareShares | undefined)[] => {
  if (passengers.length < 2) return quoted.map(() => undefined);
  const ids = quoted.map(({ segment }) => segment.id);
  const types = [...new Set(passengers.map(({ type }) => type))];
  const byType = types.map((type) => [type, supplier.quoteFlights(ids, PARTIES[type])] as const);
  return quoted.map(({ segment: { taxes } }, i) =>
    Object.fromEntries(
      byType.map(([type, alone]): [PassengerType, FareShare] => {
        const { segment } = alone[i] as QuotedFlight;
        const amounts = new Map(segment.taxes.map(({ code, amount }) => [code, amount]));
        return [type, { base: segment.baseFare, taxes: taxes.map(({ code }) => amounts.get(code) ?? 0) }];
      }),
    ),
  );
};

/** Of a flight without recorded shares: an infant pays nothing, the others pay alike. */
const evenShare = ({ baseFare, taxes }: BookedFlight, passengers: readonly Passenger[], type: PassengerType) => {
  const { adults, children } = partyOf(passengers);
  const part = (amount: Cents): Cents => (type === "infant" ? 0 : Math.floor(amount / (adults + children)));
  return { base: part(baseFare), taxes: taxes.map(({ amount }) => part(amount)) };
};

export const shareOf = (
  flight: BookedFlight & { readonly fares?: FareShares },
  passengers: readonly Passenger[],
  { type }: Passenger,
): FareShare => flight.fares?.[type] ?? evenShare(flight, passengers, type);

export const priceOfShare = ({ base, taxes }: FareShare): Cents => base + sum(taxes);

/** The flight without the share of a traveller who leaves. */
export const withoutShare = <F extends BookedFlight>(flight: F, share: FareShare): F => ({
  ...flight,
  price: flight.price - priceOfShare(share),
  baseFare: flight.baseFare - share.base,
  taxes: flight.taxes.map((tax, i) => ({ ...tax, amount: tax.amount - (share.taxes[i] ?? 0) })),
});
