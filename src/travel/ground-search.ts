import type { CarRental, HotelReservation } from "../model/booking.ts";
import { type Failure, ruleBroken } from "../model/failure.ts";
import { remembered } from "../model/json.ts";
import type { Stock } from "./stock.ts";
import { bucketOf, type StockOwner } from "./stock-buckets.ts";
import type { Answer, CarQuery, HotelQuery, StockItem, Supplier } from "./supplier.ts";

/** Hotels and cars without those that bookings have taken. */
export interface GroundSearch {
  /** A hotel without enough rooms of the kind shows its cheapest other room, or is sold out. */
  hotels(query: HotelQuery, owner: StockOwner): Promise<Answer<HotelReservation>>;
  /** A car that is not there on every day of the rental is left out. */
  cars(query: CarQuery, owner: StockOwner): Promise<Answer<CarRental>>;
  /** The rooms and rates of a stay of which enough rooms are left. Throws if there is none. */
  rates(hotelId: string, owner: StockOwner): Promise<readonly HotelReservation[]>;
}

type Taken = ReadonlyMap<string, number>;

export const createGroundSearch = ({
  supplier,
  stock,
}: {
  readonly supplier: Supplier;
  readonly stock: Pick<Stock, "taken">;
}): GroundSearch => {
  const takenOf = <T>(answer: Answer<T>, owner: StockOwner, bucketsOf: (offer: T) => readonly string[]) =>
    stock.taken(
      owner,
      remembered(bucketLists, answer, () => [...new Set(answer.offers.flatMap(bucketsOf))]),
    );

  const withoutTaken = (answer: Answer<CarRental>, taken: Taken, maxResults: number): Answer<CarRental> => {
    const touched = touchedBuckets(taken);
    const left = answer.offers.filter(
      (car) => !supplier.carBuckets(car).some((bucket) => touched.has(bucket)) || isLeft(supplier.carStock(car), taken),
    );
    const total = answer.total - (answer.offers.length - left.length);
    const reason = left.length === 0 ? "No car is left for these days." : undefined;
    return { offers: left.slice(0, maxResults), total, ...(reason !== undefined && { reason }) };
  };

  const ratesLeft = (hotelId: string, taken: Taken): readonly HotelReservation[] =>
    supplier
      .hotelRates(hotelId)
      .filter((rate) => rate.status === "available" && isLeft(supplier.roomStock(rate), taken));

  return {
    async rates(hotelId, owner) {
      const hotel = supplier.quoteHotel(hotelId);
      const left = ratesLeft(hotelId, await stock.taken(owner, supplier.roomBuckets(hotel)));
      if (left.length === 0) throw soldOut(hotel);
      return left;
    },

    async hotels(query, owner) {
      const answer = supplier.searchHotels(query);
      const taken = await takenOf(answer, owner, supplier.roomBuckets);
      if (taken.size === 0) return answer;
      const touched = touchedBuckets(taken);
      const offers = answer.offers.map((hotel): HotelReservation => {
        if (hotel.status !== "available" || !supplier.roomBuckets(hotel).some((one) => touched.has(one))) return hotel;
        if (isLeft(supplier.roomStock(hotel), taken)) return hotel;
        return ratesLeft(hotel.id, taken)[0] ?? { ...hotel, status: "sold_out" };
      });
      return { ...answer, offers: query.sortBy === "price" ? offers.sort((a, b) => a.price - b.price) : offers };
    },

    async cars(query, owner) {
      const answer = supplier.searchCars(query);
      const taken = await takenOf(answer, owner, supplier.carBuckets);
      if (taken.size === 0) return answer;
      const shown = withoutTaken(answer, taken, query.maxResults);
      if (shown.offers.length === answer.offers.length) return shown;
      // Some are taken: search again without a limit to fill the list.
      const all = supplier.searchCars({ ...query, maxResults: Number.MAX_SAFE_INTEGER });
      return withoutTaken(all, taken, query.maxResults);
    },
  };
};

const soldOut = ({ hotelName, id }: HotelReservation): Failure =>
  ruleBroken(`${hotelName} is sold out for these dates.`, {
    field: "ids",
    value: id,
    hint: "Choose a hotel whose status is available, or other dates.",
  });

/** The buckets of an answer, which is cached. */
const bucketLists = new WeakMap<object, readonly string[]>();

const touchedBuckets = (taken: Taken): ReadonlySet<string> => new Set([...taken.keys()].map(bucketOf));

const isLeft = (items: readonly StockItem[], taken: Taken): boolean =>
  items.every(({ key, forSale, units }) => forSale - (taken.get(key) ?? 0) >= units);
