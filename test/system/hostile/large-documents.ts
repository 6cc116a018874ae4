/** YAML of one flat map. */
export const yamlOfKeys = (count: number): string =>
  `openapi: 3.0.0\n${Array.from({ length: count }, (_, index) => `key${index}: 1\n`).join("")}`;

const FIELDS = 18;

const objectOf = (name: string, index: number, resources: number) => ({
  type: "object",
  description: `The ${name} as it is kept, number ${index}.`,
  required: ["id"],
  properties: {
    id: { type: "string", maxLength: 5_000, description: "Unique identifier of the object." },
    ...Object.fromEntries(
      Array.from({ length: FIELDS }, (_, field) => [
        `${name}_field_${field}`,
        field % 3 === 0
          ? { type: "string", enum: ["active", "pending", "closed"], description: `State ${field} of the ${name}.` }
          : { type: "integer", nullable: true, description: `Amount ${field} of the ${name}, in the smallest unit.` },
      ]),
    ),
    next: { $ref: `#/components/schemas/resource_${(index + 1) % resources}` },
  },
});

/** An OpenAPI document with two operations per resource. By default as large as Stripe's: 3.6 MB as JSON. */
export const largeOpenApi = (resources = 225): string => {
  const indices = Array.from({ length: resources }, (_, index) => index);
  const answers = (index: number) => ({
    "200": {
      description: "Done.",
      content: { "application/json": { schema: { $ref: `#/components/schemas/resource_${index}` } } },
    },
  });
  return JSON.stringify({
    openapi: "3.0.0",
    info: { title: "Payments", version: "1" },
    servers: [{ url: "https://payments.example.com" }],
    paths: Object.fromEntries(
      indices.map((index) => [
        `/v1/resources_${index}`,
        {
          get: {
            operationId: `ListResources${index}`,
            summary: `List resources ${index}`,
            parameters: Array.from({ length: 6 }, (_, parameter) => ({
              name: `filter_${parameter}`,
              in: "query",
              description: `Only those whose attribute ${parameter} has this value. ${"More about it. ".repeat(20)}`,
              schema: { type: "string", maxLength: 5_000 },
            })),
            responses: answers(index),
          },
          post: {
            operationId: `CreateResource${index}`,
            summary: `Create a resource ${index}`,
            requestBody: {
              content: {
                "application/json": { schema: { ...objectOf(`input_${index}`, index, resources), "x-about": ABOUT } },
              },
            },
            responses: answers(index),
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        indices.map((index) => [`resource_${index}`, objectOf(`kept_${index}`, index, resources)]),
      ),
    },
  });
};

/** Takes half a minute of CPU to draft. */
export const slowOpenApi = (): string => largeOpenApi(490);

const ABOUT = "What the documentation says beside it. ".repeat(190);
