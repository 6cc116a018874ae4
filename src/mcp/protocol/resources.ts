import type { ResourceSchema, ResourceTemplateSchema } from "@modelcontextprotocol/core";
import type { Caller } from "../../model/caller.ts";
import { Failure } from "../../model/failure.ts";
import { allowsTool } from "../../model/grant.ts";
import type { Resource, ResourceContent, ResourceTemplate, ServerDefinition } from "../tools/server-definition.ts";
import type { Call } from "../tools/tool.ts";
import { parseUriTemplate } from "../tools/uri-template.ts";
import { runCall } from "./call.ts";
import { type Era, serverCachePolicy } from "./eras.ts";
import { CODES, invalidParams, ProtocolError } from "./errors.ts";
import type { Params } from "./json-rpc.ts";
import { createPages } from "./pages.ts";
import type { Handler } from "./request-context.ts";
import type { Seal } from "./seal.ts";

type WireResource = (typeof ResourceSchema)["_output"];
type WireResourceTemplate = (typeof ResourceTemplateSchema)["_output"];

const NO_CACHING = { ttlMs: 0, scope: "private" } as const;
const MAX_SUBSCRIPTIONS = 1000;

type Described = Omit<WireResource, "uri">;

const describe = ({ name, title, description, mimeType, annotations }: Resource | ResourceTemplate): Described => ({
  name,
  title,
  description,
  mimeType,
  ...(annotations !== undefined && { annotations: annotations as NonNullable<WireResource["annotations"]> }),
});
const describeResource = (resource: Resource): WireResource => ({ uri: resource.uri, ...describe(resource) });
const describeTemplate = (template: ResourceTemplate): WireResourceTemplate => ({
  uriTemplate: template.uriTemplate,
  ...describe(template),
});

const contentsOf = (uri: string, mimeType: string, read: ResourceContent): object => {
  if (typeof read === "string") return { uri, mimeType, text: read };
  if (read instanceof Uint8Array) return { uri, mimeType, blob: Buffer.from(read).toString("base64") };
  return contentsOf(uri, read.mimeType, read.content);
};

/** `data` contains only the URI: clients use it to tell this error from other invalid parameters. */
const notFound = (uri: string, era: Era, reason: string): ProtocolError =>
  new ProtocolError(era.name === "modern" ? CODES.invalidParams : CODES.legacyResourceNotFound, reason, { uri });

const uriOf = (params: Params): string => {
  const { uri } = params;
  if (typeof uri !== "string") throw invalidParams("uri must be the URI of a resource");
  return uri;
};

interface Found {
  readonly resource: Resource | ResourceTemplate;
  read(call: Call): ResourceContent | Promise<ResourceContent>;
}

export const resourceMethods = (server: ServerDefinition, seal: Seal): Record<string, Handler> => {
  const { resources = [], templates = [], name, scope = name } = server;
  const resourcePages = createPages("resources", serverCachePolicy(server), describeResource);
  const templatePages = createPages("resourceTemplates", serverCachePolicy(server), describeTemplate);
  const byUri = new Map(resources.map((resource) => [resource.uri, resource]));
  const forms = templates.map((template) => ({ template, form: parseUriTemplate(template.uriTemplate) }));

  const isVisible = ({ tool }: Resource | ResourceTemplate, { grant }: Caller): boolean =>
    tool === undefined || grant === undefined || allowsTool(grant, scope, tool);
  const isNarrowed = ({ grant }: Caller): boolean => grant?.tools !== undefined;
  const visible = <T extends Resource | ResourceTemplate>(all: readonly T[], caller: Caller): readonly T[] =>
    isNarrowed(caller) ? all.filter((each) => isVisible(each, caller)) : all;

  const find = (uri: string, era: Era, caller: Caller): Found => {
    const resource = byUri.get(uri);
    if (resource !== undefined && isVisible(resource, caller)) return { resource, read: (call) => resource.read(call) };
    for (const { template, form } of forms) {
      const variables = isVisible(template, caller) ? form.match(uri) : undefined;
      if (variables !== undefined) return { resource: template, read: (call) => template.read(variables, call) };
    }
    throw notFound(uri, era, `There is no resource at '${uri.slice(0, 200)}'`);
  };

  const subscriptionHandlers: Record<string, Handler> = {
    "resources/subscribe": async ({ params, era, context: { session, caller } }) => {
      const uri = uriOf(params);
      find(uri, era, caller);
      await session.update(({ subscriptions }) => {
        if (subscriptions.length >= MAX_SUBSCRIPTIONS) {
          throw invalidParams(`A session can have at most ${MAX_SUBSCRIPTIONS} subscriptions`);
        }
        return { subscriptions: [...subscriptions.filter((other) => other !== uri), uri] };
      });
      return era.result("");
    },
    "resources/unsubscribe": async ({ params, era, context: { session } }) => {
      const uri = uriOf(params);
      await session.update(({ subscriptions }) => ({ subscriptions: subscriptions.filter((other) => other !== uri) }));
      return era.result("");
    },
  };

  return {
    "resources/list": ({ params, era, context: { caller } }) =>
      resourcePages(visible(resources, caller), params["cursor"], era, isNarrowed(caller)),
    "resources/templates/list": ({ params, era, context: { caller } }) =>
      templatePages(visible(templates, caller), params["cursor"], era, isNarrowed(caller)),

    "resources/read": async (request) => {
      const uri = uriOf(request.params);
      const { resource, read } = find(uri, request.era, request.context.caller);
      try {
        return await runCall(request, seal, async (call) => {
          const contents = [contentsOf(uri, resource.mimeType, await read(call))];
          return request.era.cacheable(`"contents":${JSON.stringify(contents)}`, resource.cache ?? NO_CACHING);
        });
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.kind === "not_found") throw notFound(uri, request.era, thrown.message);
        throw thrown;
      }
    },
    ...(server.changes && subscriptionHandlers),
  };
};
