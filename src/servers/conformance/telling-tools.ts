import { setTimeout } from "node:timers/promises";
import type { Call, Tool } from "../../mcp/tools/tool.ts";
import { fixture, text } from "./fixture-tool.ts";

/** Long enough that a client gets what was said before it gets the result. */
const moment = ({ signal }: Call): Promise<void> => setTimeout(50, undefined, { signal });

/** What a client hears while a call runs. */
export const tellingTools: readonly Tool[] = [
  fixture("test_tool_with_logging", "Sends three log messages while it runs.", async (call) => {
    call.message("info", "Tool execution started");
    await moment(call);
    call.message("info", "Tool processing data");
    await moment(call);
    call.message("info", "Tool execution completed");
    return text("Three messages were sent.");
  }),

  fixture("test_logging_tool", "Sends a log message, to clients that want one.", (call) => {
    call.message("info", "Tool execution started");
    return text("One message was sent.");
  }),

  fixture("test_tool_with_progress", "Reports its progress three times.", async (call) => {
    call.progress(0, 100);
    await moment(call);
    call.progress(50, 100);
    await moment(call);
    call.progress(100, 100);
    return text("Progress was reported three times.");
  }),

  fixture("test_reconnection", "Hangs up before it is done, so that the client has to come back.", async (call) => {
    call.hangUp();
    await moment(call);
    return text("This was sent after the connection had been closed.");
  }),
];
