import type { SandboxAnswer } from "../../model/sandbox.ts";
import type { DuffelError } from "./duffel-error.ts";
import type { DuffelAnswer } from "./route.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const DOCUMENTATION = "https://duffel.com/docs/api/overview/errors";

export const envelope = ({ status = 200, data, meta }: DuffelAnswer): SandboxAnswer =>
  data === undefined
    ? { status: status === 200 ? 204 : status, headers: {}, body: "" }
    : { status, headers: JSON_TYPE, body: JSON.stringify(meta === undefined ? { data } : { data, meta }) };

export const errorEnvelope = (error: DuffelError, requestId: string): SandboxAnswer => {
  const { status, type, code, title, message, source } = error;
  const problem = { type, title, message, code, documentation_url: DOCUMENTATION, ...(source && { source }) };
  return {
    status,
    headers: JSON_TYPE,
    body: JSON.stringify({ errors: [problem], meta: { request_id: requestId, status } }),
  };
};
