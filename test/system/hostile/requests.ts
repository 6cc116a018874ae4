export const MODERN = "2026-07-28";
export const LEGACY = "2025-11-25";

export type HeaderList = readonly (readonly [name: string, value: string])[];

export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, sampling: {}, roots: {} },
};

export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const COMMON: HeaderList = [
  ["Host", "localhost"],
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
];

/** The headers of a modern request, which repeat its body. */
export const modernHeaders = ({ method, params }: Asked): HeaderList => {
  const name = params["name"] ?? params["uri"];
  return [
    ...COMMON,
    ["MCP-Protocol-Version", MODERN],
    ["Mcp-Method", method],
    ...(typeof name === "string" ? [["Mcp-Name", name] as const] : []),
  ];
};

export const legacyHeaders = (sessionId: string): HeaderList => [
  ...COMMON,
  ["MCP-Protocol-Version", LEGACY],
  ["Mcp-Session-Id", sessionId],
];

export const withEnvelope = (params: Asked["params"]): Asked["params"] => ({
  ...params,
  _meta: { ...ENVELOPE, ...(params["_meta"] as object | undefined) },
});

/** The bytes of a request, with its length unless the headers have one. */
export const written = (method: string, path: string, headers: HeaderList, body?: string | Buffer): Buffer => {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const framed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name.trim()));
  if (bytes !== undefined && !framed) lines.push(`Content-Length: ${bytes.length}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  return bytes === undefined ? head : Buffer.concat([head, bytes]);
};

export const posted = (headers: HeaderList, message: unknown, path = "/mcp"): Buffer =>
  written("POST", path, headers, JSON.stringify(message));

export const message = (id: unknown, { method, params }: Asked) => ({ jsonrpc: "2.0", id, method, params });
