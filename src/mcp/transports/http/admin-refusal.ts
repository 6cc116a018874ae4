import type { Answer } from "./http-context.ts";

/** What is refused before the API hears of it; what it says itself has the kind of its failure. */
const KINDS: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "forbidden",
  429: "rate_limited",
  503: "unavailable",
};

/** In the form that everything has that goes wrong at the admin API. */
export const adminRefusal = (
  status: number,
  message: string,
  { hint, headers = [] }: { readonly hint?: string; readonly headers?: readonly string[] } = {},
): Answer => ({
  status,
  body: JSON.stringify({ error: { kind: KINDS[status] ?? "invalid", message, ...(hint && { hint }) } }),
  headers,
});

/** The same of a refusal that was written for MCP clients, or for nobody in particular. */
export const asAdminRefusal = (refusal: Answer): Answer => {
  const { status, body, headers = [] } = refusal;
  const { error } = JSON.parse(String(body)) as { readonly error: string | { readonly message: string } };
  if (typeof error === "string") return adminRefusal(status, error, { headers });
  return "kind" in error ? refusal : adminRefusal(status, error.message, { headers });
};
