import type { Grant } from "./grant.ts";
import type { Schema } from "./schema.ts";

/** What administrators do, as JSON over whatever transport: what a console, command lines and other programs stand on. */
export type AdminApi =
  /** Never rejects: what goes wrong is an answer with an error in it. */
  (request: AdminRequest) => Promise<AdminAnswer>;

export interface AdminRequest {
  readonly method: string;
  /** Below wherever it is mounted: `/connectors/pets/publish`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Of JSON. */
  readonly body?: unknown;
  /** Of whoever asks. */
  readonly grant: Grant;
  readonly signal?: AbortSignal;
}

export interface AdminAnswer {
  readonly status: number;
  /** Absent: nothing to say. */
  readonly body?: unknown;
  /** With 405: the methods that the address takes. */
  readonly allow?: readonly string[];
}

export interface AdminRoute {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Parts that begin with a colon are parameters. */
  readonly path: string;
  readonly about: string;
  /** Not for administrators of a tenant. */
  readonly operator?: true;
  /** Of the query, each with what it means. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Schema;
  /** Of a good answer; 200 unless said otherwise. */
  readonly status?: number;
  answer(request: RouteRequest): Promise<unknown>;
}

export interface RouteRequest {
  /** Of an administrator. They see and change what is of their own tenant; what others have does not exist for them. */
  readonly grant: Grant;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Checked against the route's schema. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Words for the bodies of routes. */
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
export const text = (description: string): Schema => ({ type: "string", minLength: 1, description });
export const flag = (description: string): Schema => ({ type: "boolean", description });
