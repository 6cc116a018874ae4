import { createDispatcher } from "../../../../src/mcp/protocol/dispatcher.ts";
import type { Tool } from "../../../../src/mcp/tools/tool.ts";
import { guardStdout, serveStdio } from "../../../../src/mcp/transports/stdio.ts";
import { createDemoServer } from "./demo-server.ts";

/** The demo server as a process, with a dependency that prints to stdout. */
const output = guardStdout();
console.log("a careless dependency says hello");
process.stdout.write("and another one too\n");

const say = (event: string, facts?: object) => process.stderr.write(`${event} ${JSON.stringify(facts)}\n`);
const log = { debug: say, info: say, warn: say, error: say };
const server = createDemoServer();
/** Changes the list of tools while a client is connected. */
const grow: Tool = {
  name: "grow",
  title: "Grow",
  description: "Adds a tool.",
  effect: "create",
  input: { type: "object" },
  run: () => server.tools.add({ ...grow, name: "grown" }),
};
server.tools.add(grow);
const caller = { tenant: "t", sessionId: "s", transport: "stdio" } as const;
const { closed } = serveStdio({
  dispatcher: createDispatcher(server, { log, checkOutput: true }),
  caller,
  input: process.stdin,
  output,
  log,
});
await closed;
process.exit(0);
