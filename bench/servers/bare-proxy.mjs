import { createServer } from "node:http";
import { Pool } from "undici";
import { announce } from "./announce.mjs";

/**
 * The least that a tool in front of an API can do on node:http: read the call, ask the API, parse what it says, and send
 * it back as text and as structure. The API's address is the one argument.
 */
const api = new Pool(process.argv[2]);

const ask = async ({ hotel, ...query }) => {
  const { body } = await api.request({ path: `/hotels/${hotel}/rooms?${new URLSearchParams(query)}`, method: "GET" });
  return body.json();
};

announce(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks));
      const rooms = await ask(params.arguments);
      const result = { content: [{ type: "text", text: JSON.stringify(rooms) }], structuredContent: rooms };
      const answer = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length }).end(answer);
    });
  }),
);
