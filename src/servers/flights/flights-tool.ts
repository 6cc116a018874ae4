import { defineTool } from "../../mcp/tools/tool.ts";
import type { FlightShop } from "./flight-shop.ts";

/** What the tools of the flights server run on. */
export interface FlightServices {
  readonly shop: FlightShop;
}

export const defineFlightsTool = defineTool<FlightServices>();
