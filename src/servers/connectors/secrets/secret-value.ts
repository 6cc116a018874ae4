/** One value, the two parts of a login, or what OAuth needs to renew access. */
export type SecretValue = string | Login | RefreshGrant;

interface Login {
  readonly user: string;
  readonly password: string;
}

/** The operator sets the first three members; the others are added when a token is fetched. */
export interface RefreshGrant {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly refresh_token: string;
  readonly access_token?: string;
  /** Unix milliseconds. */
  readonly fresh_until?: number;
  /** When the token endpoint rejected the refresh token. */
  readonly rejected_at?: number;
}

/** Exchanges a secret for its successor. */
export interface Renewal {
  /** Whether the secret can be used as it is. */
  isCurrent(value: SecretValue): boolean;
  exchange(value: SecretValue): Promise<SecretValue>;
}
