import type { CompleteResultSchema } from "@modelcontextprotocol/core";
import type { Complete, ServerDefinition } from "../tools/server-definition.ts";
import { parseUriTemplate } from "../tools/uri-template.ts";
import { invalidParams } from "./errors.ts";
import { isObject } from "./json-rpc.ts";
import { findPrompt, isVariables } from "./prompts.ts";
import type { Handler } from "./request-context.ts";

type WireCompletion = (typeof CompleteResultSchema)["_output"]["completion"];

/** The limit of the specification. */
const MAX_VALUES = 100;

interface Completable {
  readonly names: readonly string[];
  readonly complete: Complete | undefined;
}

const NOTHING: Complete = () => [];

export const completionMethods = (server: ServerDefinition): Record<string, Handler> => {
  const { resources = [], templates = [] } = server;

  const find = (ref: unknown): Completable => {
    if (!isObject(ref)) throw invalidParams("ref must be an object that names a prompt or a resource template");
    if (ref["type"] === "ref/prompt") {
      const prompt = findPrompt(server, ref["name"]);
      return { names: prompt.arguments.map(({ name }) => name), complete: prompt.complete };
    }
    const template = templates.find(({ uriTemplate }) => uriTemplate === ref["uri"]);
    if (ref["type"] === "ref/resource" && template !== undefined) {
      return { names: parseUriTemplate(template.uriTemplate).variables, complete: template.complete };
    }
    if (resources.some(({ uri }) => uri === ref["uri"]))
      throw invalidParams("This resource has no arguments to complete");
    throw invalidParams("ref is neither a prompt nor a resource template of this server");
  };

  return {
    "completion/complete": async ({ params, era }) => {
      const { names, complete = NOTHING } = find(params["ref"]);
      const argument = isObject(params["argument"]) ? params["argument"] : {};
      const { name, value } = argument;
      if (typeof name !== "string" || typeof value !== "string") {
        throw invalidParams("argument must have a name and a value, both strings");
      }
      if (!names.includes(name))
        throw invalidParams(`There is no argument '${name.slice(0, 64)}'; allowed: ${names.join(", ")}`);
      const context = isObject(params["context"]) ? params["context"] : {};
      const others = isVariables(context["arguments"]) ? context["arguments"] : {};
      const values = await complete(name, value, others);
      const completion: WireCompletion = {
        values: values.slice(0, MAX_VALUES),
        total: values.length,
        hasMore: values.length > MAX_VALUES,
      };
      return era.result(`"completion":${JSON.stringify(completion)}`);
    },
  };
};
