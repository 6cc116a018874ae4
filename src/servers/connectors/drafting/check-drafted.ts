import { Failure } from "../../../model/failure.ts";
import { checkConnector } from "../check-connector.ts";
import type { Connector, ConnectorTool } from "../connector.ts";

/** All of a connector but its tools. */
export type Frame = Omit<Connector, "tools">;

/**
 * The checks that a tool must pass anyway: what a document could smuggle past its drafting ends there. A text says why it
 * cannot be a tool.
 */
export const checkDrafted = async (tool: ConnectorTool, frame: Frame): Promise<ConnectorTool | string> => {
  try {
    const { tools } = await checkConnector({ ...frame, tools: [tool] });
    return tools[0] as ConnectorTool;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

/** A connector of tools that have been checked, one by one. */
export const checkFrame = async (frame: Frame, tools: readonly ConnectorTool[]): Promise<Connector> => ({
  ...(await checkConnector({ ...frame, tools: tools.slice(0, 1) })),
  tools,
});
