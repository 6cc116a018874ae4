import type { PromptSchema } from "@modelcontextprotocol/core";
import { nearestName } from "../tools/nearest-name.ts";
import type { Prompt, ServerDefinition, Variables } from "../tools/server-definition.ts";
import { runCall } from "./call.ts";
import { serverCachePolicy } from "./eras.ts";
import { invalidParams } from "./errors.ts";
import { isObject } from "./json-rpc.ts";
import { createPages } from "./pages.ts";
import type { Handler } from "./request-context.ts";
import type { Seal } from "./seal.ts";

type WirePrompt = (typeof PromptSchema)["_output"];

const describePrompt = ({ name, title, description, arguments: parameters }: Prompt): WirePrompt => ({
  name,
  title,
  description,
  arguments: parameters.map((argument) => ({ ...argument })),
});

export const isVariables = (value: unknown): value is Variables =>
  isObject(value) && Object.values(value).every((text) => typeof text === "string");

const valuesFor = (prompt: Prompt, given: unknown): Variables => {
  if (!isVariables(given)) throw invalidParams("arguments must be an object of strings");
  const missing = prompt.arguments.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  if (missing.length > 0) {
    throw invalidParams(`${prompt.name} needs ${missing.map(({ name }) => name).join(", ")}`, {
      field: missing[0]?.name,
    });
  }
  const known = prompt.arguments.filter(({ name }) => Object.hasOwn(given, name));
  return Object.fromEntries(known.map(({ name }) => [name, given[name] ?? ""]));
};

export const findPrompt = ({ prompts = [] }: ServerDefinition, name: unknown): Prompt => {
  if (typeof name !== "string") throw invalidParams("name must be the name of a prompt");
  const prompt = prompts.find((known) => known.name === name);
  if (prompt !== undefined) return prompt;
  const near = nearestName(
    name,
    prompts.map((known) => known.name),
  );
  const hint = near === undefined ? "prompts/list has the names of all prompts." : `Did you mean ${near}?`;
  throw invalidParams(`There is no prompt named '${name.slice(0, 64)}'`, { hint });
};

export const promptMethods = (server: ServerDefinition, seal: Seal): Record<string, Handler> => {
  const { prompts = [] } = server;
  const pages = createPages("prompts", serverCachePolicy(server), describePrompt);

  return {
    "prompts/list": ({ params, era }) => pages(prompts, params["cursor"], era),

    "prompts/get": async (request) => {
      const { name, arguments: given = {} } = request.params;
      const prompt = findPrompt(server, name);
      const values = valuesFor(prompt, given);
      return runCall(request, seal, async (call) => {
        const content = await prompt.get(values, call);
        const messages =
          typeof content === "string" ? [{ role: "user", content: { type: "text", text: content } }] : content;
        const description = JSON.stringify(prompt.description);
        return request.era.result(`"description":${description},"messages":${JSON.stringify(messages)}`);
      });
    },
  };
};
