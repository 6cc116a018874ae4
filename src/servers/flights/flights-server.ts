import type { ServerDefinition } from "../../mcp/tools/server-definition.ts";
import type { Lazy, Tool } from "../../mcp/tools/tool.ts";
import { createToolSet } from "../../mcp/tools/tool-set.ts";
import type { FlightShop } from "./flight-shop.ts";
import type { FlightServices } from "./flights-tool.ts";
import { getOffer } from "./get-offer.ts";
import { searchFlights } from "./search-flights.ts";
import { searchMultiCity } from "./search-multi-city.ts";

const INSTRUCTIONS = `The flights server searches what airlines sell, through Duffel's API. Every answer says its source: "live" are real offers at real prices; "sandbox" are invented ones that look the same and cost nothing, for rehearsals.

How to work: search with search_flights (one way, or there and back) or search_multi_city, compare, and read the chosen offer again with get_offer before you promise a price: it also has bags, conditions and every flight, and offers live for about half an hour. A search lists the cheapest 10 (several cities: 5); max_results lists more, detail: "full" shows every field. Use IATA codes for airports and cities. Times are local to the airport. Searches are cached for 30 minutes; refresh: true asks again. An answer marked stale is older, because the airlines could not be reached: say so. This server books nothing, and its offer ids (off_…) mean nothing to the booking tools of the GDS.`;

/** The definition of the flights server. `contractTools` shows tools under their names in the contract. */
export const flightsServer = (
  shop: Lazy<FlightShop>,
  version: string,
  { contractTools = false }: { readonly contractTools?: boolean } = {},
): ServerDefinition => {
  const services: Lazy<FlightServices> = () => {
    const opened = shop();
    return opened instanceof Promise ? opened.then((shop) => ({ shop })) : { shop: opened };
  };
  const tools = [searchFlights, getOffer, searchMultiCity].map((define) => define(services));
  return {
    name: "taxiway-flights",
    scope: "flights",
    title: "Taxiway flights",
    version,
    instructions: INSTRUCTIONS,
    tools: createToolSet(tools.map((tool) => withOpenWorld(contractTools ? underAlias(tool) : tool))),
  };
};

const underAlias = (tool: Tool): Tool =>
  tool.aliases?.[0] === undefined ? tool : { ...tool, name: tool.aliases[0], aliases: [tool.name] };

/** With a key, these tools call an external API. */
const withOpenWorld = (tool: Tool): Tool => ({ ...tool, annotations: { openWorldHint: true } });
