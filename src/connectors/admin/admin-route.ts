import type { Schema } from "../../model/schema.ts";

/** Where somebody comes from who may administer; everything happens in their own tenant. */
export interface AdminCaller {
  readonly tenant: string;
  /** Goes into the record: who approved, who published. */
  readonly by: string;
}

export interface RouteRequest {
  readonly caller: AdminCaller;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Checked against the route's schema. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface AdminRoute {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Parts that begin with a colon are parameters. */
  readonly path: string;
  readonly about: string;
  /** Of the query, each with what it means. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Schema;
  /** Of a good answer; 200 unless said otherwise. */
  readonly status?: number;
  answer(request: RouteRequest): Promise<unknown>;
}

export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
export const text = (description: string): Schema => ({ type: "string", minLength: 1, description });
export const flag = (description: string): Schema => ({ type: "boolean", description });
