import type { HotelReservation } from "../../model/booking.ts";
import type { IsoDate } from "../../model/calendar.ts";
import type { Airport, Place, Places } from "../../model/place.ts";
import type { Supplier } from "../../travel/supplier.ts";
import { MAGIC_HOTELS } from "./scenarios.ts";

/** A hotel of the generated world with a CapCorn number. */
export interface Hotel {
  /** The number in the request. */
  readonly hotelId: string;
  /** The code in the generated world: `INNXX07`. */
  readonly code: string;
  readonly stars: number;
  readonly airport: Airport;
}

export interface HotelStay extends Hotel {
  /** US cents for a double room and night. */
  readonly worldRate: number;
  readonly soldOut: boolean;
}

export interface Hotels {
  find(hotelId: string): Hotel | undefined;
  /** The dates must be inside the sales window. */
  stayAt(hotel: Hotel, arrival: IsoDate, departure: IsoDate): HotelStay;
}

/** The vendor's example hotel, and the base of the magic hotels. */
const EXAMPLE_HOTEL = 9100;
/** Each city has a block of numbers from 9100 on. Independent hotels come first, then chains, both by name. */
const CITIES = ["INN", "SZG", "KLU", "BZO", "GRZ", "MUC", "ZRH", "VIE"];
const BLOCK = 100;
const INDEPENDENT = "XX";

export const createHotels = ({
  supplier,
  places,
}: {
  readonly supplier: Pick<Supplier, "searchHotels">;
  readonly places: Places;
}): Hotels => {
  const hotelsIn = (city: Place, arrival: IsoDate, departure: IsoDate): readonly HotelReservation[] =>
    supplier.searchHotels({
      city,
      checkIn: arrival,
      checkOut: departure,
      guests: 2,
      minStars: 1,
      sortBy: "name",
      maxResults: BLOCK,
    }).offers;

  /** Cached, because the hotels of a city do not depend on the dates. */
  const directory = new Map<number, readonly Omit<Hotel, "hotelId">[]>();
  const hotelsAt = (base: number): readonly Omit<Hotel, "hotelId">[] => {
    const known = directory.get(base);
    if (known !== undefined) return known;
    const city = places.place(CITIES[(base - EXAMPLE_HOTEL) / BLOCK] ?? "");
    if (city === undefined) return [];
    const airport = city.airports[0] as Airport;
    const hotels = [...hotelsIn(city, "2026-01-15", "2026-01-16")]
      .sort((a, b) => Number(b.chainCode === INDEPENDENT) - Number(a.chainCode === INDEPENDENT))
      .map(({ hotelCode, starRating }) => ({ code: hotelCode, stars: starRating, airport }));
    directory.set(base, hotels);
    return hotels;
  };

  return {
    find: (hotelId) => {
      const number = MAGIC_HOTELS.has(hotelId) ? EXAMPLE_HOTEL : Number(hotelId);
      const base = Math.floor(number / BLOCK) * BLOCK;
      const hotel = hotelsAt(base)[number - base];
      return hotel && { hotelId, ...hotel };
    },

    stayAt: (hotel, arrival, departure) => {
      const city = places.place(hotel.airport.cityCode) as Place;
      const stay = hotelsIn(city, arrival, departure).find(({ hotelCode }) => hotelCode === hotel.code);
      if (stay === undefined) throw new TypeError(`hotel ${hotel.code} is not in the generated world`);
      return {
        ...hotel,
        worldRate: Math.round(stay.pricePerNight / stay.rooms),
        soldOut: stay.status === "sold_out",
      };
    },
  };
};
