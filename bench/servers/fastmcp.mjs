import { asObject, registerSearchFlights } from "./search-flights.mjs";
import { quietFastmcp, serveFastmcp } from "./serve-fastmcp.mjs";

const server = quietFastmcp();

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

await serveFastmcp(server);
