/** Secrets of connectors, per tenant, encrypted where they rest and bound to the one host they are for. */
export interface Vault {
  put(secret: SecretName, value: SecretValue, host: string): Promise<void>;
  /** Undefined when there is none; a Failure when it belongs to another host. */
  open(secret: SecretName, host: string): Promise<SecretValue | undefined>;
  remove(secret: SecretName): Promise<boolean>;
  /** Names and hosts, never values. */
  list(
    tenant: string,
  ): Promise<readonly { readonly connector: string; readonly name: string; readonly host: string }[]>;
}

export interface SecretName {
  readonly tenant: string;
  readonly connector: string;
  readonly name: string;
}

/** One value, or the parts that its kind has. */
export type SecretValue = string | { readonly user: string; readonly password: string };
