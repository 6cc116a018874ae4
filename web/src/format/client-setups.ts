/** Instructions to connect a client to one MCP server. */
export interface Setup {
  readonly key: string;
  readonly title: string;
  /** Where to paste the text. */
  readonly where: string;
  readonly text: string;
}

interface SetupTarget {
  /** `gds`, `flights`, a connector's name. */
  readonly server: string;
  /** `http://127.0.0.1:3000/mcp/flights` */
  readonly url: string;
  /** Undefined if authentication is off. */
  readonly key: string | undefined;
}

/** The default server carries the product name. */
const nameOf = (server: string): string => (server === "gds" ? "taxiway" : `taxiway-${server}`);

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Quotes a word for a POSIX shell if necessary. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const claudeCode = ({ server, url, key }: SetupTarget): Setup => ({
  key: "claude-code",
  title: "Claude Code",
  where: "Run in a terminal:",
  text: [
    "claude mcp add --transport http",
    shellWord(nameOf(server)),
    shellWord(url),
    ...(key === undefined ? [] : ["--header", shellWord(`Authorization: Bearer ${key}`)]),
  ].join(" "),
});

/**
 * Claude Desktop starts commands only, so it needs a bridge; the bridge refuses unencrypted connections to other machines
 * unless told otherwise.
 */
const claudeDesktop = ({ server, url, key }: SetupTarget): Setup => ({
  key: "claude-desktop",
  title: "Claude Desktop",
  where: "Add to claude_desktop_config.json (Settings, Developer, Edit Config):",
  text: json({
    mcpServers: {
      [nameOf(server)]: {
        command: "npx",
        args: [
          "-y",
          "mcp-remote",
          url,
          ...(isRemoteWithoutTls(url) ? ["--allow-http"] : []),
          // No space after the colon: some systems split the argument there.
          ...(key === undefined ? [] : ["--header", `Authorization:\${TAXIWAY_AUTHORIZATION}`]),
        ],
        ...(key !== undefined && { env: { TAXIWAY_AUTHORIZATION: `Bearer ${key}` } }),
      },
    },
  }),
});

const vsCode = ({ server, url, key }: SetupTarget): Setup => ({
  key: "vs-code",
  title: "VS Code",
  where: "Add to .vscode/mcp.json, or use the command MCP: Open User Configuration:",
  text: json({ servers: { [nameOf(server)]: { type: "http", url, ...headersFor(key) } } }),
});

const cursor = ({ server, url, key }: SetupTarget): Setup => ({
  key: "cursor",
  title: "Cursor",
  where: "Add to ~/.cursor/mcp.json, or to a project's .cursor/mcp.json:",
  text: json({ mcpServers: { [nameOf(server)]: { url, ...headersFor(key) } } }),
});

const inspector = ({ url, key }: SetupTarget): Setup => ({
  key: "inspector",
  title: "Inspector",
  where: "Run in a terminal; opens in the browser:",
  text: [
    "npx @modelcontextprotocol/inspector --transport http --server-url",
    shellWord(url),
    ...(key === undefined ? [] : ["--header", shellWord(`Authorization: Bearer ${key}`)]),
  ].join(" "),
});

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const curl = ({ url, key }: SetupTarget): Setup => ({
  key: "curl",
  title: "curl",
  where: "Run in a terminal. No MCP library or session is needed:",
  text: [
    `curl -s ${shellWord(url)}`,
    ...(key === undefined ? [] : [`-H ${shellWord(`Authorization: Bearer ${key}`)}`]),
    "-H 'Content-Type: application/json' -H 'Accept: application/json'",
    "-H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/list'",
    `-d ${shellWord(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } }))}`,
  ].join(" \\\n  "),
});

const headersFor = (key: string | undefined) =>
  key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };

const isRemoteWithoutTls = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
};

export const setupsFor = (target: SetupTarget): readonly Setup[] =>
  [claudeCode, claudeDesktop, vsCode, cursor, inspector, curl].map((make) => make(target));
