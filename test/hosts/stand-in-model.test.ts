import { expect, it } from "vitest";
import { startStandInModel } from "./stand-in-model.ts";

const NAME = "searchFlights";
const schema = { type: "object", properties: {}, anyOf: [{ required: ["origin"] }] };

const REQUESTS: Readonly<Record<string, object>> = {
  "/v1/messages": { tools: [{ name: NAME, input_schema: schema }] },
  "/v1/responses": { tools: [{ type: "namespace", tools: [{ type: "function", name: NAME, parameters: schema }] }] },
  "/v1/chat/completions": { tools: [{ type: "function", function: { name: NAME, parameters: schema } }] },
  "/v1beta/models/gemini-2.5-pro:generateContent": {
    tools: [{ functionDeclarations: [{ name: NAME, parameters: schema }] }],
  },
};

it.each(Object.entries(REQUESTS))("%s answers 400 to a tool whose schema is a composition", async (path, body) => {
  const model = await startStandInModel([], [NAME]);
  const response = await fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(`${NAME} has anyOf`) } });
  expect(model.refusals()).toHaveLength(1);
});
