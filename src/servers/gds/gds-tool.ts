import type { Sessions } from "../../mcp/sessions/sessions.ts";
import { defineTool } from "../../mcp/tools/tool.ts";
import type { Airline } from "../../model/airline.ts";
import type { Places } from "../../model/place.ts";
import type { Travel } from "../../travel/travel.ts";

/** What the tools, resources and prompts of the GDS run on. */
export interface GdsServices {
  readonly travel: Travel;
  readonly places: Places;
  readonly sessions: Sessions;
  /** Largest first. */
  airlines(): readonly Airline[];
}

export const defineGdsTool = defineTool<GdsServices>();
