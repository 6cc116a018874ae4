import { parseForeignJson } from "../../../mcp/tools/foreign-json.ts";
import { type Failure, failed, unavailable } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";

export interface TokenClient {
  /** The connector's title, for error messages. */
  readonly title: string;
  readonly tokenUrl: string;
  readonly scope?: string | undefined;
  readonly id: string;
  /** Empty: a public client, which only names itself. */
  readonly secret: string;
}

interface TokenAnswer {
  readonly token: string;
  /** Until it is renewed, which is before it expires, so that it does not expire on the way. */
  readonly freshMs: number;
  /** Replaces the one that was sent. */
  readonly refreshToken?: string;
}

/** For both ways of client authentication together. */
const TOKEN_TIMEOUT_MS = 10_000;
const MOST_BYTES = 65_536;
const USUAL_SECONDS = 300;
const LONGEST_SECONDS = 86_400;
const MARGIN_MS = 30_000;
const TOKEN = /^[\x21-\x7e]{1,16000}$/;
/** RFC 6749, 5.2. Only these are repeated to callers. */
const ERRORS =
  /^(?:invalid_(?:request|client|grant|scope)|unauthorized_client|unsupported_grant_type|temporarily_unavailable)$/;

/** Asks a token endpoint for an access token. `invalid_grant`: it does not accept the grant any more. */
export const requestToken = async (
  outbound: Pick<Outbound, "request">,
  client: TokenClient,
  grant: Readonly<Record<string, string>>,
): Promise<TokenAnswer | "invalid_grant"> => {
  const { title, tokenUrl, scope, id, secret } = client;
  const began = performance.now();
  const ask = (inBody: boolean): Promise<OutboundResponse> =>
    outbound.request(tokenUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        ...(!inBody && { Authorization: `Basic ${basicOf(client)}` }),
      },
      body: new URLSearchParams({
        ...grant,
        ...(scope !== undefined && { scope }),
        ...(inBody && { client_id: id, ...(secret !== "" && { client_secret: secret }) }),
      }).toString(),
      timeoutMs: Math.max(1, Math.floor(TOKEN_TIMEOUT_MS - (performance.now() - began))),
      maxBytes: MOST_BYTES,
    });
  const isRejected = ({ status }: OutboundResponse): boolean => status === 400 || status === 401;

  try {
    let answer = await ask(secret === "");
    if (isRejected(answer) && errorIn(answer) === "invalid_grant") return "invalid_grant";
    // Many servers accept credentials only in the body, although RFC 6749 advises against it.
    if (isRejected(answer) && secret !== "") answer = await ask(true);
    if (isRejected(answer) && errorIn(answer) === "invalid_grant") return "invalid_grant";
    return tokenIn(answer, title);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw unavailable(
      `${title} did not return an access token. ${error.message}`,
      { error_type: "token_refused" },
      error,
    );
  }
};

/** Both halves are form-encoded first: RFC 6749, 2.3.1. */
const basicOf = ({ id, secret }: TokenClient): string => {
  const form = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return Buffer.from(`${form(id)}:${form(secret)}`).toString("base64");
};

const objectIn = ({ body }: OutboundResponse): JsonObject | undefined => {
  try {
    const value: unknown = parseForeignJson(body);
    return isJsonObject(value) ? value : {};
  } catch {
    return undefined;
  }
};

const errorIn = (answer: OutboundResponse): string | undefined => {
  const error = objectIn(answer)?.["error"];
  return typeof error === "string" && ERRORS.test(error) ? error : undefined;
};

const tokenIn = (answer: OutboundResponse, title: string): TokenAnswer => {
  const { status } = answer;
  if (status < 200 || status > 299) {
    const error = errorIn(answer);
    const code = error === undefined ? "" : ` (${error})`;
    throw refusedToken(title, `the token server answered with HTTP ${status}${code}`, status >= 500);
  }
  const members = objectIn(answer);
  if (members === undefined) throw refusedToken(title, "the response is not JSON");
  const { access_token: token, token_type: type, expires_in: age, refresh_token: next } = members;
  if (typeof token !== "string" || !TOKEN.test(token)) throw refusedToken(title, "the response contains none");
  if (type !== undefined && !/^bearer$/i.test(String(type))) {
    throw refusedToken(title, "the token is not a bearer token");
  }
  const given = Number(age ?? USUAL_SECONDS);
  const seconds = Number.isFinite(given) && given > 0 ? Math.min(given, LONGEST_SECONDS) : USUAL_SECONDS;
  return {
    token,
    freshMs: seconds * 1000 - Math.min(MARGIN_MS, seconds * 500),
    ...(typeof next === "string" && TOKEN.test(next) && { refreshToken: next }),
  };
};

export const refusedToken = (title: string, why: string, retryable = false): Failure => {
  const details = {
    error_type: "token_refused",
    retryable,
    hint: "Other arguments will not help: an operator of this server has to check the connector's credentials.",
  };
  const sentence = `${title} did not return an access token: ${why}.`;
  return retryable ? unavailable(sentence, details) : failed(sentence, details);
};
