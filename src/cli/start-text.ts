import type { AdminToken } from "../access/admin-token.ts";
import { type OriginRule, type Reach, RULES } from "../mcp/transports/http/reach.ts";
import { Failure } from "../model/failure.ts";
import { isLoopback } from "../model/ip-address.ts";
import { ConfigProblems, type HttpConfig } from "./config.ts";

/** The text for people who start Taxiway in a terminal without an MCP client. */
export const waitingText = (program: string): string => {
  const command = commandOf(program);
  const servers = JSON.stringify({ mcpServers: { taxiway: { command: "node", args: [program] } } });
  return (
    `Taxiway is waiting for an MCP client on stdin. Connect one with: claude mcp add taxiway -- ${command}, or in the settings of an MCP host: ${servers}\n` +
    `stdio serves one client per process. ${command} serve serves many over HTTP. Press Ctrl-C to stop.\n`
  );
};

/** Works in a clone too, where `taxiway` is not on the PATH. */
const commandOf = (program: string): string => `node ${JSON.stringify(program)}`;

export interface Serving {
  readonly host: string;
  readonly port: number;
  /** Paths of the MCP servers, the default one first. */
  readonly paths: readonly string[];
  readonly workers: number;
  readonly admin: AdminToken;
  readonly auth: "none" | "keys";
  readonly reach: readonly Reach[];
  /** The program for commands on the same store; absent if only this process can use the store. */
  readonly program?: string;
  /** The one-time token of the login link. */
  readonly loginToken?: string;
}

export const listeningText = (serving: Serving): string => {
  const { host, paths, workers, admin, auth } = serving;
  const base = baseUrl(serving);
  const [path = "/mcp"] = paths;
  const url = `${base}${path}`;
  return `Taxiway is listening${workers > 1 ? `, with ${workers} workers` : ""}. Every booking is a test booking.
${auth === "none" && !isLoopback(host) ? OPEN_TO_ALL : ""}
${consoleText(base, serving)}

MCP servers:

${table([["GDS", url], ...paths.filter(isOther).map((other) => [nameOf(other), `${base}${other}`] as const)])}

Sandboxes of supplier APIs:

${table([
  ["Duffel", `${base}/duffel`],
  ["CapCorn", `${base}/capcorn`],
])}

Also served:

${table([
  ["Admin API", `${base}/admin`],
  ["Health", `${base}/health`],
  ["Metrics", `${base}/metrics`],
])}

Who may call what:

${reachText(serving)}

Connect a client:

${auth === "keys" ? keyText(serving) : ""}${setupsText(url, auth === "keys")}
${adminText(admin)}
Press Ctrl-C to stop.
`;
};

/** The URL of the server on this machine. */
export const baseUrl = ({ host, port }: Pick<Serving, "host" | "port">): string => `http://${reachable(host)}:${port}`;

const keyText = ({ program }: Serving): string => {
  const command = program === undefined ? undefined : `${commandOf(program)} keys create --name "my agent"`;
  return `  Every request needs an API key: replace <key> below. Create one on the console's Keys page${
    command === undefined ? "." : `,\n  or with this command, in the environment of this server:\n\n  ${command}`
  }\n\n`;
};

const AUTHORIZATION = "Bearer <key>";

const setupsText = (url: string, withKey: boolean): string => {
  const settings = (server: object): string => JSON.stringify({ mcpServers: { taxiway: server } });
  const headers = withKey ? { headers: { Authorization: AUTHORIZATION } } : {};
  const bridge = {
    command: "npx",
    args: [
      ...["-y", "mcp-remote", url],
      // Without the flag, mcp-remote refuses unencrypted connections to other machines.
      ...(isThisMachine(url) ? [] : ["--allow-http"]),
      // Without a space: Claude Desktop on Windows splits arguments at spaces.
      ...(withKey ? ["--header", `Authorization:\${TAXIWAY_AUTHORIZATION}`] : []),
    ],
    ...(withKey && { env: { TAXIWAY_AUTHORIZATION: AUTHORIZATION } }),
  };
  return `  Claude Code     claude mcp add --transport http taxiway ${url}${withKey ? ` --header "Authorization: ${AUTHORIZATION}"` : ""}
  VS Code         code --add-mcp '${JSON.stringify({ name: "taxiway", type: "http", url, ...headers })}'
  Cursor          ${settings({ url, ...headers })}
  Claude Desktop  ${settings(bridge)}`;
};

