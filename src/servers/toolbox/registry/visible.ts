import type { Tool } from "../../../mcp/tools/tool.ts";
import type { Caller } from "../../../model/caller.ts";
import { allowsTool } from "../../../model/grant.ts";
import type { RunningFunction } from "./running-tool.ts";
import type { ToolboxEntry } from "./toolbox.ts";

export type Viewer = Pick<Caller, "grant">;

/** The toolbox's name in keys. */
const SCOPE = "toolbox";

/** Whether the viewer's key covers a tool. Other tools must not appear in lists, calls or hints. */
export const isVisible = ({ name }: Pick<Tool, "name">, { grant }: Viewer): boolean =>
  grant === undefined || allowsTool(grant, SCOPE, name);

export const visibleFunctions = ({ running }: Pick<ToolboxEntry, "running">, viewer: Viewer): RunningFunction[] =>
  [...running.functions.values()].filter(({ tool }) => isVisible(tool, viewer));
