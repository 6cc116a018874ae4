import type { Connector, CredentialSlot } from "../connector.ts";

/** The one host that a credential may ever be sent to, as the vault has it. */
export const credentialHost = (
  { base_url }: Pick<Connector, "base_url">,
  { kind, token_url }: Pick<CredentialSlot, "kind" | "token_url">,
): string => new URL(kind === "oauth2_client" && token_url !== undefined ? token_url : base_url).host;
