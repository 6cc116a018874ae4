import { createHash } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { DEFAULT_TENANT } from "../../model/keys.ts";
import type { SandboxRequest } from "../../model/sandbox.ts";
import { DuffelError } from "./duffel-error.ts";
import { badRequest, shown } from "./problems.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";

type Headers = SandboxRequest["headers"];

const VERSION = "v2";
const BEARER = /^Bearer +([\x21-\x7e]{1,500})$/i;

const unauthorised = (code: string, title: string, message: string): DuffelError =>
  new DuffelError(401, { type: "authentication_error", code, title, message });

/** Any token is an account of its own; nothing of it is kept but a digest. */
export const callerOf = (
  { authorization }: Headers,
  { tenant = DEFAULT_TENANT, account: known, address }: Pick<SandboxRequest, "tenant" | "account" | "address"> = {},
): Caller => {
  if (known !== undefined) return { tenant, sessionId: `duffel-${digest(known)}`, transport: "http", knownBy: "key" };
  if (authorization === undefined || authorization.trim() === "") {
    throw unauthorised(
      "missing_authorization_header",
      "Missing authorization header",
      "The 'Authorization' header needs to be set and contain an access token, such as 'Bearer duffel_test_anything'.",
    );
  }
  const token = BEARER.exec(authorization.trim())?.[1];
  if (token === undefined) {
    throw unauthorised(
      "invalid_authorization_header",
      "Invalid authorization header",
      "The 'Authorization' header must have the form 'Bearer <access token>'.",
    );
  }
  if (token.startsWith("duffel_live_")) {
    throw unauthorised(
      "access_token_not_found",
      "Access token not found",
      "This is a sandbox and sells nothing real: a live token has no business here. Use a token such as 'duffel_test_anything'.",
    );
  }
  return {
    ...{ tenant, sessionId: `duffel-${digest(token)}`, transport: "http", knownBy: "key" },
    ...(address !== undefined && { address }),
  };
};

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The headers that Duffel insists on. */
export const checkHeaders = (headers: Headers, hasBody: boolean): void => {
  const version = headers["duffel-version"]?.trim();
  if (version === undefined || version === "") {
    throw badRequest(
      "missing_version_header",
      "Missing version header",
      `The 'Duffel-Version' header needs to be set to a supported version: ${VERSION}.`,
    );
  }
  if (version !== VERSION) {
    throw badRequest(
      "unsupported_version",
      "Unsupported version",
      `The version '${shown(version)}' set by the 'Duffel-Version' header is not supported. Supported: ${VERSION}.`,
    );
  }
  const { accept } = headers;
  if (accept !== undefined && !/(^|,)\s*(application\/(json|\*)|\*\/\*)\s*(;|,|$)/i.test(accept)) {
    throw badRequest(
      "unsupported_format",
      "Unsupported format",
      "The 'Accept' header must allow application/json: no other format is supported.",
      406,
    );
  }
  if (!hasBody) return;
  const contentType = headers["content-type"];
  if (contentType === undefined || contentType.trim() === "") {
    throw badRequest(
      "missing_content_type_header",
      "Missing content type header",
      "The 'Content-Type' header needs to be set to application/json.",
    );
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    throw badRequest(
      "invalid_content_type_header",
      "Invalid content type header",
      `The 'Content-Type' header must be application/json, not '${shown(contentType)}'.`,
    );
  }
};

/** What the client asks to happen. Known everywhere, also on routes where it changes nothing. */
export const scenarioOf = (headers: Headers): Scenario | undefined => {
  const name = headers["x-taxiway-scenario"];
  if (name === undefined) return undefined;
  const scenario = SCENARIOS.find((known) => known === name.trim());
  if (scenario !== undefined) return scenario;
  throw badRequest(
    "invalid_scenario_header",
    "Invalid scenario header",
    `The 'X-Taxiway-Scenario' header '${shown(name)}' is not one of: ${SCENARIOS.join(", ")}.`,
  );
};
