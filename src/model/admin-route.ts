import type { Grant } from "./grant.ts";
import type { Schema } from "./schema.ts";

/** The admin API, independent of the transport. Never rejects: an error is an answer with an error body. */
export type AdminApi = (request: AdminRequest) => Promise<AdminAnswer>;

export interface AdminRequest {
  readonly method: string;
  /** Relative to the mount point: `/connectors/pets/publish`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON. */
  readonly body?: unknown;
  /** The caller's grant. */
  readonly grant: Grant;
  readonly signal?: AbortSignal;
}

export interface AdminAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** The body is text of this media type. Default: JSON. */
  readonly type?: string;
  /** With 405: the allowed methods. */
  readonly allow?: readonly string[];
}

export interface AdminRoute {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Segments that begin with a colon are parameters. */
  readonly path: string;
  readonly about: string;
  /** Restricted to operators; tenant administrators are rejected. */
  readonly operator?: true;
  /** Query parameters and their descriptions. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Schema;
  /** Largest body of a request; default 5 MB. */
  readonly maxBodyBytes?: number;
  /** Status of a successful answer; default 200. */
  readonly status?: number;
  /** The route answers with text of this media type. Default: JSON. */
  readonly type?: string;
  answer(request: RouteRequest): Promise<unknown>;
}

export interface RouteRequest {
  /** An administrator's grant. Other tenants' data must look nonexistent to it. */
  readonly grant: Grant;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Checked against the route's schema. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Schema builders for request bodies of routes. */
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
export const text = (description: string): Schema => ({ type: "string", minLength: 1, description });
export const flag = (description: string): Schema => ({ type: "boolean", description });
