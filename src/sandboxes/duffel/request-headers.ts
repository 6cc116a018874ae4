import { createHash } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { DEFAULT_TENANT } from "../../model/keys.ts";
import type { SandboxRequest } from "../../model/sandbox.ts";
import { badRequest, DuffelError, excerpt } from "./duffel-error.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";

type Headers = SandboxRequest["headers"];

const VERSION = "v2";
const BEARER = /^Bearer +([\x21-\x7e]{1,500})$/i;
const ACCEPTS_JSON = /(^|,)\s*(application\/(json|\*)|\*\/\*)\s*(;|,|$)/i;

const unauthorised = (code: string, message: string): DuffelError =>
  new DuffelError(401, { type: "authentication_error", code, message });

/** Returns the account of a request. Any token is an account of its own, of which only a digest is stored. */
export const callerOf = (
  { authorization }: Headers,
  { tenant = DEFAULT_TENANT, account, address }: Pick<SandboxRequest, "tenant" | "account" | "address"> = {},
): Caller => {
  const identity = { tenant, transport: "http", knownBy: "key" } as const;
  if (account !== undefined) return { ...identity, sessionId: sessionIdOf(account) };
  if (authorization === undefined || authorization.trim() === "") {
    throw unauthorised(
      "missing_authorization_header",
      "The 'Authorization' header needs to be set and contain an access token, such as 'Bearer duffel_test_anything'.",
    );
  }
  const token = BEARER.exec(authorization.trim())?.[1];
  if (token === undefined) {
    throw unauthorised(
      "invalid_authorization_header",
      "The 'Authorization' header must have the form 'Bearer <access token>'.",
    );
  }
  if (token.startsWith("duffel_live_")) {
    throw unauthorised(
      "access_token_not_found",
      "This sandbox does not accept live tokens. Use a test token, such as 'duffel_test_anything'.",
    );
  }
  return { ...identity, sessionId: sessionIdOf(token), ...(address !== undefined && { address }) };
};

const sessionIdOf = (account: string): string =>
  `duffel-${createHash("sha256").update(account).digest("hex").slice(0, 16)}`;

/** Checks the headers that Duffel requires. */
export const checkHeaders = (headers: Headers, hasBody: boolean): void => {
  const version = headers["duffel-version"]?.trim();
  if (version === undefined || version === "") {
    throw badRequest(
      "missing_version_header",
      `The 'Duffel-Version' header needs to be set to a supported version: ${VERSION}.`,
    );
  }
  if (version !== VERSION) {
    throw badRequest(
      "unsupported_version",
      `The version '${excerpt(version)}' set by the 'Duffel-Version' header is not supported. Supported: ${VERSION}.`,
    );
  }
  const { accept } = headers;
  if (accept !== undefined && !ACCEPTS_JSON.test(accept)) {
    const message = "The 'Accept' header must allow application/json: no other format is supported.";
    throw badRequest("unsupported_format", message, 406);
  }
  if (!hasBody) return;
  const contentType = headers["content-type"]?.trim();
  if (contentType === undefined || contentType === "") {
    throw badRequest("missing_content_type_header", "The 'Content-Type' header needs to be set to application/json.");
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw badRequest(
      "invalid_content_type_header",
      `The 'Content-Type' header must be application/json, not '${excerpt(contentType)}'.`,
    );
  }
};

/** Returns the scenario in the request's header. Checked on every route, also where it has no effect. */
export const scenarioOf = (headers: Headers): Scenario | undefined => {
  const name = headers["x-taxiway-scenario"];
  if (name === undefined) return undefined;
  const scenario = SCENARIOS.find((known) => known === name.trim());
  if (scenario !== undefined) return scenario;
  throw badRequest(
    "invalid_scenario_header",
    `The 'X-Taxiway-Scenario' header '${excerpt(name)}' is not one of: ${SCENARIOS.join(", ")}.`,
  );
};
