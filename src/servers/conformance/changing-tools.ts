import type { Changes } from "../../mcp/tools/changes.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import type { OwnToolSet } from "../../mcp/tools/tool-set.ts";
import { fixture, text } from "./fixture-tool.ts";

const COMES_AND_GOES = fixture("test_tool_that_comes_and_goes", "There after every other change.", () =>
  text("Here at the moment."),
);

/** Changes that connected clients hear of. */
export const changingTools = (tools: OwnToolSet, changes: Changes): readonly Tool[] => [
  fixture("test_trigger_tool_change", "Adds a tool, or takes it away again.", () => {
    if (!tools.remove(COMES_AND_GOES.name)) tools.add(COMES_AND_GOES);
    return text("The list of tools has changed.");
  }),

  fixture("test_trigger_prompt_change", "Tells clients that the list of prompts has changed.", () => {
    changes.announce({ kind: "prompts" });
    return text("The list of prompts has changed.");
  }),
];
