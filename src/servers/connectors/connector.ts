import type { Schema } from "../../model/schema.ts";

/**
 * An API as tools: one document, written by hand or drafted from the API's documentation. All of it is data; JSONata is
 * the only code in it, and runs isolated. Names are those of the JSON document.
 */
export interface Connector {
  /** Version of this format. */
  readonly connector: 1;
  /** Its server is at `/mcp/<name>`. `[a-z][a-z0-9-]{0,39}` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Read by the model before its first call. */
  readonly instructions?: string;
  readonly owner?: string;
  /** All requests go below this address. */
  readonly base_url: string;
  /** Hosts that may be called. Default: the host of `base_url`. */
  readonly allow?: readonly string[];
  /** The Taxiway sandbox that answers while no credential is set. */
  readonly sandbox?: string;
  /** Lets callers request the raw response as well, secrets masked. */
  readonly raw_results?: boolean;
  readonly credentials?: readonly CredentialSlot[];
  /** How requests are signed, by the tools that name a recipe. */
  readonly signing?: readonly SigningRecipe[];
  readonly tools: readonly ConnectorTool[];
  /** Parts of the API's documentation, for people and models to read as resources. */
  readonly docs?: readonly { readonly name: string; readonly title: string; readonly text: string }[];
}

/** A secret that the tools need. Its value is never in a document. */
export interface CredentialSlot {
  readonly name: string;
  readonly description?: string;
  /** Default: `secret`, one value. The others have parts; those of OAuth are exchanged for an access token. */
  readonly kind?: "secret" | "basic" | "oauth2_client" | "oauth2_refresh";
  readonly token_url?: string;
  readonly scope?: string;
  /** Hosts of requests that may carry it. Default: the host of `base_url`. The value is bound to them when it is set. */
  readonly hosts?: readonly string[];
}

export interface ConnectorTool {
  /** snake_case, unique in the connector. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly category?: string;
  /** The effect of a call; decides annotations and retries. */
  readonly risk: "read" | "write" | "destructive";
  /** For the reviewer and for the model. */
  readonly safety_notes?: string;
  /** Only approved tools are published. */
  readonly approved?: boolean;
  /** A model proposed it, or its name and texts, and it is not approved yet. */
  readonly proposed?: boolean;
  readonly input: Schema;
  /** Arguments that callers neither see nor set. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Arguments that are generated for each call if the caller gives none: a unique id, or the time. */
  readonly made?: Readonly<Record<string, "id" | "instant">>;
  readonly request: RequestStep;
  readonly auth?: readonly AuthStep[];
  /** The recipe in `signing` that each attempt of the request is signed with, after everything else is added. */
  readonly sign?: string;
  readonly http?: HttpStep;
  readonly parse: ParseStep;
  readonly response?: ResponseStep;
  readonly output?: Schema;
}

export interface RequestStep {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Overrides the connector's `base_url`, for an operation at another host or path. */
  readonly base_url?: string;
  /** Below `base_url`; `{name}` is filled from a binding in the path. */
  readonly path: string;
  /** Where each argument goes. Only the mapping sees arguments without a binding. */
  readonly bindings?: readonly Binding[];
  /** JSONata from the arguments to the body. Arguments bound to the body are added to its result. */
  readonly mapping?: string;
  readonly body?: BodyFormat;
  /** Fixed headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Binding {
  /** Name of the argument. */
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** Default: the name of the argument. In the body also a JSON Pointer; "" is the whole body. */
  readonly name?: string;
  readonly style?: "form" | "simple" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode?: boolean;
}

/**
 * In `multipart`, arguments with `contentEncoding: base64` in their schema are files. In `bytes`, the body is one such
 * argument. In `xml`, the body is the content of the root.
 */
export type BodyFormat =
  | { readonly format: "json" | "form" | "multipart" | "text" | "bytes" }
  | { readonly format: "xml"; readonly root: string; readonly xml?: XmlOptions };

