import { type CarRental, type HotelReservation, VEHICLE_CLASSES } from "../model/booking.ts";
import type { Clock } from "../model/clock.ts";
import { ruleBroken } from "../model/failure.ts";
import { usd } from "../model/money.ts";
import type { Airport, Places } from "../model/place.ts";
import type { BookingPlans } from "./booking-plans.ts";
import type { Disrupt, Disruption } from "./disruption.ts";
import { returnsOf, salesOf } from "./ledger.ts";
import type { StoredBooking } from "./stored-booking.ts";
import type { Supplier } from "./supplier.ts";

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly plans: Pick<BookingPlans, "bookHotel" | "bookCar">;
}

/** Enough for every hotel of a city and every car of a station. */
const ALL = 1_000;

/** What hotels and car companies do to a booking. Pure, as for flights. */
export const createStayDisruptions = ({ supplier, places, clock, plans }: Parts) => {
  const walkGuest: Disrupt = (booking, doing, full) => {
    const hotel = named(booking, booking.hotels, doing, "hotel");
    const city = places.require(hotel.cityCode, "about");
    const today = places.localDate(city.airports[0] as Airport, clock.now());
    if (hotel.checkInDate < today) throw begun(hotel.id, `The stay at ${hotel.hotelName} began`, hotel.checkInDate);
    const others = supplier
      .searchHotels({
        ...{ city, checkIn: hotel.checkInDate, checkOut: hotel.checkOutDate, guests: hotel.guestCount },
        ...{ minStars: 1, sortBy: "price", maxResults: ALL },
      })
      .offers.filter(
        (offer) => offer.status === "available" && offer.hotelCode !== hotel.hotelCode && !full.has(offer.id),
      );
    const other = chosen(others, doing.to, ({ id, hotelCode }) => [id, hotelCode], byStars(hotel.starRating));
    if (other === undefined) throw noOther(hotel.id, doing.to, `hotel in ${hotel.cityName} for these nights`);
    const moved: HotelReservation = {
      ...hotel,
      ...{ id: other.id, hotelCode: other.hotelCode, hotelName: other.hotelName, address: other.address },
      ...{ chainCode: other.chainCode, chainName: other.chainName, roomType: other.roomType, rooms: other.rooms },
      ...{ starRating: other.starRating, amenities: other.amenities },
      ...(other.latitude !== undefined && { latitude: other.latitude }),
      ...(other.longitude !== undefined && { longitude: other.longitude }),
      price: Math.max(0, hotel.price - hotel.pricePerNight),
    };
    const [left, came] = [
      { flights: [], hotels: [hotel], cars: [] },
      { flights: [], hotels: [moved], cars: [] },
    ];
    const night = usd(hotel.price - moved.price);
    return {
      services: { hotels: booking.hotels.map((one) => (one === hotel ? moved : one)) },
      entries: [...returnsOf(left), ...salesOf(came)],
      removed: { hotels: [hotel] },
      stock: plans.bookHotel({ hotelId: other.id, guests: booking.passengers.slice(0, 1), existingPnr: booking.pnr })
        .stock,
      added: [moved.id],
      notices: [
        {
          ...{ kind: "walked", about: moved.id },
          text: `${hotel.hotelName} is full and has moved you to ${moved.hotelName} (${moved.starRating} stars), ${moved.address}, at the same rate. The first night, ${night}, ${booking.status === "pending" ? "is taken off" : "has been given back"}.`,
          before: { id: hotel.id, hotelName: hotel.hotelName },
          entitles: ["rebook", "refund"],
        },
      ],
    };
  };

  const substituteCar: Disrupt = (booking, doing, full) => {
    const car = named(booking, booking.cars, doing, "car");
    if (Date.parse(car.pickupDate) <= clock.now()) {
      throw begun(car.id, `The ${car.companyName} car was picked up`, car.pickupDate);
    }
    const others = supplier
      .searchCars({
        pickup: places.require(car.pickupLocationCode, "about"),
        dropoff: places.require(car.dropoffLocationCode, "about"),
        ...{ pickupAt: Date.parse(car.pickupDate), dropoffAt: Date.parse(car.dropoffDate) },
        ...{ driverAge: car.driverAge, sortBy: "class", maxResults: ALL },
      })
      .offers.filter(
        (offer) =>
          offer.status === "available" &&
          offer.id !== car.id &&
          !full.has(offer.id) &&
          offer.pickupLocationCode === car.pickupLocationCode &&
          rankOf(offer) >= rankOf(car),
      );
    const other = chosen(others, doing.to, ({ id, vehicleClass }) => [id, vehicleClass], byClass(car));
    if (other === undefined)
      throw noOther(car.id, doing.to, `car of this class or better at ${car.pickupLocationName}`);
    const given: CarRental = {
      ...other,
      ...{ dailyRate: car.dailyRate, totalPrice: car.totalPrice, charges: car.charges, status: car.status },
      cancelFees: car.cancelFees,
    };
    const [left, came] = [
      { flights: [], hotels: [], cars: [car] },
      { flights: [], hotels: [], cars: [given] },
    ];
    return {
      services: { cars: booking.cars.map((one) => (one === car ? given : one)) },
      entries: [...returnsOf(left), ...salesOf(came)],
      removed: { cars: [car] },
      stock: plans.bookCar({ carId: other.id, existingPnr: booking.pnr }).stock,
      added: [given.id],
      notices: [
        {
          ...{ kind: "substituted", about: given.id },
          text: `${car.companyName} has no ${car.vehicleModel} for you. You get ${article(given)} from ${given.companyName}, at the same price.`,
          before: { id: car.id, companyName: car.companyName, vehicleModel: car.vehicleModel },
          entitles: ["rebook", "refund"],
        },
      ],
    };
  };

  return { walk_guest: walkGuest, substitute_car: substituteCar };
};

