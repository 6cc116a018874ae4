import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const HUTS = [
  { id: 1, name: "Edelweißhütte", region: "tyrol", beds: 24 },
  { id: 2, name: "Steinbock-Biwak", region: "tyrol", beds: 6 },
  { id: 3, name: "Seehaus", region: "carinthia", beds: 40 },
];

const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const found = (schema: object) => ({
  responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
});
const hut = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" }, region: { type: "string" } },
};

/** An API with its document at `/openapi.json`. */
export interface HutApi {
  readonly origin: string;
  /** Every requested URL, in order. */
  readonly asked: readonly string[];
}

const documentOf = (origin: string) => ({
  ...{ openapi: "3.1.0", info: { title: "Mountain huts", version: "1" }, servers: [{ url: `${origin}/v1` }] },
  paths: {
    "/huts": {
      get: {
        ...{ operationId: "listHuts", tags: ["huts"], summary: "Huts of a region." },
        parameters: [
          { name: "region", in: "query", required: true, schema: { type: "string", enum: ["tyrol", "carinthia"] } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
          { name: "format", in: "query", schema: { type: "string" } },
        ],
        ...found({ type: "object", properties: { huts: { type: "array", items: hut } } }),
      },
    },
    "/huts/{id}": {
      get: { ...{ operationId: "getHut", tags: ["huts"], summary: "One hut." }, parameters: [id], ...found(hut) },
      delete: {
        ...{ operationId: "deleteHut", tags: ["huts"], summary: "Takes a hut off the map." },
        ...{ parameters: [id], responses: { 204: { description: "Gone" } } },
      },
    },
  },
});

/** Stopped when the test ends. */
export const startHutApi = async (): Promise<HutApi> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://huts");
    const answer = (body: unknown) =>
      void response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
    if (pathname === "/openapi.json") return answer(documentOf(origin));
    if (pathname === "/v1/huts") {
      const huts = HUTS.filter(({ region }) => region === searchParams.get("region"));
      return answer({ huts: huts.slice(0, Number(searchParams.get("limit") ?? HUTS.length)) });
    }
    response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin, asked };
};