export interface XmlOptions {
  readonly namespaces?: Readonly<Record<string, string>>;
  readonly encoding?: "utf-8" | "iso-8859-1";
  /** Paths of elements below the root that are always lists: `members.member`. */
  readonly arrays?: readonly string[];
  /** Keeps namespace prefixes in names. */
  readonly keep_prefixes?: boolean;
}

/** Adds a credential to the request, after all mappings, which therefore never see it. */
export interface AuthStep {
  readonly credential: string;
  readonly in: "query" | "header" | "cookie" | "basic" | "bearer" | "body";
  /** Name of the parameter; in the body a path such as `@pin` or `auth.user`. */
  readonly name?: string;
  /** One part of a `basic` credential. */
  readonly part?: "user" | "password";
  /** Calls are sent without it while the credential is not set. */
  readonly optional?: boolean;
}

/** A signature over parts of the request. */
export interface SigningRecipe {
  /** The name that tools use. */
  readonly name: string;
  readonly algorithm: "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "sha256" | "sha512";
  /** Only and always for hmac. `encoding` is that of the credential's text; default: utf8. */
  readonly key?: CredentialPart & { readonly encoding?: "utf8" | "hex" | "base64" };
  /** The time of sending, which may also be added to the request. */
  readonly timestamp?: {
    readonly format: "unix" | "unix_ms" | "iso8601" | "http_date";
    readonly header?: string;
    readonly query?: string;
  };
  /** How `body_digest` is computed. */
  readonly body_digest?: {
    readonly algorithm: "md5" | "sha1" | "sha256" | "sha512";
    readonly encoding: "hex" | "base64";
  };
  /** What is signed, in order. */
  readonly text: readonly SignedPart[];
  /** Between the parts; default: nothing. */
  readonly separator?: string;
  /** Of the signature; default: hex. */
  readonly encoding?: "hex" | "base64";
  /** Where the signature goes: the name of a header or of a query parameter. */
  readonly header?: string;
  readonly query?: string;
  /** What is written there; default: the signature alone. */
  readonly value?: readonly SignedPart[];
}

interface CredentialPart {
  readonly credential: string;
  /** Of a `basic` credential. */
  readonly part?: "user" | "password";
}

/** A part of what is signed or sent. The request is taken as it is sent, with credentials and timestamp. */
export type SignedPart =
  | { readonly literal: string }
  | { readonly from: RequestPart | "timestamp" | "signature" }
  | { readonly header: string }
  | CredentialPart;

/** `target` is the path with the query. */
export type RequestPart = "method" | "url" | "host" | "target" | "path" | "query" | "body" | "body_digest";

export interface HttpStep {
  readonly timeout_ms?: number;
  /** Maximum. Requests are only retried where that is safe. */
  readonly retries?: number;
  /** Repeating the request is safe. */
  readonly idempotent?: boolean;
  readonly idempotency_header?: string;
  readonly max_bytes?: number;
}

/** For XML, `body` is the content of the root as in `platform/xml/`: `@name` for attributes, `#text` for text beside them. */
export interface ParseStep {
  /** `bytes` is for files: the body is `{mediaType, bytes, name}`, with `content` if it is JSON or text. */
  readonly format: "json" | "ndjson" | "xml" | "text" | "bytes" | "auto" | "none";
  readonly xml?: XmlOptions;
  /** JSONata over `{status, headers, body}`. Anything it yields is an error of the API. */
  readonly error?: string;
}

export interface ResponseStep {
  /** JSONata over `{input, body, status, headers}`. */
  readonly mapping?: string;
  /** JSONata over the result: the short text that the model reads first. */
  readonly text?: string;
  /** JSONata over the result for the cursor of the next page, and the argument that takes it. */
  readonly paging?: { readonly next: string; readonly argument: string };
  /** Members for one audience only. */
  readonly audience?: Readonly<Record<string, "user" | "assistant">>;
}
