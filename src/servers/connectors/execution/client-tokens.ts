import { createHash } from "node:crypto";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { refusedToken, requestToken, type TokenClient } from "./request-token.ts";

/** A cache of OAuth 2.0 access tokens (client credentials). Calls that wait for the same token share one request. */
export interface ClientTokens {
  get(client: TokenClient): Promise<string>;
  /** Drops a token that the API no longer accepts. */
  drop(client: TokenClient, token: string): void;
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

export const createClientTokens = ({ outbound, now = () => performance.now() }: ClientTokensOptions): ClientTokens => {
  const kept = new Map<string, Kept>();
  const fetching = new Map<string, Promise<string>>();

  const fetchToken = async (client: TokenClient, key: string): Promise<string> => {
    try {
      const answer = await requestToken(outbound, client, { grant_type: "client_credentials" });
      if (answer === "invalid_grant") throw refusedToken(client.title, "the token server answered with invalid_grant");
      kept.delete(key);
      kept.set(key, { token: answer.token, freshUntil: now() + answer.freshMs });
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
      return answer.token;
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
