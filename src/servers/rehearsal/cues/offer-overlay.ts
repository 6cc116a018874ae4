import { notFound } from "../../../model/failure.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import { seated } from "../../../model/passenger.ts";
import type { Places } from "../../../model/place.ts";
import type {
  Answer,
  FlightOffer,
  FlightQuery,
  Overlay,
  QuotedFlight,
  SeatStock,
  StockItem,
  Supplier,
} from "../../../travel/supplier.ts";
import {
  carAfter,
  flightAfter,
  forSale,
  hotelAfter,
  isGone,
  type OfferRule,
  optionAfter,
  rulesOfCar,
  rulesOfFlight,
  rulesOfHotel,
} from "./offer-rules.ts";

const ALL = Number.MAX_SAFE_INTEGER;

/** Changes offers by rules, alike in searches and in quotes by id. Answers are new and frozen; the world stays as it is. */
export const offerOverlay =
  (rules: readonly OfferRule[], places: Pick<Places, "place">): Overlay =>
  (world) => {
    const ofFlight = (flight: FlightSegment) => rulesOfFlight(rules, flight, places);
    return {
      ...world,
      ...flightsOf(world, ofFlight),
      ...hotelsOf(world, (hotel) => rulesOfHotel(rules, hotel)),
      ...carsOf(world, (car) => rulesOfCar(rules, car, places)),
    };
  };

const flightsOf = (world: Supplier, rulesOf: (flight: FlightSegment) => readonly OfferRule[]) => {
  const stockAfter = (stock: SeatStock, flight: FlightSegment): SeatStock => {
    const seats = forSale(rulesOf(flight), stock.seats);
    return seats === stock.seats ? stock : { ...stock, seats };
  };

  const offerAfter = ({ option, stock }: FlightOffer, { party }: FlightQuery): FlightOffer => {
    const segments = option.segments ?? [option];
    return {
      option: Object.freeze(optionAfter(option, rulesOf, party)),
      stock: stock.map((one, i) => stockAfter(one, segments[i] as FlightSegment)),
    };
  };

  return {
    searchFlights(query: FlightQuery): Answer<FlightOffer> {
      const all = world.searchFlights({ ...query, maxResults: ALL });
      const kept = all.offers.filter(
        ({ option }) => !(option.segments ?? [option]).some((one) => isGone(rulesOf(one))),
      );
      const wanted = seated(query.party);
      const offers = kept
        .map((offer) => offerAfter(offer, query))
        // As everywhere, an option with too few seats for the party is left out, and one without any is sold out.
        .filter(({ option: { seatsAvailable } }) => seatsAvailable === 0 || seatsAvailable >= wanted);
      const sorted = query.sortBy === "price" ? offers.toSorted((a, b) => a.option.price - b.option.price) : offers;
      return cut(all, sorted, query.maxResults, "No flight of that day is for sale.");
    },

    quoteFlights: (ids: readonly string[], party: FlightQuery["party"]): readonly QuotedFlight[] =>
      world.quoteFlights(ids, party).map((quoted) => {
        const { segment, stock } = quoted;
        const rules = rulesOf(segment);
        if (isGone(rules)) throw notOffered("flightIds", segment.id);
        return rules.length === 0
          ? quoted
          : { ...quoted, segment: flightAfter(segment, rules, party), stock: stockAfter(stock, segment) };
      }),
  };
};

const hotelsOf = (
  world: Supplier,
  rulesOf: (hotel: ReturnType<Supplier["quoteHotel"]>) => readonly OfferRule[],
): Pick<Supplier, "searchHotels" | "quoteHotel" | "hotelRates" | "roomStock"> => ({
  searchHotels(query) {
    const all = world.searchHotels({ ...query, maxResults: ALL });
    const offers = all.offers
      .filter((hotel) => !isGone(rulesOf(hotel)))
      .map((hotel) => Object.freeze(hotelAfter(hotel, rulesOf(hotel))));
    const sorted = query.sortBy === "price" ? offers.toSorted((a, b) => a.price - b.price) : offers;
    return cut(all, sorted, query.maxResults, "No hotel has a room for these nights.");
  },
  quoteHotel(id) {
    const hotel = world.quoteHotel(id);
    const rules = rulesOf(hotel);
    if (isGone(rules)) throw notOffered("hotelId", id);
    return hotelAfter(hotel, rules);
  },
  hotelRates: (id) =>
    world
      .hotelRates(id)
      .filter((rate) => !isGone(rulesOf(rate)))
      .map((rate) => hotelAfter(rate, rulesOf(rate)))
      .sort((a, b) => a.price - b.price),
  roomStock: (stay) => world.roomStock(stay).map((item) => itemAfter(item, rulesOf(stay))),
});

const carsOf = (
  world: Supplier,
  rulesOf: (car: ReturnType<Supplier["quoteCar"]>) => readonly OfferRule[],
): Pick<Supplier, "searchCars" | "quoteCar" | "carStock"> => ({
  searchCars(query) {
    const all = world.searchCars({ ...query, maxResults: ALL });
    const offers = all.offers
      .filter((car) => !isGone(rulesOf(car)) && forSale(rulesOf(car), 1) > 0)
      .map((car) => Object.freeze(carAfter(car, rulesOf(car))));
    const sorted = query.sortBy === "price" ? offers.toSorted((a, b) => a.totalPrice - b.totalPrice) : offers;
    return cut(all, sorted, query.maxResults, "No car is left for these days.");
  },
  quoteCar(id) {
    const car = world.quoteCar(id);
    const rules = rulesOf(car);
    if (isGone(rules)) throw notOffered("carId", id);
    return carAfter(car, rules);
  },
  carStock: (rental) => world.carStock(rental).map((item) => itemAfter(item, rulesOf(rental))),
});

const itemAfter = (item: StockItem, rules: readonly OfferRule[]): StockItem =>
  rules.length === 0 ? item : { ...item, forSale: forSale(rules, item.forSale) };

const cut = <Offer>(
  all: Answer<Offer>,
  offers: readonly Offer[],
  maxResults: number,
  noneLeft: string,
): Answer<Offer> => {
  const reason = all.reason ?? (offers.length === 0 ? noneLeft : undefined);
  return {
    offers: Object.freeze(offers.slice(0, maxResults)),
    total: offers.length,
    ...(reason !== undefined && { reason }),
  };
};

const notOffered = (field: string, id: string) =>
  notFound(`${id} is not offered any more.`, { field, value: id, hint: "Search again and choose another offer." });
