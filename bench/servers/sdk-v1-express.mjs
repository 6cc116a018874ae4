import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "../../test/referees/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js";
import { StreamableHTTPServerTransport } from "../../test/referees/node_modules/@modelcontextprotocol/sdk/dist/esm/server/streamableHttp.js";
import express from "../../test/referees/node_modules/express/index.js";
import { announce } from "./announce.mjs";
import { registerSearchFlights } from "./search-flights.mjs";

const sessions = new Map();

const openSession = async () => {
  const server = new McpServer({ name: "sdk-v1", version: "1.0.0" });
  registerSearchFlights(server, (fields) => fields);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
};

const app = express();
app.use(express.json());
app.post("/mcp", async (request, response) => {
  const transport = sessions.get(request.headers["mcp-session-id"]) ?? (await openSession());
  await transport.handleRequest(request, response, request.body);
});
announce(createServer(app));
