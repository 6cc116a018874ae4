import type { ReactNode } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { Money } from "../../../components/values.tsx";
import { fieldsOf, numberIn, objectsIn, textOrEmpty, textsIn } from "../../../format/json.ts";
import { day } from "../../../format/time.ts";
import type { Price } from "../flights/flight-option.ts";
import { bookCar, bookHotel, canCall, openNextStep, type ResultContext } from "../next-step.ts";
import { Notes, OptionList } from "./option-list.tsx";

interface CardsProps<T> {
  readonly found: Found<T>;
  readonly context: ResultContext;
}

export const HotelCards = ({ found: { offers, notes }, context }: CardsProps<HotelOffer>) => (
  <Offers notes={notes} label="Hotels" count={offers.length}>
    {offers.map((hotel) => (
      <li className="option" key={hotel.id}>
        <div className="option-about">
          <h3 className="wraps">{hotel.name}</h3>
          <p className="small soft wraps">
            <span title={`${hotel.stars} of 5 stars`}>
              <span aria-hidden="true">{"★".repeat(hotel.stars)}</span>
              <span className="unseen">{hotel.stars} stars</span>
            </span>{" "}
            {hotel.address}
          </p>
          <p className="wraps">
            {hotel.room} · {hotel.rate}
          </p>
          <p className="small soft wraps">
            {day(hotel.from)} to {day(hotel.until)} · {hotel.policy}
          </p>
          <Chips texts={hotel.amenities} />
        </div>
        <PriceTag price={hotel.price} each={hotel.perNight} unit="night" count={hotel.nights}>
          {hotel.soldOut && <Badge tone="warn">sold out</Badge>}
          {canCall(context, "bookHotel") && !hotel.soldOut && (
            <Button
              data-step=""
              onClick={() => openNextStep(context, bookHotel(hotel))}
              aria-label={`Book ${hotel.name}`}
            >
              Book
            </Button>
          )}
        </PriceTag>
      </li>
    ))}
  </Offers>
);

export const CarCards = ({ found: { offers, notes }, context }: CardsProps<CarOffer>) => (
  <Offers notes={notes} label="Cars" count={offers.length}>
    {offers.map((car) => (
      <li className="option" key={car.id}>
        <div className="option-about">
          <h3 className="wraps">{car.model}</h3>
          <p className="wraps">
            {car.kind} · {car.company}
          </p>
          <p className="small soft wraps">
            {clock(car.from)} to {clock(car.until)}, {car.pickUp}
            {car.dropOff !== car.pickUp && `, returned at ${car.dropOff}`}
          </p>
          <Chips texts={car.facts} />
        </div>
        <PriceTag price={car.price} each={car.perDay} unit="day" count={car.days}>
          {canCall(context, "bookCar") && (
            <Button
              data-step=""
              onClick={() => openNextStep(context, bookCar(car))}
              aria-label={`Book ${car.model} of ${car.company}`}
            >
              Book
            </Button>
          )}
        </PriceTag>
      </li>
    ))}
  </Offers>
);

const clock = (local: string): string => `${day(local)} ${local.slice(11)}`;

interface OffersProps {
  readonly notes: readonly string[];
  readonly label: string;
  readonly count: number;
  readonly children: ReactNode;
}

const Offers = ({ notes, label, count, children }: OffersProps) => (
  <div className="stack">
    <Notes notes={notes} />
    {count === 0 ? (
      <EmptyState title="No results">Try another place or other dates.</EmptyState>
    ) : (
      <OptionList label={label}>{children}</OptionList>
    )}
  </div>
);

const MAX_CHIPS = 6;

const Chips = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="chips">
    {texts.slice(0, MAX_CHIPS).map((text) => (
      <li key={text} className="cut" title={text}>
        {text}
      </li>
    ))}
    {texts.length > MAX_CHIPS && <li title={texts.slice(MAX_CHIPS).join(", ")}>{texts.length - MAX_CHIPS} more</li>}
  </ul>
);

interface PriceTagProps {
  readonly price: { readonly amount: number; readonly currency: string };
  readonly each: { readonly amount: number; readonly currency: string };
  readonly unit: string;
  readonly count: number;
  readonly children: ReactNode;
}