const named = <T extends { readonly id: string; readonly status: string }>(
  { pnr }: StoredBooking,
  services: readonly T[],
  { about }: Disruption,
  what: string,
): T => {
  const id = typeof about === "string" ? about.trim() : (about[0] ?? "");
  const found = services.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw ruleBroken(`There is no ${what} ${id.slice(0, 80)} on booking ${pnr}.`, {
    field: "about",
    value: id.slice(0, 80),
    allowed: services.map((one) => one.id),
    hint: `Name a ${what} of the booking.`,
  });
};

/** The one that is asked for, or the best. */
const chosen = <T>(
  offers: readonly T[],
  wanted: string | undefined,
  namesOf: (offer: T) => readonly string[],
  order: (a: T, b: T) => number,
): T | undefined => {
  const sorted = offers.toSorted(order);
  return wanted === undefined ? sorted[0] : sorted.find((offer) => namesOf(offer).includes(wanted.trim()));
};

/** As many stars or the next more, and below that the most; then by price. */
const byStars =
  (stars: number) =>
  (a: HotelReservation, b: HotelReservation): number => {
    const far = ({ starRating }: HotelReservation): number =>
      starRating >= stars ? starRating - stars : 100 - starRating;
    return far(a) - far(b) || a.price - b.price || (a.id < b.id ? -1 : 1);
  };

const rankOf = ({ vehicleClass }: CarRental): number => VEHICLE_CLASSES.indexOf(vehicleClass);

/** The same company before others, the next class up before the same class. */
const byClass =
  (car: CarRental) =>
  (a: CarRental, b: CarRental): number => {
    const far = (one: CarRental): number => {
      const up = rankOf(one) - rankOf(car);
      return (one.companyCode === car.companyCode ? 0 : 100) + (up === 0 ? VEHICLE_CLASSES.length : up);
    };
    return far(a) - far(b) || a.totalPrice - b.totalPrice || (a.id < b.id ? -1 : 1);
  };

const article = ({ vehicleModel, vehicleClass }: CarRental): string => `${vehicleModel} (${vehicleClass})`;

const begun = (id: string, what: string, when: string) =>
  ruleBroken(`${what} on ${when.slice(0, 10)}.`, {
    field: "about",
    value: id,
    allowed: "a stay or rental that has not begun",
  });

const noOther = (id: string, to: string | undefined, what: string) =>
  ruleBroken(`There is no other ${what}.`, {
    field: to === undefined ? "about" : "to",
    value: to === undefined ? id : to.slice(0, 80),
    hint: to === undefined ? "Nothing can be offered instead." : "Leave to out, and the nearest one is chosen.",
  });
