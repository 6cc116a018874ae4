import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Answer } from "./http-context.ts";

/** Kinds of refusals made before the API runs; the API's own errors have the kind of their failure. */
const KINDS: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "forbidden",
  429: "rate_limited",
  503: "unavailable",
};

/** Writes a refusal in the format of the admin API's errors. */
export const adminRefusal = ({ status, message, hint, headers = [] }: HttpRefusal): Answer => ({
  status,
  body: JSON.stringify({ error: { kind: KINDS[status] ?? "invalid", message, ...(hint && { hint }) } }),
  headers,
});
