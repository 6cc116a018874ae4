import type {
  DiscoverResultSchema,
  InitializeResultSchema,
  ServerCapabilitiesSchema,
} from "@modelcontextprotocol/core";
import type { ServerDefinition } from "../tools/server-definition.ts";
import { MESSAGE_LEVELS } from "../tools/tool.ts";
import { identityOf, isMessageLevel, LEGACY_VERSIONS, MODERN_VERSIONS, serverCachePolicy } from "./eras.ts";
import { invalidParams } from "./errors.ts";
import { isObject, members } from "./json-rpc.ts";
import type { Handler } from "./request-context.ts";

type WireCapabilities = (typeof ServerCapabilitiesSchema)["_output"];
type WireInitializeResult = (typeof InitializeResultSchema)["_output"];
type WireDiscoverResult = (typeof DiscoverResultSchema)["_output"];

export const capabilitiesOf = ({ resources, templates, prompts, changes }: ServerDefinition): WireCapabilities => {
  const listChanged = changes !== undefined;
  return {
    tools: { listChanged: true },
    ...((resources ?? templates) && { resources: { subscribe: listChanged, listChanged } }),
    ...(prompts && { prompts: { listChanged } }),
    ...((prompts ?? templates) && { completions: {} }),
    logging: {},
  };
};

export const lifecycleMethods = (server: ServerDefinition): Record<string, Handler> => {
  const capabilities = capabilitiesOf(server);
  const { instructions, description } = server;

  return {
    initialize: async ({ params, era, context }) => {
      const { protocolVersion: requested, capabilities: client } = params;
      if (typeof requested !== "string") throw invalidParams("protocolVersion must be a string");
      const protocolVersion = LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
      await context.session.update({ protocolVersion, capabilities: isObject(client) ? client : {} });
      const result: WireInitializeResult = {
        protocolVersion,
        capabilities,
        serverInfo: { ...identityOf(server), ...(description !== undefined && { description }) },
        instructions,
      };
      return era.result(members(result));
    },

    ping: ({ era }) => era.result(""),

    "logging/setLevel": async ({ params, era, context }) => {
      const { level } = params;
      if (!isMessageLevel(level)) throw invalidParams(`level must be one of ${MESSAGE_LEVELS.join(", ")}`);
      await context.session.update({ logLevel: level });
      return era.result("");
    },

    "server/discover": ({ era }) => {
      const result: Omit<WireDiscoverResult, "ttlMs" | "cacheScope"> = {
        supportedVersions: [...MODERN_VERSIONS],
        capabilities,
        instructions,
      };
      return era.cacheable(members(result), serverCachePolicy(server));
    },
  };
};