const consoleText = (base: string, { loginToken, auth }: Serving): string => {
  if (loginToken !== undefined) {
    return `  Console    ${base}/#login=${loginToken}
             This link logs you in once. After that, log in with ${LOGIN_WITH[auth]}.`;
  }
  return `  Console    ${base}/
             Log in with ${LOGIN_WITH[auth]}.`;
};

const LOGIN_WITH: Readonly<Record<Serving["auth"], string>> = {
  none: "the admin token",
  keys: "the admin token or an admin key",
};

const table = (rows: readonly (readonly [name: string, url: string])[]): string =>
  rows.map(([name, url]) => `  ${name.padEnd(9)}  ${url}`).join("\n");

/** Programs first, which send no Origin header. */
const reachText = ({ reach, auth }: Serving): string => {
  const labels = (Object.keys(RULES) as OriginRule[]).map((rule) => {
    const rows = reach.filter(({ origins }) => origins === rule).map(({ what }) => what);
    return [`Pages of ${RULES[rule].label}`, rows.join(", ")] as const;
  });
  return [
    ["Programs", `everything${auth === "keys" ? ", with a key" : "; the admin API with the admin token"}`] as const,
    ...labels.filter(([, what]) => what !== ""),
  ]
    .map(([who, what]) => `  ${who.padEnd(24)}  ${what}`)
    .join("\n");
};

const NAMES: ReadonlyMap<string, string> = new Map([
  ["/mcp/flights", "Flights"],
  ["/mcp/toolbox", "Toolbox"],
  ["/mcp/capcorn", "CapCorn"],
]);

/** The GDS has two paths. */
const isOther = (path: string): boolean => path.startsWith("/mcp/") && path !== "/mcp/gds";
const nameOf = (path: string): string => NAMES.get(path) ?? path.slice("/mcp/".length);

const OPEN_TO_ALL = `
  *** AUTHENTICATION IS OFF (TAXIWAY_AUTH=none): any client that reaches this address can use it. ***
  *** Set TAXIWAY_AUTH=keys, or run it in a network that you trust.                               ***
`;

/** Only for a new token. */
const adminText = ({ token, isNew, file }: AdminToken): string =>
  isNew
    ? `
Admin token (${file === undefined ? "valid until this process ends" : `shown once, stored in ${file}`}):

  ${token}
`
    : "";

/** Clients cannot connect to a wildcard address. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
};

const isThisMachine = (url: string): boolean => ["localhost", "127.0.0.1"].includes(new URL(url).hostname);

/** Describes in a sentence why the server cannot start; a defect with its stack. */
export const startProblem = (error: unknown, http?: HttpConfig): string => {
  if (error instanceof Failure) return [error.message, error.details.hint].filter(Boolean).join(" ");
  if (error instanceof ConfigProblems) return error.message;
  const { code, stack } = error as NodeJS.ErrnoException;
  if (code === "EMFILE" || code === "ENFILE") return TOO_FEW_FILES;
  const say = http && LISTEN_PROBLEMS[code ?? ""];
  return say ? say(http) : (stack ?? String(error));
};

const TOO_FEW_FILES =
  "The limit on open files is too low. Raise it to 1024 or more, such as with ulimit -n 1024, or LimitNOFILE= with systemd.";

const LISTEN_PROBLEMS: Readonly<Record<string, (http: HttpConfig) => string>> = {
  EADDRINUSE: ({ host, port }) => `Port ${port} on ${host} is already in use. Set HTTP_PORT to another port.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Set HTTP_HOST to one of its addresses.`,
  ENOTFOUND: ({ host }) => `Unknown host ${host}. Set HTTP_HOST to an address of this machine.`,
  EAI_AGAIN: ({ host }) => `The host name ${host} cannot be looked up. Set HTTP_HOST to an address of this machine.`,
  EINVAL: ({ host }) => `${host} is not a valid listen address. Set HTTP_HOST to an address of this machine.`,
  EACCES: ({ port }) => `Listening on port ${port} needs more privileges. Set HTTP_PORT to 1024 or higher.`,
};
