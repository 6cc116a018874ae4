import { asObject, registerSearchFlights } from "./search-flights.mjs";
import { quietFastmcp, serveFastmcp } from "./serve-fastmcp.mjs";

const server = quietFastmcp();

/** Maps the SDK's registerTool to fastmcp's addTool. */
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

await serveFastmcp(server);
