import type { Schema } from "../../model/schema.ts";

/**
 * An API as tools: one document, written by a person or drafted from the API's own documentation. Everything is data;
 * nothing in it is ever run except JSONata, and that where it can do no harm. Names are those of the document's JSON.
 */
export interface Connector {
  /** Of this format. */
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
  /** Hosts that may be called; left out, that of `base_url` alone. */
  readonly allow?: readonly string[];
  /** A sandbox of Taxiway's own that answers as long as the credentials are not there. */
  readonly sandbox?: string;
  /** Callers may ask for the API's own answer beside the result, secrets masked. */
  readonly raw_results?: boolean;
  readonly credentials?: readonly CredentialSlot[];
  readonly tools: readonly ConnectorTool[];
  /** Parts of the API's documentation, for people and models to read as resources. */
  readonly docs?: readonly { readonly name: string; readonly title: string; readonly text: string }[];
}

/** A secret that the tools need, by name. Its value is never in a document. */
export interface CredentialSlot {
  readonly name: string;
  readonly description?: string;
  /** Left out: `secret`, one value. The others have several parts or are fetched. */
  readonly kind?: "secret" | "basic" | "oauth2_client";
  readonly token_url?: string;
  readonly scope?: string;
}

export interface ConnectorTool {
  /** snake_case, unique in the connector. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly category?: string;
  /** What a call may do; decides annotations and retries. */
  readonly risk: "read" | "write" | "destructive";
  /** For whoever approves it, and for the model. */
  readonly safety_notes?: string;
  /** Nothing is published that nobody looked at. */
  readonly approved?: boolean;
  /** Name and texts that a model proposed, until a person approves the tool. */
  readonly proposed?: boolean;
  readonly input: Schema;
  /** Arguments that callers neither see nor set. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Arguments that are made once per call where the caller gives none: an id nobody else has, or the time. */
  readonly made?: Readonly<Record<string, "id" | "instant">>;
  readonly request: RequestStep;
  readonly auth?: readonly AuthStep[];
  readonly http?: HttpStep;
  readonly parse: ParseStep;
  readonly response?: ResponseStep;
  readonly output?: Schema;
}

export interface RequestStep {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `base_url`; `{name}` is filled from a binding in the path. */
  readonly path: string;
  /** Where each argument goes. One that has no binding is seen by the mapping only. */
  readonly bindings?: readonly Binding[];
  /** JSONata from the arguments to the body; without it the body is what is bound to it. */
  readonly mapping?: string;
  readonly body?: BodyFormat;
  /** Sent as they are. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Binding {
  /** Of the input. */
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** Left out: the argument's own. In the body a JSON Pointer may stand here; "" is the whole body. */
  readonly name?: string;
  readonly style?: "form" | "simple" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode?: boolean;
}

/**
 * In `multipart`, an argument whose schema says `contentEncoding: base64` is a file, and so is each entry of a list of
 * such. In `xml`, the body is what stands inside the root.
 */
export type BodyFormat =
  | { readonly format: "json" | "form" | "multipart" | "text" }
  | { readonly format: "xml"; readonly root: string; readonly xml?: XmlOptions };

export interface XmlOptions {
  readonly namespaces?: Readonly<Record<string, string>>;
  readonly encoding?: "utf-8" | "iso-8859-1";
  /** Paths below the root of elements that are lists even when there is one: `members.member`. */
  readonly arrays?: readonly string[];
  /** Left out: names lose their prefix. */
  readonly keep_prefixes?: boolean;
}

/** Injected last, after everything a mapping could see. */
export interface AuthStep {
  readonly credential: string;
  readonly in: "query" | "header" | "cookie" | "basic" | "bearer" | "body";
  /** Of the parameter; in the body a path such as `@pin` or `auth.user`. */
  readonly name?: string;
  /** Which part of a credential that has several. */
  readonly part?: "user" | "password";
}

export interface HttpStep {
  readonly timeout_ms?: number;
  /** At most; only ever where repeating is safe. */
  readonly retries?: number;
  /** The API says that repeating this is harmless, or a key makes it so. */
  readonly idempotent?: boolean;
  readonly idempotency_header?: string;
  readonly max_bytes?: number;
}

/** Of XML, `body` is what stands inside the root, as `platform/xml/` has it: `@name` for attributes, `#text` beside them. */
export interface ParseStep {
  readonly format: "json" | "xml" | "text" | "none";
  readonly xml?: XmlOptions;
  /** JSONata over `{status, headers, body}`; what it yields instead of nothing is an error of the API. */
  readonly error?: string;
}

export interface ResponseStep {
  /** JSONata over `{input, body, status, headers}`. */
  readonly mapping?: string;
  /** JSONata over the mapped result: the short text a model reads first. */
  readonly text?: string;
  /** JSONata over the mapped result that yields the next page's cursor, and which argument takes it. */
  readonly paging?: { readonly next: string; readonly argument: string };
  /** Members that are only for one audience. */
  readonly audience?: Readonly<Record<string, "user" | "assistant">>;
}
