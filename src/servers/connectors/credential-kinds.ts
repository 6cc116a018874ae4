import { isJsonObject } from "../../model/json.ts";
import type { CredentialSlot } from "./connector.ts";

export type CredentialKind = NonNullable<CredentialSlot["kind"]>;

/** An empty password is common: many APIs take a key as the user alone. */
type PartRule = "filled" | "may be empty" | "may be absent";

interface KindFacts {
  /** The form of its value, for error messages. */
  readonly form: string;
  /** Absent for a value that is one text. */
  readonly parts?: Readonly<Record<string, PartRule>>;
  /** The value goes to the token endpoint, and requests carry the access token that it returns. */
  readonly isExchanged: boolean;
}

const LOGIN = { user: "may be empty", password: "may be empty" } as const;

export const CREDENTIAL_KINDS: Readonly<Record<CredentialKind, KindFacts>> = {
  secret: { form: "a text", isExchanged: false },
  basic: { form: "an object with user and password", parts: LOGIN, isExchanged: false },
  oauth2_client: { form: "an object with user and password", parts: LOGIN, isExchanged: true },
  oauth2_refresh: {
    form: "an object with client_id, refresh_token and, unless the client is public, client_secret",
    parts: { client_id: "filled", refresh_token: "filled", client_secret: "may be absent" },
    isExchanged: true,
  },
};

export const kindOf = ({ kind = "secret" }: { readonly kind?: CredentialKind | undefined }): CredentialKind => kind;

/** Checks the form of a value. The vault checks its length. */
export const fitsKind = (kind: CredentialKind, value: unknown): boolean => {
  const { parts } = CREDENTIAL_KINDS[kind];
  if (parts === undefined) return typeof value === "string";
  if (!isJsonObject(value)) return false;
  const isText = ([part, text]: [string, unknown]) => typeof text === "string" && Object.hasOwn(parts, part);
  const isGiven = ([part, rule]: [string, PartRule]) =>
    rule === "may be absent" || (rule === "filled" ? (value[part] ?? "") !== "" : Object.hasOwn(value, part));
  return Object.entries(value).every(isText) && Object.entries(parts).every(isGiven);
};
