import { systemClock } from "../../../model/clock.ts";
import { type Failure, failed } from "../../../model/failure.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { RefreshGrant, Renewal, SecretValue } from "../secrets/secret-value.ts";
import { requestToken } from "./request-token.ts";

/**
 * OAuth 2.0 access tokens for refresh tokens. Both are kept in the vault, so all nodes use the same access token, and a
 * refresh token that may be used only once is used by one node.
 */
export interface RefreshTokens {
  /** Returns the grant with a usable access token. Undefined if the credential was deleted meanwhile. */
  get(credential: RefreshCredential, grant: RefreshGrant): Promise<UsableGrant | undefined>;
  /** Drops an access token that the API no longer accepts. */
  drop(token: string): void;
}

type UsableGrant = RefreshGrant & { readonly access_token: string };

interface RefreshCredential {
  /** The connector's title, for error messages. */
  readonly title: string;
  readonly name: string;
  readonly tokenUrl: string;
  readonly scope: string | undefined;
  /** Replaces the grant in the vault. */
  renew(renewal: Renewal): Promise<SecretValue | undefined>;
}

interface RefreshTokensOptions {
  readonly outbound: Pick<Outbound, "request">;
  /** Unix milliseconds, which nodes compare: real time, whatever the rehearsal's clock shows. */
  readonly now?: () => number;
}

/** A refresh token that was rejected is not sent again for this long. */
const REJECTED_MS = 60_000;
const MOST_DROPPED = 1_000;

export const isRefreshGrant = (value: SecretValue): value is RefreshGrant =>
  typeof value === "object" && "refresh_token" in value;

export const createRefreshTokens = ({ outbound, now = systemClock.now }: RefreshTokensOptions): RefreshTokens => {
  const dropped = new Set<string>();

  const isUsable = ({ access_token: token, fresh_until: until = 0 }: RefreshGrant): boolean =>
    token !== undefined && now() < until && !dropped.has(token);
  const isRejected = ({ rejected_at: at }: RefreshGrant): boolean =>
    at !== undefined && Math.abs(now() - at) < REJECTED_MS;

  const exchange = async (
    { title, tokenUrl, scope }: RefreshCredential,
    { client_id: id, client_secret: secret = "", refresh_token: token }: RefreshGrant,
  ): Promise<RefreshGrant> => {
    const client = { title, tokenUrl, scope, id, secret };
    const answer = await requestToken(outbound, client, { grant_type: "refresh_token", refresh_token: token });
    const kept = { client_id: id, client_secret: secret, refresh_token: token };
    if (answer === "invalid_grant") return { ...kept, rejected_at: now() };
    return {
      ...kept,
      ...(answer.refreshToken !== undefined && { refresh_token: answer.refreshToken }),
      access_token: answer.token,
      fresh_until: now() + answer.freshMs,
    };
  };

  return {
    async get(credential, grant) {
      const needsNone = (value: SecretValue): boolean => !isRefreshGrant(value) || isUsable(value) || isRejected(value);
      const current = needsNone(grant)
        ? grant
        : await credential.renew({
            isCurrent: needsNone,
            exchange: (value) => exchange(credential, value as RefreshGrant),
          });
      if (current === undefined || !isRefreshGrant(current)) return undefined;
      if (current.access_token === undefined) throw rejected(credential);
      return { ...current, access_token: current.access_token };
    },
    drop(token) {
      dropped.add(token);
      if (dropped.size > MOST_DROPPED) dropped.delete(dropped.values().next().value as string);
    },
  };
};

const rejected = ({ title, name }: RefreshCredential): Failure =>
  failed(`${title} did not return an access token: the refresh token of '${name}' is not accepted (invalid_grant).`, {
    error_type: "refresh_token_rejected",
    credential: name,
    retryable: false,
    hint: "It was revoked, has expired or was used elsewhere. An operator of this server has to sign in at the API again and set the credential with the new refresh token.",
  });
