import { createHash } from "node:crypto";
import { parseForeignJson } from "../../../mcp/tools/foreign-json.ts";
import { type Failure, failed, unavailable } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";

/** A cache of OAuth 2.0 access tokens (client credentials). Calls that wait for the same token share one request. */
export interface ClientTokens {
  get(client: TokenClient): Promise<string>;
  /** Drops a token that the API no longer accepts. */
  drop(client: TokenClient, token: string): void;
}

export interface TokenClient {
  /** The connector's title, for error messages. */
  readonly title: string;
  readonly tokenUrl: string;
  readonly scope?: string | undefined;
  readonly id: string;
  readonly secret: string;
}

interface ClientTokensOptions {
  readonly outbound: Pick<Outbound, "request">;
  /** Monotonic milliseconds. Tokens age in real time, whatever the rehearsal's clock shows. */
  readonly now?: () => number;
}

interface Kept {
  readonly token: string;
  readonly freshUntil: number;
}

const MOST_KEPT = 1_000;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 65_536;
const USUAL_SECONDS = 300;
/** A token is renewed this long before it expires, so that it does not expire on the way. */
const MARGIN_MS = 30_000;
const TOKEN = /^[\x21-\x7e]{1,16000}$/;

export const createClientTokens = ({ outbound, now = () => performance.now() }: ClientTokensOptions): ClientTokens => {
  const kept = new Map<string, Kept>();
  const fetching = new Map<string, Promise<string>>();

  const ask = (client: TokenClient, inBody: boolean): Promise<OutboundResponse> => {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (client.scope !== undefined) form.set("scope", client.scope);
    if (inBody) {
      form.set("client_id", client.id);
      form.set("client_secret", client.secret);
    }
    return outbound.request(client.tokenUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        ...(!inBody && { Authorization: `Basic ${basicOf(client)}` }),
      },
      body: form.toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    });
  };

  const fetchToken = async (client: TokenClient, key: string): Promise<string> => {
    try {
      let answer = await ask(client, false);
      // Many servers accept credentials only in the body, although RFC 6749 advises against it.
      if (answer.status === 400 || answer.status === 401) answer = await ask(client, true);
      const { token, seconds } = tokenIn(answer, client);
      const age = seconds * 1000;
      const margin = Math.min(MARGIN_MS, age / 2);
      kept.delete(key);
      kept.set(key, { token, freshUntil: now() + age - margin });
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
      return token;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw unavailable(
        `${client.title} did not return an access token. ${error.message}`,
        { error_type: "token_refused" },
        error,
      );
    } finally {
      fetching.delete(key);
    }
  };

  return {
    async get(client) {
      const key = keyOf(client);
      const known = kept.get(key);
      if (known !== undefined && known.freshUntil > now()) return known.token;
      const running = fetching.get(key) ?? fetchToken(client, key);
      fetching.set(key, running);
      return running;
    },
    drop(client, token) {
      const key = keyOf(client);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
};

const keyOf = ({ tokenUrl, scope, id, secret }: TokenClient): string =>
  createHash("sha256")
    .update(JSON.stringify([tokenUrl, scope, id, secret]))
    .digest("base64");

/** Both halves are form-encoded first: RFC 6749, 2.3.1. */
const basicOf = ({ id, secret }: TokenClient): string => {
  const form = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return Buffer.from(`${form(id)}:${form(secret)}`).toString("base64");
};

const tokenIn = (
  { status, body }: OutboundResponse,
  client: TokenClient,
): { readonly token: string; readonly seconds: number } => {
  if (status < 200 || status > 299)
    throw refusedToken(client, `the token server answered with HTTP ${status}`, status >= 500);
  let answer: unknown;
  try {
    answer = parseForeignJson(body);
  } catch {
    throw refusedToken(client, "the response is not JSON", false);
  }
  const { access_token: token, token_type: type, expires_in: age } = isJsonObject(answer) ? answer : {};
  if (typeof token !== "string" || !TOKEN.test(token)) throw refusedToken(client, "the response contains none", false);
  if (type !== undefined && !/^bearer$/i.test(String(type))) {
    throw refusedToken(client, "the token is not a bearer token", false);
  }
  const seconds = Number(age ?? USUAL_SECONDS);
  return { token, seconds: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : USUAL_SECONDS };
};

const refusedToken = ({ title }: TokenClient, why: string, retryable: boolean): Failure => {
  const details = {
    error_type: "token_refused",
    retryable,
    hint: "Other arguments will not help: an operator of this server has to check the connector's credentials.",
  };
  const sentence = `${title} did not return an access token: ${why}.`;
  return retryable ? unavailable(sentence, details) : failed(sentence, details);
};
