import type { Tool } from "../../../mcp/tools/tool.ts";
import type { Caller } from "../../../model/caller.ts";
import { allowsTool } from "../../../model/grant.ts";
import type { RunningFunction } from "./running-tool.ts";
import type { ToolboxEntry } from "./toolbox.ts";

/** Who looks into a toolbox. */
export type Viewer = Pick<Caller, "grant">;

/** By which keys name the toolbox. */
const SCOPE = "toolbox";

/** What a key does not cover is not there: not in a list, not for a call, and not in a hint. */
export const isVisible = ({ name }: Pick<Tool, "name">, { grant }: Viewer): boolean =>
  grant === undefined || allowsTool(grant, SCOPE, name);

export const visibleFunctions = ({ running }: Pick<ToolboxEntry, "running">, viewer: Viewer): RunningFunction[] =>
  [...running.functions.values()].filter(({ tool }) => isVisible(tool, viewer));
