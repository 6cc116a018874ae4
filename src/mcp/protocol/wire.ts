/** The shapes of the specification, for the compiler only: the package's schemas would load zod at run time. */
import type {
  CompleteResultSchema,
  DiscoverResultSchema,
  InitializeResultSchema,
  PromptSchema,
  ResourceSchema,
  ResourceTemplateSchema,
  ServerCapabilitiesSchema,
  SubscriptionFilterSchema,
  ToolSchema,
} from "@modelcontextprotocol/core";

export type WireTool = (typeof ToolSchema)["_output"];
export type WireResource = (typeof ResourceSchema)["_output"];
export type WireResourceTemplate = (typeof ResourceTemplateSchema)["_output"];
export type WirePrompt = (typeof PromptSchema)["_output"];
export type WireCapabilities = (typeof ServerCapabilitiesSchema)["_output"];
export type WireInitializeResult = (typeof InitializeResultSchema)["_output"];
export type WireDiscoverResult = (typeof DiscoverResultSchema)["_output"];
export type WireSubscriptionFilter = (typeof SubscriptionFilterSchema)["_output"];
export type WireCompletion = (typeof CompleteResultSchema)["_output"]["completion"];
