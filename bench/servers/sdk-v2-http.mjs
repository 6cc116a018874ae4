import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport } from "../../test/referees/node_modules/@modelcontextprotocol/node/dist/index.mjs";
import { McpServer } from "../../test/referees/node_modules/@modelcontextprotocol/server/dist/index.mjs";
import { announce } from "./announce.mjs";
import { asObject, registerSearchFlights } from "./search-flights.mjs";

const sessions = new Map();

const openSession = async () => {
  const server = new McpServer({ name: "sdk-v2", version: "1.0.0" });
  registerSearchFlights(server, asObject);
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
};

announce(
  createServer(async (request, response) => {
    const transport = sessions.get(request.headers["mcp-session-id"]) ?? (await openSession());
    await transport.handleRequest(request, response);
  }),
);
