import { type Changes, createChanges, type ServerDefinition } from "../../mcp/tools/server-definition.ts";
import type { Lazy, Tool, ToolDefinition } from "../../mcp/tools/tool.ts";
import { createToolSet, type OwnToolSet } from "../../mcp/tools/tool-set.ts";
import type { BookingChange } from "../../travel/booking-changes.ts";
import { bookCar } from "./book-car.ts";
import { bookFlight } from "./book-flight.ts";
import { bookHotel } from "./book-hotel.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { confirmChange } from "./confirm-change.ts";
import { type Confirm, confirming } from "./confirming.ts";
import { flightStatus } from "./flight-status.ts";
import type { GdsServices } from "./gds-tool.ts";
import { listBookings } from "./list-bookings.ts";
import { listExtras } from "./list-extras.ts";
import { listRates } from "./list-rates.ts";
import { payBooking } from "./pay-booking.ts";
import { gdsPrompts, SERVICING_PROMPTS } from "./prompts.ts";
import { quoteChange } from "./quote-change.ts";
import { gdsResources, gdsTemplates } from "./resources.ts";
import { retrieveBooking } from "./retrieve-booking.ts";
import { searchCars } from "./search-cars.ts";
import { searchFlights } from "./search-flights.ts";
import { searchHotels } from "./search-hotels.ts";
import { updateBooking } from "./update-booking.ts";

const SERVICING =
  "To change or cancel, quoteChange, tell the traveller what it costs or gives back, then confirmChange. Look at notices when " +
  "you retrieve a booking. ";

const instructions = (
  isContract: boolean,
): string => `Taxiway is a rehearsal world for travel agents: flights, hotels and cars that look real and cost nothing. Every booking is a test booking (TEST- locator); no airline, hotel or car company hears of it.

How to work: search, let the traveller choose, then book. Book flights first; add a hotel or car to the same booking with existingPnr. Use IATA codes for airports and cities (JFK or NYC). Prices are US cents for the whole party. Times are local to the place, with offset. Book offers by the ids that a search returned, exactly as they are. ${isContract ? "" : SERVICING}When a call is refused, the error says which field, what is allowed and what to do next.`;

interface GdsOptions {
  /** Wraps every tool, outside of all other wrappers. */
  prepare?(tool: Tool): Tool;
  /** Whether the traveller is asked before anything is booked or cancelled. */
  readonly confirm?: Confirm | "false";
  /** Only the tools of the GDS contract; drops unknown fields with a warning, as its schemas require. */
  readonly contractTools?: boolean;
}

interface GdsServer extends ServerDefinition {
  readonly tools: OwnToolSet;
  readonly changes: Changes;
}

/** The MCP server `gds`, a mock Global Distribution System. */
export const gdsServer = (
  services: Lazy<GdsServices>,
  version: string,
  { prepare = (tool) => tool, confirm = "false", contractTools = false }: GdsOptions = {},
): GdsServer => {
  const changes = createChanges();
  const asking = (tool: Tool): Tool => (confirm === "false" ? tool : confirming(tool, services, confirm));
  const tolerant = (tool: Tool): Tool => (contractTools ? { ...tool, unknownFields: "drop" } : tool);
  return {
    name: "taxiway-gds",
    scope: "gds",
    title: "Taxiway GDS",
    version,
    instructions: instructions(contractTools),
    tools: createToolSet(gdsTools(services, contractTools).map((tool) => prepare(asking(tolerant(tool))))),
    resources: gdsResources(services),
    templates: gdsTemplates(services),
    prompts: gdsPrompts(services).filter(({ name }) => !contractTools || !SERVICING_PROMPTS.includes(name)),
    changes,
  };
};

/** Tells clients that subscribed to the booking, or to the session that made it. */
export const announceBooking = (changes: Changes, { tenant, pnr, sessionId }: BookingChange): void => {
  const of = { tenant, sessionId };
  changes.announce({ kind: "resource", uri: `gds://booking/${pnr}`, of: { tenant } });
  changes.announce({ kind: "resource", uri: `gds://booking/${pnr}/history`, of: { tenant } });
  changes.announce({ kind: "resource", uri: "gds://session/bookings", of });
  changes.announce({ kind: "resource", uri: "gds://session/notices", of });
  changes.announce({ kind: "resource", uri: "gds://session/current", of });
};

const CONTRACT_TOOLS: readonly ToolDefinition<GdsServices>[] = [
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

/** What happens after booking; not in the GDS contract. */
const SERVICING_TOOLS: readonly ToolDefinition<GdsServices>[] = [
  listRates,
  listExtras,
  quoteChange,
  confirmChange,
  payBooking,
  updateBooking,
  flightStatus,
];

export const gdsTools = (services: Lazy<GdsServices>, contractTools = false): Tool[] =>
  [...CONTRACT_TOOLS, ...(contractTools ? [] : SERVICING_TOOLS)].map((define) => define(services));
