import { createServer } from "node:http";
import { Pool } from "undici";
import { announce } from "./announce.mjs";

/**
 * The minimum for a tool in front of an API on node:http: reads the call, calls the API, parses the response and returns it
 * as text and as structured content. The argument is the address of the API.
 */
const api = new Pool(process.argv[2]);

const listRooms = async ({ hotel, ...query }) => {
  const { body } = await api.request({ path: `/hotels/${hotel}/rooms?${new URLSearchParams(query)}`, method: "GET" });
  return body.json();
};

announce(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks));
      const rooms = await listRooms(params.arguments);
      const result = { content: [{ type: "text", text: JSON.stringify(rooms) }], structuredContent: rooms };
      const answer = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length }).end(answer);
    });
  }),
);
