import type { CredentialStatus } from "../responses.ts";

interface PartInfo {
  readonly label: string;
  readonly secret?: true;
  /** May be empty. */
  readonly optional?: true;
  readonly help?: string;
}

type Parts = Readonly<Record<string, PartInfo>>;

const SINGLE = "value";

/** The parts of a credential's value, by kind. */
export const CREDENTIAL_PARTS: Readonly<Record<CredentialStatus["kind"], Parts>> = {
  secret: { [SINGLE]: { label: "Value", secret: true } },
  basic: {
    user: { label: "User", optional: true },
    password: { label: "Password", secret: true, optional: true },
  },
  oauth2_client: {
    user: { label: "Client ID" },
    password: { label: "Client secret", secret: true },
  },
  oauth2_refresh: {
    client_id: { label: "Client ID" },
    client_secret: { label: "Client secret", secret: true, optional: true, help: "Empty for a public client." },
    refresh_token: { label: "Refresh token", secret: true, help: "Renewed on every use if the API rotates it." },
  },
};

export type PartValues = Readonly<Record<string, string>>;

export const isFilledIn = (kind: CredentialStatus["kind"], values: PartValues): boolean => {
  const parts = Object.entries(CREDENTIAL_PARTS[kind]);
  const isGiven = (name: string) => (values[name] ?? "") !== "";
  return parts.some(([name]) => isGiven(name)) && parts.every(([name, { optional }]) => optional || isGiven(name));
};

/** The body's `value`: a text, or an object with the parts. */
export const credentialValue = (kind: CredentialStatus["kind"], values: PartValues): string | PartValues => {
  if (kind === "secret") return values[SINGLE] ?? "";
  const parts = Object.keys(CREDENTIAL_PARTS[kind]).map((name) => [name, values[name] ?? ""] as const);
  // Only this kind has a part that may be absent.
  const sent = kind === "oauth2_refresh" ? parts.filter(([, value]) => value !== "") : parts;
  return Object.fromEntries(sent);
};
