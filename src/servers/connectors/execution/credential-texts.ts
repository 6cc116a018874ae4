import { type Failure, failed } from "../../../model/failure.ts";
import type { AuthStep, Connector, ConnectorTool, CredentialSlot } from "../connector.ts";
import { isHeaderValue } from "../header-names.ts";
import { baseOf, boundHosts } from "../request-hosts.ts";
import type { SecretValue } from "../secrets/vault.ts";
import type { ClientTokens, TokenClient } from "./client-tokens.ts";

/** What is added to the request, and all secrets that must be masked. */
export interface CredentialTexts {
  /** The auth steps, without optional ones whose credential is not set. */
  readonly steps: readonly AuthStep[];
  /** The text that each of these steps adds. */
  readonly texts: readonly string[];
  readonly secrets: readonly string[];
  /** Drops the access tokens that were used. True if there were any, so that the request can be sent again with new ones. */
  dropTokens(): boolean;
}

export interface CredentialSources {
  readonly connector: Connector;
  /** The tool whose request carries them. */
  readonly tool: ConnectorTool;
  /** Reads a secret from the vault; fails if it is not bound to this host. */
  readonly secrets: (name: string, host: string) => Promise<SecretValue | undefined>;
  readonly tokens: ClientTokens;
}

/** Sent to a sandbox in place of each secret. */
const SANDBOX_CREDENTIAL = "sandbox";

export const sandboxTexts = (steps: readonly AuthStep[]): CredentialTexts => ({
  steps,
  texts: steps.map((step) =>
    step.in === "basic" ? basic(SANDBOX_CREDENTIAL, SANDBOX_CREDENTIAL) : SANDBOX_CREDENTIAL,
  ),
  secrets: [],
  dropTokens: () => false,
});

/** Checks that none of the connector's credentials is set. */
export const hasNoCredentials = async ({
  connector,
  secrets,
}: Pick<CredentialSources, "connector" | "secrets">): Promise<boolean> => {
  const slots = connector.credentials ?? [];
  const values = await Promise.all(slots.map((slot) => secrets(slot.name, boundHosts(connector, slot)[0] as string)));
  return slots.length > 0 && values.every((value) => value === undefined);
};

export const credentialTexts = async (
  steps: readonly AuthStep[],
  sources: CredentialSources,
): Promise<CredentialTexts> => {
  const { connector, tool, secrets, tokens } = sources;
  const { host } = new URL(baseOf(connector, tool));
  const slots = new Map((connector.credentials ?? []).map((slot) => [slot.name, slot]));
  const hidden: string[] = [];
  const used: (readonly [client: TokenClient, token: string])[] = [];

  const textOf = async ({ credential, part, in: place, optional }: AuthStep): Promise<string | undefined> => {
    const slot = slots.get(credential) as CredentialSlot;
    const value = await secrets(credential, host);
    if (value === undefined && optional) return undefined;
    if (value === undefined) throw missing(connector, credential);
    if (slot.kind === undefined || slot.kind === "secret") {
      if (typeof value !== "string") throw unfit(connector, credential, "one value");
      hidden.push(value);
      return value;
    }
    const { user, password } = pairIn(value) ?? {};
    if (user === undefined || password === undefined) throw unfit(connector, credential, "a user and a password");
    hidden.push(user, password);
    if (slot.kind === "oauth2_client") {
      const { title } = connector;
      // The vault also decides whether the client secret may go to the token endpoint.
      await secrets(credential, new URL(slot.token_url as string).host);
      const client = { title, tokenUrl: slot.token_url as string, scope: slot.scope, id: user, secret: password };
      const token = await tokens.get(client);
      hidden.push(token);
      used.push([client, token]);
      return token;
    }
    if (part !== undefined) return part === "user" ? user : password;
    if (place !== "basic") throw unfit(connector, credential, "one value");
    hidden.push(basic(user, password));
    return basic(user, password);
  };

  const added = await Promise.all(steps.map(async (step) => ({ step, text: await textOf(step) })));
  const given = added.filter((each): each is { step: AuthStep; text: string } => each.text !== undefined);
  const unsendable = given.find(({ step, text }) => IN_HEADERS.has(step.in) && !isHeaderValue(text));
  if (unsendable) throw unfit(connector, unsendable.step.credential, "characters that fit into a header");
  return {
    steps: given.map(({ step }) => step),
    texts: given.map(({ text }) => text),
    secrets: hidden,
    dropTokens() {
      for (const [client, token] of used) tokens.drop(client, token);
      return used.length > 0;
    },
  };
};

const IN_HEADERS: ReadonlySet<AuthStep["in"]> = new Set(["header", "bearer", "basic"]);

const basic = (user: string, password: string): string => Buffer.from(`${user}:${password}`).toString("base64");

/** A pair may also be set as one text, `user:password`. */
const pairIn = (value: SecretValue): { readonly user: string; readonly password: string } | undefined => {
  if (typeof value !== "string") return value;
  const colon = value.indexOf(":");
  return colon < 0 ? undefined : { user: value.slice(0, colon), password: value.slice(colon + 1) };
};

const FOR_OPERATORS = "Other arguments will not help: an operator of this server has to set it.";

const missing = ({ title }: Connector, name: string): Failure =>
  failed(`${title} cannot be called: its credential '${name}' is not set.`, {
    error_type: "credential_missing",
    credential: name,
    retryable: false,
    hint: FOR_OPERATORS,
  });

const unfit = ({ title }: Connector, name: string, form: string): Failure =>
  failed(`${title} cannot be called: its credential '${name}' must have ${form}.`, {
    error_type: "credential_unfit",
    credential: name,
    retryable: false,
    hint: FOR_OPERATORS,
  });
