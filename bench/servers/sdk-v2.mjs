import { McpServer } from "../../test/referees/node_modules/@modelcontextprotocol/server/dist/index.mjs";
import { serveStdio } from "../../test/referees/node_modules/@modelcontextprotocol/server/dist/stdio.mjs";
import { asObject, registerSearchFlights } from "./search-flights.mjs";

serveStdio(() => {
  const server = new McpServer({ name: "sdk-v2", version: "1.0.0" });
  registerSearchFlights(server, asObject);
  return server;
});
