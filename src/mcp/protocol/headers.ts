import type { Schema } from "../../model/schema.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import { type Envelope, LEGACY_VERSIONS, META, MODERN_VERSIONS, missingEnvelope } from "./eras.ts";
import { CODES, ProtocolError } from "./errors.ts";
import { isObject, type Request } from "./json-rpc.ts";
import type { RequestContext } from "./request-context.ts";

/** Whoever has headers to look at. */
type Headed = Pick<RequestContext, "header">;

const mismatch = (header: string | undefined, body: string): ProtocolError =>
  new ProtocolError(CODES.headerMismatch, `The headers and the body of the request disagree: ${body}`, {
    mismatch: { header: header ?? "(missing)", body },
  });

/** What Mcp-Name repeats of the body. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** A value that no header may hold travels as `=?base64?…?=`. Undefined when that is broken. */
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

interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

const mirroredIn = (schema: unknown, path: readonly string[] = []): Mirrored[] => {
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

const known = new WeakMap<Schema, readonly Mirrored[]>();

const mirroredBy = (schema: Schema): readonly Mirrored[] => {
  let mirrored = known.get(schema);
  if (mirrored === undefined) {
    mirrored = mirroredIn(schema);
    known.set(schema, mirrored);
  }
  return mirrored;
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const sameValue = (header: string, value: string | number | boolean): boolean =>
  typeof value === "number" && NUMBER.test(header) ? Number(header) === value : header === String(value);

const checkParameters = (context: Headed, { params }: Request, server: ServerDefinition): void => {
  const { name: toolName } = params;
  const tool = typeof toolName === "string" ? server.tools.get(toolName) : undefined;
  if (tool === undefined) return;
  for (const { header: name, path } of mirroredBy(tool.input)) {
    const value = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), params["arguments"]);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    const sent = context.header?.(name);
    const where = path.join(".");
    if (sent === undefined) throw mismatch(undefined, `${where} is in the body, but the header ${name} is missing`);
    const decoded = decode(sent);
    if (decoded === undefined) throw mismatch(sent, `the header ${name} holds broken base64`);
    if (!sameValue(decoded, value)) throw mismatch(sent, `the header ${name} is not ${where} of the body`);
  }
};

/** Of a request that says in its body that it is modern: every header has to say the same. */
const checkModern = (context: Headed, request: Request, version: string, server: ServerDefinition): void => {
  const { method, params } = request;
  const sentMethod = context.header?.("mcp-method");
  if (context.header?.("mcp-protocol-version") === undefined) {
    throw mismatch(undefined, `the body has version ${version}, but the header MCP-Protocol-Version is missing`);
  }
  if (sentMethod !== method)
    throw mismatch(sentMethod, `the body has method ${method.slice(0, 100)}, Mcp-Method has not`);
  const field = NAMED.get(method);
  if (field === undefined) return;
  const name = params[field];
  const sentName = context.header?.("mcp-name");
  if (typeof name === "string" && (sentName === undefined || decode(sentName) !== name)) {
    throw mismatch(sentName, `the body has ${field} ${name.slice(0, 100)}, Mcp-Name has not`);
  }
  if (method === "tools/call") checkParameters(context, request, server);
};

/** The version in the headers against the one in the body. Comes first: a disagreement is worse than an old version. */
export const checkVersion = (context: Headed, { params }: Request): void => {
  const sent = context.header?.("mcp-protocol-version");
  if (sent === undefined) return;
  const meta = isObject(params["_meta"]) ? params["_meta"] : undefined;
  const claimed = meta?.[META.protocolVersion];
  if (claimed !== undefined) {
    // Not every JSON value can be made a string of: {"toString": 1} cannot.
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

/** Headers repeat what the body says, for whatever stands between; a request that says two things is refused. */
export const checkHeaders = (
  context: Headed,
  request: Request,
  envelope: Envelope | undefined,
  server: ServerDefinition,
): void => {
  if (context.header !== undefined && envelope !== undefined)
    checkModern(context, request, envelope.protocolVersion, server);
};
