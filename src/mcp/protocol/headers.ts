import type { Schema } from "../../model/schema.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import { type Envelope, LEGACY_VERSIONS, META, MODERN_VERSIONS, missingEnvelope } from "./eras.ts";
import { CODES, ProtocolError } from "./errors.ts";
import { isObject, type Request } from "./json-rpc.ts";
import type { RequestContext } from "./request-context.ts";

type WithHeaders = Pick<RequestContext, "header">;

const mismatch = (header: string | undefined, body: string): ProtocolError =>
  new ProtocolError(CODES.headerMismatch, `The headers and the body of the request disagree: ${body}`, {
    mismatch: { header: header ?? "(missing)", body },
  });

/** The parameter that the header Mcp-Name repeats, by method. */
const NAME_PARAMETERS: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes a header value. Values with forbidden characters are sent as `=?base64?…?=`; returns undefined if invalid. */
const decode = (value: string): string | undefined => {
  if (!value.startsWith("=?base64?") || !value.endsWith("?=")) return value;
  const base64 = value.slice("=?base64?".length, -"?=".length);
  if (!BASE64.test(base64)) return undefined;
  try {
    return strictUtf8.decode(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
};

/** A parameter that a header repeats. */
interface MirroredParameter {
  readonly header: string;
  readonly path: readonly string[];
}

const mirroredIn = (schema: unknown, path: readonly string[] = []): MirroredParameter[] => {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = [...path, name];
    const declared = isObject(property) ? property["x-mcp-header"] : undefined;
    const deeper = mirroredIn(property, here);
    return typeof declared === "string"
      ? [{ header: `mcp-param-${declared.toLowerCase()}`, path: here }, ...deeper]
      : deeper;
  });
};

const cache = new WeakMap<Schema, readonly MirroredParameter[]>();

const mirroredBy = (schema: Schema): readonly MirroredParameter[] => {
  let mirrored = cache.get(schema);
  if (mirrored === undefined) {
    mirrored = mirroredIn(schema);
    cache.set(schema, mirrored);
  }
  return mirrored;
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const sameValue = (header: string, value: string | number | boolean): boolean =>
  typeof value === "number" && NUMBER.test(header) ? Number(header) === value : header === String(value);

const checkParameters = (context: WithHeaders, { params }: Request, server: ServerDefinition): void => {
  const { name: toolName } = params;
  const tool = typeof toolName === "string" ? server.tools.get(toolName) : undefined;
  if (tool === undefined) return;
  for (const { header: name, path } of mirroredBy(tool.input)) {
    const value = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), params["arguments"]);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    const sent = context.header?.(name);
    const where = path.join(".");
    if (sent === undefined) throw mismatch(undefined, `the body has ${where}, but the header ${name} is missing`);
    const decoded = decode(sent);
    if (decoded === undefined) throw mismatch(sent, `the header ${name} is not valid base64`);
    if (!sameValue(decoded, value)) throw mismatch(sent, `the header ${name} differs from ${where} in the body`);
  }
};

/** Checks the headers of a request whose body is modern. */
const checkModern = (context: WithHeaders, request: Request, version: string, server: ServerDefinition): void => {
  const { method, params } = request;
  const sentMethod = context.header?.("mcp-method");
  if (context.header?.("mcp-protocol-version") === undefined) {
    throw mismatch(undefined, `the body has version ${version}, but the header MCP-Protocol-Version is missing`);
  }
  if (sentMethod !== method)
    throw mismatch(sentMethod, `the body has method ${method.slice(0, 100)}, but Mcp-Method differs`);
  const field = NAME_PARAMETERS.get(method);
  if (field === undefined) return;
  const name = params[field];
  const sentName = context.header?.("mcp-name");
  if (typeof name === "string" && (sentName === undefined || decode(sentName) !== name)) {
    throw mismatch(sentName, `the body has ${field} ${name.slice(0, 100)}, but Mcp-Name differs`);
  }
  if (method === "tools/call") checkParameters(context, request, server);
};

/** Compares the protocol version of headers and body. Runs first: a mismatch takes precedence over an old version. */
export const checkVersion = (context: WithHeaders, { params }: Request): void => {
  const sent = context.header?.("mcp-protocol-version");
  if (sent === undefined) return;
  const meta = isObject(params["_meta"]) ? params["_meta"] : undefined;
  const claimed = meta?.[META.protocolVersion];
  if (claimed !== undefined) {
    // Converting {"toString": 1} to a string would throw.
    const version = typeof claimed === "string" ? claimed.slice(0, 50) : typeof claimed;
    if (sent !== claimed) throw mismatch(sent, `the body has protocol version ${version}`);
    return;
  }
  if (MODERN_VERSIONS.some((version) => version === sent)) throw missingEnvelope(meta);
  if (!LEGACY_VERSIONS.some((version) => version === sent)) {
    throw new ProtocolError(CODES.unsupportedVersion, `Unsupported protocol version: ${sent.slice(0, 50)}`, {
      supported: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
      requested: sent.slice(0, 50),
    });
  }
};

/** Rejects a modern request whose headers, which proxies rely on, contradict its body. */
export const checkHeaders = (
  context: WithHeaders,
  request: Request,
  envelope: Envelope | undefined,
  server: ServerDefinition,
): void => {
  if (context.header !== undefined && envelope !== undefined)
    checkModern(context, request, envelope.protocolVersion, server);
};
