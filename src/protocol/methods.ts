import type { ServerDefinition } from "../registry/server-definition.ts";
import { completionMethods } from "./completion.ts";
import type { EraName } from "./eras.ts";
import type { Handler } from "./exchange.ts";
import { lifecycleMethods } from "./lifecycle.ts";
import { promptMethods } from "./prompts.ts";
import { resourceMethods } from "./resources.ts";
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

export type FindHandler = (method: string, era: EraName) => Handler | undefined;

export const createMethods = (server: ServerDefinition, options: ToolOptions): FindHandler => {
  const handlers = new Map(
    Object.entries({
      ...lifecycleMethods(server),
      ...toolMethods(server, options),
      ...resourceMethods(server, options.seal),
      ...promptMethods(server, options.seal),
      ...completionMethods(server),
      ...subscriptionMethods(server),
    }),
  );
  return (method, era) => ((ONLY[method] ?? era) === era ? handlers.get(method) : undefined);
};
