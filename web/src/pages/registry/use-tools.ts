import { useEffect, useRef } from "react";
import type { RegisteredTool, ToolPage } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { type Data, useData } from "../../api/use-data.ts";

const SERVER = "toolbox";
const POLL_MS = 5_000;
/** Services that start together register together. */
const RELOAD_DELAY_MS = 250;

/** The registered tools. Reloads on changes, and polls for health checks, which send no event. */
export const useTools = (): Data<ToolPage> => {
  const tools = useData<ToolPage>("/tools", { pollMs: POLL_MS });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvent("tools", ({ server }) => {
    if (server !== SERVER) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(tools.reload, RELOAD_DELAY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return tools;
};

/** Replaces one tool on the page. */
export const withTool = (page: ToolPage, tool: RegisteredTool): ToolPage => ({
  ...page,
  tools: page.tools.map((each) => (each.name === tool.name ? tool : each)),
});
