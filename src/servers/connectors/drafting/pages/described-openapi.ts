import type { JsonObject } from "../../../../model/json.ts";
import { createUniqueNames, nameOfPath, snakeCase } from "../tool-name.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";

/** Writes what a document describes as OpenAPI, which is drafted like any other. */
export const describedOpenApi = ({ title, description, base, operations }: DescribedApi): JsonObject => {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemes: Record<string, unknown> = {};
  const uniqueName = createUniqueNames();
  for (const operation of operations) {
    paths[operation.path] ??= {};
    const item = paths[operation.path] as Record<string, unknown>;
    const method = operation.method.toLowerCase();
    if (item[method] === undefined) item[method] = operationOf(operation, uniqueName(operationId(operation)));
    for (const { name, scheme } of operation.schemes) schemes[name] = scheme;
  }
  return {
    openapi: "3.1.0",
    info: { title, version: "1", ...(description !== "" && { description }) },
    ...(base !== undefined && { servers: [{ url: base.url }] }),
    paths,
    ...(Object.keys(schemes).length > 0 && { components: { securitySchemes: schemes } }),
  };
};

/** The words of the title, as they stand: "Availability search" is `availability_search`. */
const operationId = ({ title, method, path }: DescribedOperation): string => {
  const words = snakeCase(title)
    .split("_")
    .filter((word) => !/^(?:the|a|an|api|endpoint|der|die|das|ein|eine)$/.test(word));
  const name = words.join("_");
  return /^[a-z]/.test(name) ? name : nameOfPath(method, path);
};

const operationOf = (
  { title, description, tag, parameters, body, response, schemes, server }: DescribedOperation,
  name: string,
): JsonObject => ({
  operationId: name,
  ...(snakeCase(title) !== name && { summary: title }),
  ...(description !== "" && { description }),
  ...(tag !== undefined && { tags: [tag] }),
  ...(server !== undefined && { servers: [{ url: server }] }),
  ...(schemes.length > 0 && { security: [Object.fromEntries(schemes.map((scheme) => [scheme.name, []]))] }),
  parameters: parameters.map(({ description: text, ...parameter }) => ({
    ...parameter,
    ...(text !== "" && { description: text }),
  })),
  ...(body !== undefined && {
    requestBody: { required: body.required, content: { [body.type]: { schema: body.schema } } },
  }),
  responses: {
    "200": {
      description: "",
      ...(response !== undefined && { content: { [response.type]: { schema: response.schema } } }),
    },
  },
});
