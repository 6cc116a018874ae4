import { createServer } from "node:net";
import { FastMCP } from "../../test/referees/node_modules/fastmcp/dist/FastMCP.js";

const silent = { debug() {}, error() {}, info() {}, log() {}, warn() {} };

export const quietFastmcp = () => new FastMCP({ name: "fastmcp", version: "1.0.0", logger: silent });

/** fastmcp does not accept port 0. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Listens on a free port and prints the URL. */
export const serveFastmcp = async (server) => {
  const port = await freePort();
  await server.start({
    transportType: "httpStream",
    httpStream: { port, host: "127.0.0.1", endpoint: "/mcp", enableJsonResponse: true },
  });
  console.log(`http://127.0.0.1:${port}/mcp`);
};