const PriceTag = ({ price, each, unit, count, children }: PriceTagProps) => (
  <div className="option-price">
    <strong>
      <Money {...price} />
    </strong>
    <span className="small soft">
      {count} × <Money {...each} /> a {unit}
    </span>
    {children}
  </div>
);

export interface HotelOffer {
  readonly id: string;
  readonly name: string;
  readonly stars: number;
  readonly address: string;
  readonly room: string;
  readonly rate: string;
  readonly from: string;
  readonly until: string;
  readonly nights: number;
  readonly price: Price;
  readonly perNight: Price;
  readonly amenities: readonly string[];
  readonly policy: string;
  readonly soldOut: boolean;
}

export interface CarOffer {
  readonly id: string;
  readonly model: string;
  readonly kind: string;
  readonly company: string;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly from: string;
  readonly until: string;
  readonly days: number;
  readonly price: Price;
  readonly perDay: Price;
  readonly facts: readonly string[];
}

/** Search results and the server's notes. */
export interface Found<T> {
  readonly offers: readonly T[];
  readonly notes: readonly string[];
}

const dollars = (amount: unknown): Price => ({ amount: numberIn(amount) ?? 0, currency: "USD" });

const foundIn = <T,>(result: unknown, list: string, read: (offer: Readonly<Record<string, unknown>>) => T) => {
  const facts = fieldsOf(result);
  // A booking has lists of the same names.
  if (!Array.isArray(facts[list]) || "pnr" in facts) return undefined;
  const reason = textOrEmpty(facts["reason"]);
  return {
    offers: objectsIn(facts[list]).map(read),
    notes: [...textsIn(facts["warnings"]), ...(reason ? [reason] : [])],
  };
};

export const hotelsIn = (result: unknown): Found<HotelOffer> | undefined => foundIn(result, "hotels", hotelOffer);

export const carsIn = (result: unknown): Found<CarOffer> | undefined => foundIn(result, "cars", carOffer);

const hotelOffer = (hotel: Readonly<Record<string, unknown>>): HotelOffer => ({
  id: textOrEmpty(hotel["id"]),
  name: textOrEmpty(hotel["hotelName"]),
  address: textOrEmpty(hotel["address"]),
  stars: Math.min(Math.max(Math.round(numberIn(hotel["starRating"]) ?? 0), 0), 5),
  room: textOrEmpty(hotel["roomType"]),
  rate: textOrEmpty(hotel["rateName"]),
  from: textOrEmpty(hotel["checkInDate"]),
  until: textOrEmpty(hotel["checkOutDate"]),
  nights: numberIn(hotel["nights"]) ?? 1,
  price: dollars(hotel["price"]),
  perNight: dollars(hotel["pricePerNight"]),
  amenities: textsIn(hotel["amenities"]),
  policy: textOrEmpty(hotel["cancellationPolicy"]),
  soldOut: textOrEmpty(hotel["status"]) === "sold_out",
});

const carOffer = (car: Readonly<Record<string, unknown>>): CarOffer => ({
  id: textOrEmpty(car["id"]),
  model: textOrEmpty(car["vehicleModel"]),
  kind: textOrEmpty(car["vehicleClass"]),
  company: textOrEmpty(car["companyName"]),
  pickUp: textOrEmpty(car["pickupLocationName"]),
  dropOff: textOrEmpty(car["dropoffLocationName"]),
  from: textOrEmpty(car["pickupDate"]).slice(0, 16),
  until: textOrEmpty(car["dropoffDate"]).slice(0, 16),
  days: numberIn(car["rentalDays"]) ?? 1,
  price: dollars(car["totalPrice"]),
  perDay: dollars(car["dailyRate"]),
  facts: [
    textOrEmpty(car["acrissCode"]),
    car["mileagePolicy"] === "unlimited"
      ? "unlimited kilometres"
      : `${numberIn(car["mileageLimitPerDayKm"]) ?? "some"} km a day`,
    car["insuranceIncluded"] === true ? "insurance included" : "insurance not included",
    `driver age ${numberIn(car["driverAge"]) ?? "any"}`,
  ].filter(Boolean),
});
