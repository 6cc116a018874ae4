import { isJsonObject, nestsTooDeep } from "../../model/json.ts";
import type { SandboxAnswer } from "../../model/sandbox.ts";
import { badRequest, type DuffelError } from "./duffel-error.ts";
import type { DuffelAnswer } from "./router.ts";

/** Ten times an order for nine passengers with all their services. */
const MAX_LENGTH = 256 * 1024;
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const DOCUMENTATION = "https://duffel.com/docs/api/overview/errors";

/** Returns the `data` of a request body, or undefined if it has none. */
export const readData = (body: string): unknown => {
  if (body.length > MAX_LENGTH) {
    throw badRequest("bad_request", `The body is longer than ${MAX_LENGTH} characters.`, 413);
  }
  if (body.trim() === "") return undefined;
  const parsed = parse(body);
  if (!isJsonObject(parsed)) throw notJson("The body must be a JSON object with a 'data' field.");
  return parsed.data;
};

const parse = (body: string): unknown => {
  if (nestsTooDeep(body)) throw notJson("The body is nested too deeply.");
  try {
    return JSON.parse(body);
  } catch {
    throw notJson("The body is not valid JSON.");
  }
};

const notJson = (message: string): DuffelError => badRequest("bad_request", message);

/** Returns an answer in Duffel's envelope: `{ data, meta }`. */
export const envelope = ({ status = 200, data, meta }: DuffelAnswer): SandboxAnswer =>
  data === undefined
    ? { status: status === 200 ? 204 : status, headers: {}, body: "" }
    : { status, headers: JSON_TYPE, body: JSON.stringify(meta === undefined ? { data } : { data, meta }) };

/** Returns an error in Duffel's envelope: `{ errors, meta }`. */
export const errorEnvelope = (error: DuffelError, requestId: string): SandboxAnswer => {
  const { status, type, code, title, message, source } = error;
  const problem = { type, title, message, code, documentation_url: DOCUMENTATION, ...(source && { source }) };
  return {
    status,
    headers: JSON_TYPE,
    body: JSON.stringify({ errors: [problem], meta: { request_id: requestId, status } }),
  };
};
