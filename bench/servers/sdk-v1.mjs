import { McpServer } from "../../test/referees/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js";
import { StdioServerTransport } from "../../test/referees/node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js";
import { registerSearchFlights } from "./search-flights.mjs";

const server = new McpServer({ name: "sdk-v1", version: "1.0.0" });
registerSearchFlights(server, (fields) => fields);
await server.connect(new StdioServerTransport());
