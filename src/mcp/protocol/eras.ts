import type { ServerDefinition } from "../tools/server-definition.ts";
import { MESSAGE_LEVELS, type MessageLevel } from "../tools/tool.ts";
import { CODES, ProtocolError } from "./errors.ts";
import { isObject, type Params, type Request } from "./json-rpc.ts";
import type { ClientCapabilities } from "./request-context.ts";
import { concatText, type Text } from "./serialise.ts";

export const MODERN_VERSIONS = ["2026-07-28"] as const;
/** Newest first. A client that requests any other version is offered the first one. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

export type EraName = "legacy" | "modern";

/** How long and for whom a client may cache an answer. */
export interface CachePolicy {
  readonly ttlMs: number;
  readonly scope: "public" | "private";
}

/** Returns the cache policy for descriptions of a server: public, unless each tenant has its own server. */
export const serverCachePolicy = ({ tenant }: Pick<ServerDefinition, "tenant">, ttlMs = 60_000): CachePolicy => ({
  ttlMs,
  scope: tenant === undefined ? "public" : "private",
});

/** A generation of the protocol and its result format. `members` and `meta` are JSON without enclosing braces. */
export interface Era {
  readonly name: EraName;
  result(members: string, meta?: string): string;
  /** Like `result`, for members in pieces. */
  resultOf(members: Text): Text;
  cacheable(members: string, policy: CachePolicy): string;
  /** Ends a call that needs input from the client. Throws for the legacy era, where the server asks during the call. */
  inputRequired(members: string): string;
}

export const createEras = (server: ServerDefinition): Readonly<Record<EraName, Era>> => {
  const serverInfo = `${JSON.stringify(META.serverInfo)}:${JSON.stringify(identityOf(server))}`;
  const legacy: Era = {
    name: "legacy",
    result: (members, meta) => (meta === undefined ? `{${members}}` : `{${members},"_meta":{${meta}}}`),
    resultOf: (members) => concatText("{", members, "}"),
    cacheable: (members) => `{${members}}`,
    inputRequired: () => {
      throw new Error("Legacy clients do not support input_required");
    },
  };
  const end = `,"_meta":{${serverInfo}}}`;
  const modern: Era = {
    name: "modern",
    result: (members, meta) =>
      `{"resultType":"complete",${members}${members && ","}"_meta":{${serverInfo}${meta === undefined ? "" : `,${meta}`}}}`,
    resultOf: (members) => concatText('{"resultType":"complete",', members, end),
    inputRequired: (members) => `{"resultType":"input_required",${members},"_meta":{${serverInfo}}}`,
    cacheable: (members, { ttlMs, scope }) => modern.result(`"ttlMs":${ttlMs},"cacheScope":"${scope}",${members}`),
  };
  return { legacy, modern };
};

export const identityOf = ({ name, title, version }: ServerDefinition) => ({ name, title, version });

/** What a modern request states about its client. */
export interface Envelope {
  readonly protocolVersion: string;
  readonly capabilities: ClientCapabilities;
  readonly logLevel?: MessageLevel;
}

export const isMessageLevel = (level: unknown): level is MessageLevel => MESSAGE_LEVELS.includes(level as MessageLevel);

const invalidEnvelope = (key: string, problem: string): ProtocolError =>
  new ProtocolError(CODES.invalidParams, `_meta["${key}"] ${problem}`, { envelope: { key, problem } }, 400);

/** Returns the error for a request that is modern according to its headers only. */
export const missingEnvelope = (meta: Params | undefined): ProtocolError => {
  const required = [META.protocolVersion, META.clientCapabilities].filter((key) => meta?.[key] === undefined);
  return invalidEnvelope(required.join('"], _meta["'), "is required");
};

const readEnvelope = (meta: Params): Envelope => {
  const requested = meta[META.protocolVersion];
  if (typeof requested !== "string") throw invalidEnvelope(META.protocolVersion, "must be a string");
  if (!MODERN_VERSIONS.some((version) => version === requested)) {
    throw new ProtocolError(CODES.unsupportedVersion, `Unsupported protocol version: ${requested}`, {
      supported: MODERN_VERSIONS,
      requested,
    });
  }
  const capabilities = meta[META.clientCapabilities];
  if (!isObject(capabilities)) {
    throw invalidEnvelope(META.clientCapabilities, "is required and must be an object");
  }
  const clientInfo = meta[META.clientInfo];
  if (clientInfo !== undefined && !(isObject(clientInfo) && typeof clientInfo["name"] === "string")) {
    throw invalidEnvelope(META.clientInfo, "must name the client and its version");
  }
  const logLevel = meta[META.logLevel];
  if (logLevel === undefined) return { protocolVersion: requested, capabilities };
  if (!isMessageLevel(logLevel)) throw invalidEnvelope(META.logLevel, `must be one of ${MESSAGE_LEVELS.join(", ")}`);
  return { protocolVersion: requested, capabilities, logLevel };
};

/**
 * Returns the envelope of a modern request, and undefined for a legacy one. A request is modern if its `_meta` has a
 * protocol version; `initialize` only if the whole envelope is valid. Clients of both eras can share a connection.
 */
export const envelopeOf = ({ method, params }: Pick<Request, "method" | "params">): Envelope | undefined => {
  const meta = params["_meta"];
  if (!isObject(meta) || !Object.hasOwn(meta, META.protocolVersion)) return undefined;
  try {
    return readEnvelope(meta);
  } catch (error) {
    if (method === "initialize") return undefined;
    throw error;
  }
};

/** Returns the era of an HTTP message: from its body or, if the body does not state it, from the version header. */
export const eraNameOf = (
  { method, params }: Pick<Request, "method" | "params">,
  header: string | undefined,
): EraName => {
  const meta = params["_meta"];
  if (isObject(meta) && Object.hasOwn(meta, META.protocolVersion)) {
    return method === "initialize" && envelopeOf({ method, params }) === undefined ? "legacy" : "modern";
  }
  return MODERN_VERSIONS.some((version) => version === header) ? "modern" : "legacy";
};
