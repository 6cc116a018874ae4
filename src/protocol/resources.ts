import { Failure } from "../model/failure.ts";
import type { Resource, ResourceContent, ResourceTemplate, ServerDefinition } from "../registry/server-definition.ts";
import type { Call } from "../registry/tool.ts";
import { parseUriTemplate } from "../registry/uri-template.ts";
import { asking } from "./call.ts";
import { aboutServer, type Era } from "./eras.ts";
import { CODES, invalidParams, ProtocolError } from "./errors.ts";
import type { Handler } from "./exchange.ts";
import type { Params } from "./json-rpc.ts";
import { createPages } from "./pages.ts";
import type { Seal } from "./seal.ts";
import type { WireResource, WireResourceTemplate } from "./wire.ts";

const NOT_KEPT = { ttlMs: 0, scope: "private" } as const;
const MOST_SUBSCRIBED = 1000;

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

const content = (read: ResourceContent) =>
  typeof read === "string" ? { text: read } : { blob: Buffer.from(read).toString("base64") };

/** `data` holds the address and nothing else: by that clients recognise this error among the invalid parameters. */
const notFound = (uri: string, era: Era, reason: string): ProtocolError =>
  new ProtocolError(era.name === "modern" ? CODES.invalidParams : CODES.legacyResourceNotFound, reason, { uri });

const uriOf = (params: Params): string => {
  const { uri } = params;
  if (typeof uri !== "string") throw invalidParams("uri must be the address of a resource");
  return uri;
};

interface Found {
  readonly resource: Resource | ResourceTemplate;
  read(call: Call): ResourceContent | Promise<ResourceContent>;
}

export const resourceMethods = (server: ServerDefinition, seal: Seal): Record<string, Handler> => {
  const { resources = [], templates = [] } = server;
  const resourcePages = createPages("resources", aboutServer(server), describeResource);
  const templatePages = createPages("resourceTemplates", aboutServer(server), describeTemplate);
  const byUri = new Map(resources.map((resource) => [resource.uri, resource]));
  const forms = templates.map((template) => ({ template, form: parseUriTemplate(template.uriTemplate) }));

  const find = (uri: string, era: Era): Found => {
    const resource = byUri.get(uri);
    if (resource !== undefined) return { resource, read: (call) => resource.read(call) };
    for (const { template, form } of forms) {
      const variables = form.match(uri);
      if (variables !== undefined) return { resource: template, read: (call) => template.read(variables, call) };
    }
    throw notFound(uri, era, `There is no resource at '${uri.slice(0, 200)}'`);
  };

  const subscribing: Record<string, Handler> = {
    "resources/subscribe": async ({ params, era, visit: { session } }) => {
      const uri = uriOf(params);
      find(uri, era);
      await session.settle(({ subscriptions }) => {
        if (subscriptions.length >= MOST_SUBSCRIBED) throw invalidParams("Too many subscriptions");
        return { subscriptions: [...subscriptions.filter((other) => other !== uri), uri] };
      });
      return era.result("");
    },
    "resources/unsubscribe": async ({ params, era, visit: { session } }) => {
      const uri = uriOf(params);
      await session.settle(({ subscriptions }) => ({ subscriptions: subscriptions.filter((other) => other !== uri) }));
      return era.result("");
    },
  };

  return {
    "resources/list": ({ params, era }) => resourcePages(resources, params["cursor"], era),
    "resources/templates/list": ({ params, era }) => templatePages(templates, params["cursor"], era),

    "resources/read": async (exchange) => {
      const uri = uriOf(exchange.params);
      const { resource, read } = find(uri, exchange.era);
      try {
        return await asking(exchange, seal, async (call) => {
          const contents = [{ uri, mimeType: resource.mimeType, ...content(await read(call)) }];
          return exchange.era.cacheable(`"contents":${JSON.stringify(contents)}`, resource.cache ?? NOT_KEPT);
        });
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.kind === "not_found") throw notFound(uri, exchange.era, thrown.message);
        throw thrown;
      }
    },
    ...(server.changes && subscribing),
  };
};
