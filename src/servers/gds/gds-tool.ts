import type { Sessions } from "../../mcp/sessions/sessions.ts";
import { defineTool } from "../../mcp/tools/tool.ts";
import type { Airline } from "../../model/flight.ts";
import type { Places } from "../../model/place.ts";
import type { Travel } from "../../travel/travel.ts";

/** The dependencies of the GDS tools, resources and prompts. */
export interface GdsServices {
  readonly travel: Travel;
  readonly places: Places;
  readonly sessions: Sessions;
  /** Largest first. */
  airlines(): readonly Airline[];
}

export const defineGdsTool = defineTool<GdsServices>();
