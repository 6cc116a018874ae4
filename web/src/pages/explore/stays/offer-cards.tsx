import type { ReactNode } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Money } from "../../../components/quantities.tsx";
import { day } from "../../../format/time.ts";
import { bookCar, bookHotel } from "../call/book.ts";
import { Notes } from "../views/notes.tsx";
import { OptionList } from "../views/option-list.tsx";
import { can, goOn, type Seen } from "../views/seen.ts";
import type { CarOffer, Found, HotelOffer } from "./offers.ts";

interface CardsProps<T> {
  readonly found: Found<T>;
  readonly seen: Seen;
}

export const HotelCards = ({ found: { offers, notes }, seen }: CardsProps<HotelOffer>) => (
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
          {can(seen, "bookHotel") && !hotel.soldOut && (
            <Button data-step="" onClick={() => goOn(seen, bookHotel(hotel))} aria-label={`Book ${hotel.name}`}>
              Book
            </Button>
          )}
        </PriceTag>
      </li>
    ))}
  </Offers>
);

export const CarCards = ({ found: { offers, notes }, seen }: CardsProps<CarOffer>) => (
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
          {can(seen, "bookCar") && (
            <Button
              data-step=""
              onClick={() => goOn(seen, bookCar(car))}
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
      <EmptyState title="Nothing was found">Try another place or other dates in the form.</EmptyState>
    ) : (
      <OptionList label={label}>{children}</OptionList>
    )}
  </div>
);

const MOST_CHIPS = 6;

const Chips = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="chips">
    {texts.slice(0, MOST_CHIPS).map((text) => (
      <li key={text} className="cut" title={text}>
        {text}
      </li>
    ))}
    {texts.length > MOST_CHIPS && <li title={texts.slice(MOST_CHIPS).join(", ")}>{texts.length - MOST_CHIPS} more</li>}
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
