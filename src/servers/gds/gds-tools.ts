import type { Lazy, Tool, ToolDefinition } from "../../mcp/tools/tool.ts";
import { bookCar } from "./book-car.ts";
import { bookFlight } from "./book-flight.ts";
import { bookHotel } from "./book-hotel.ts";
import { cancelBooking } from "./cancel-booking.ts";
import type { GdsServices } from "./gds-tool.ts";
import { listBookings } from "./list-bookings.ts";
import { retrieveBooking } from "./retrieve-booking.ts";
import { searchCars } from "./search-cars.ts";
import { searchFlights } from "./search-flights.ts";
import { searchHotels } from "./search-hotels.ts";

const definitions: readonly ToolDefinition<GdsServices>[] = [
  searchFlights,
  bookFlight,
  searchHotels,
  bookHotel,
  searchCars,
  bookCar,
  retrieveBooking,
  cancelBooking,
  listBookings,
];

export const gdsTools = (services: Lazy<GdsServices>): Tool[] => definitions.map((define) => define(services));
