import type { Method, ServerDefinition } from "../tools/server-definition.ts";
import { completionMethods } from "./completion.ts";
import type { EraName } from "./eras.ts";
import { lifecycleMethods } from "./lifecycle.ts";
import { ownHandler } from "./own-handler.ts";
import { promptMethods } from "./prompts.ts";
import type { Handler } from "./request-context.ts";
import { resourceMethods } from "./resources.ts";
import type { Seal } from "./seal.ts";
import { subscriptionMethods } from "./subscriptions.ts";
import { type ToolOptions, toolMethods } from "./tools.ts";

/** Methods that one era has and the other has not; all others are in both. */
const ONLY: Readonly<Record<string, EraName>> = {
  initialize: "legacy",
  ping: "legacy",
  "logging/setLevel": "legacy",
  "resources/subscribe": "legacy",
  "resources/unsubscribe": "legacy",
  "server/discover": "modern",
  "subscriptions/listen": "modern",
};

/** The server's own methods beside MCP's. Of `tools/call` there are two, told apart by their params. */
const withOwnMethods = (
  handlers: Map<string, Handler>,
  methods: ReadonlyMap<string, Method>,
  seal: Seal,
): Map<string, Handler> => {
  const own = new Map([...methods].map(([name, method]) => [name, ownHandler(method, seal)]));
  const [mcpCall, ownCall] = [handlers.get(CALL), own.get(CALL)];
  if (mcpCall !== undefined && ownCall !== undefined) {
    own.set(CALL, (request) => (request.params["name"] === undefined ? ownCall(request) : mcpCall(request)));
  }
  return new Map([...handlers, ...own]);
};

const CALL = "tools/call";

export type FindHandler = (method: string, era: EraName) => Handler | undefined;

export const createMethods = (server: ServerDefinition, options: ToolOptions): FindHandler => {
  const mcp = new Map(
    Object.entries({
      ...lifecycleMethods(server),
      ...toolMethods(server, options),
      ...resourceMethods(server, options.seal),
      ...promptMethods(server, options.seal),
      ...completionMethods(server),
      ...subscriptionMethods(server),
    }),
  );
  const handlers = server.methods ? withOwnMethods(mcp, server.methods, options.seal) : mcp;
  return (method, era) => ((ONLY[method] ?? era) === era ? handlers.get(method) : undefined);
};
