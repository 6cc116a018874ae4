/** What a person reads who starts Taxiway in a terminal. */
export const waitingText = (program: string): string => {
  const command = `node ${JSON.stringify(program)}`;
  const servers = JSON.stringify({ mcpServers: { taxiway: { command: "node", args: [program] } } });
  return (
    `Taxiway is waiting for an MCP client on stdin. Connect one with: claude mcp add taxiway -- ${command}, or in a host's settings: ${servers}\n` +
    "stdio serves one client per process; `taxiway serve` serves many over HTTP. Ctrl-C ends it.\n"
  );
};

/** A wildcard address is none that a client could connect to. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
};

export const listeningText = (host: string, port: number, paths: readonly string[]): string => {
  const base = `http://${reachable(host)}:${port}`;
  const [path = "/mcp"] = paths;
  const url = `${base}${path}`;
  const servers = { mcpServers: { taxiway: { type: "http", url } } };
  return `Taxiway is listening. Every booking is a test booking.

  MCP      ${url}
  Health   ${base}/health
  Metrics  ${base}/metrics

Connect a client:

  claude mcp add --transport http taxiway ${url}

or in a host's settings:

  ${JSON.stringify(servers)}

Ctrl-C ends it.
`;
};
