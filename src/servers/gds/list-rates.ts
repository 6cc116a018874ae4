import type { HotelReservation } from "../../model/booking.ts";
import { REFUNDS } from "../../model/fare.ts";
import type { FlightSegment } from "../../model/flight.ts";
import { usd } from "../../model/money.ts";
import { array, defaulted, integer, object, oneOf, string } from "../../model/schema.ts";
import { fareGroupsOf } from "../../travel/fare-conditions.ts";
import type { RateOffer } from "../../travel/supplier.ts";
import { bags } from "./compact-text.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { picked } from "./lean-offers.ts";

/** The conditions of a fare or rate; of several flights, those of all of them together. */
interface Rate {
  readonly ids: readonly string[];
  readonly price: number;
  readonly priceText: string;
  readonly fareFamily?: string;
  /** US cents for each traveller. */
  readonly changeFee?: number | null;
  readonly refund?: FlightSegment["refund"];
  readonly refundFee?: number;
  readonly bags?: string;
  readonly included?: readonly string[];
  readonly hotelName?: string;
  readonly roomType?: string;
  readonly rateCode?: string;
  readonly rateName?: string;
  readonly refundable?: boolean;
  readonly cancellationPolicy?: string;
  readonly cancelFees?: HotelReservation["cancelFees"];
}

const distinct = (words: readonly string[]): string => [...new Set(words)].join(" + ");

/** What all flights of a trip allow: the highest change fee, the strictest refund and all its fees. */
const flightTerms = (flights: readonly FlightSegment[]) => {
  const sold = fareGroupsOf(flights).map(([first]) => first as FlightSegment);
  const strictest = Math.max(...sold.map(({ refund }) => REFUNDS.indexOf(refund)));
  return {
    fareFamily: distinct(sold.map(({ fareFamily }) => fareFamily)),
    changeFee: sold.some(({ changeFee }) => changeFee === null)
      ? null
      : Math.max(...sold.map(({ changeFee }) => changeFee ?? 0)),
    refund: REFUNDS[strictest] as FlightSegment["refund"],
    refundFee: sold.reduce((total, { refundFee }) => total + refundFee, 0),
    bags: distinct(sold.map(({ baggage }) => baggage)),
    included: sold.every(({ seatSelection }) => seatSelection === "free") ? ["seat choice"] : [],
  };
};

const stayTerms = (hotel: HotelReservation) => ({
  ...picked(hotel, ["hotelName", "roomType", "rateCode", "rateName"]),
  ...picked(hotel, ["refundable", "cancellationPolicy", "cancelFees"]),
  included: hotel.amenities.filter((amenity) => /included$/.test(amenity)),
});

const rateOf = ({ ids, price, flights, hotel }: RateOffer): Rate => ({
  ...{ ids, price, priceText: usd(price) },
  ...(flights !== undefined && flightTerms(flights)),
  ...(hotel !== undefined && stayTerms(hotel)),
});

const REFUND_WORDS = {
  cash: "refundable",
  credit: "refundable as travel credit",
  taxes: "only taxes are refundable",
  none: "not refundable",
} as const;

const rateText = ({ ids, priceText, price, included = [], ...rate }: Rate): string =>
  [...termsText(rate), ...included, `${priceText} (${price})`, `ids ${JSON.stringify(ids)}`].join(" | ");

const termsText = ({ roomType, rateName, cancellationPolicy, ...fare }: Omit<Rate, "ids" | "price" | "priceText">) =>
  roomType === undefined ? fareText(fare) : [roomType, rateName, cancellationPolicy];

const fareText = ({ fareFamily, changeFee, refund, refundFee, bags: bag }: Partial<Rate>): readonly string[] => [
  ...(fareFamily === undefined ? [] : [fareFamily]),
  ...(changeFee === undefined ? [] : [changeText(changeFee)]),
  ...(refund === undefined ? [] : [`${REFUND_WORDS[refund]}${refundFee ? ` less ${usd(refundFee)} each` : ""}`]),
  ...(bag === undefined ? [] : [bag.split(" + ").map(bags).join(" + ")]),
];

const changeText = (fee: number | null): string =>
  fee === null ? "no changes" : fee === 0 ? "free changes" : `changes for ${usd(fee)} each`;

export const listRates = defineGdsTool({
  name: "listRates",
  title: "List fares and rates",
  description:
    "Shows all fares of flights, or all rooms and rates of a hotel: ids to book, prices, what may be changed or " +
    "refunded, what is included.",
  effect: "read",
  input: object({
    ids: array(string(), { minItems: 1, description: "flightIds of one option, or one hotel id." }),
    adults: defaulted(integer({ minimum: 1, maximum: 9, default: 1 })),
    children: defaulted(integer({ minimum: 0, maximum: 9, default: 0 })),
    infants: defaulted(integer({ minimum: 0, maximum: 9, default: 0 })),
  }),
  output: object({ currency: oneOf(["USD"]), rates: array(object({})) }),
  async run({ ids, adults, children, infants }, { travel, caller }) {
    const offers = await travel.listRates({ ids, party: { adults, children, infants } }, caller);
    return { currency: "USD" as const, rates: offers.map(rateOf) };
  },
  compact: ({ rates }) =>
    [
      ...(rates as readonly Rate[]).map(rateText),
      "Cheapest first. To book: bookFlight or bookHotel with the ids of one; for a booking: quoteChange.",
    ].join("\n"),
});
