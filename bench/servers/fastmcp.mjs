import { createServer } from "node:net";
import { FastMCP } from "../../test/referees/node_modules/fastmcp/dist/FastMCP.js";
import { asObject, registerSearchFlights } from "./search-flights.mjs";

const silent = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
const server = new FastMCP({ name: "fastmcp", version: "1.0.0", logger: silent });

/** fastmcp has its own words for the same things. */
registerSearchFlights(
  {
    registerTool: (name, { description, title, inputSchema, outputSchema }, execute) =>
      server.addTool({
        name,
        description,
        annotations: { title },
        parameters: inputSchema,
        ...(outputSchema && { outputSchema }),
        execute,
      }),
  },
  asObject,
);

/** It takes a port, and 0 is not one to it. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const port = await freePort();
await server.start({
  transportType: "httpStream",
  httpStream: { port, host: "127.0.0.1", endpoint: "/mcp", enableJsonResponse: true },
});
console.log(`http://127.0.0.1:${port}/mcp`);
