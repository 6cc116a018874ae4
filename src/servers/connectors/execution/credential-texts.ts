import { type Failure, failed } from "../../../model/failure.ts";
import type { AuthStep, Connector, ConnectorTool, CredentialSlot, SigningRecipe } from "../connector.ts";
import { CREDENTIAL_KINDS, kindOf } from "../credential-kinds.ts";
import { isHeaderValue } from "../header-names.ts";
import { baseOf, boundHosts } from "../request-hosts.ts";
import type { Renewal, SecretValue } from "../secrets/secret-value.ts";
import { recipeOf, type SigningCredential, signingCredentials } from "../signing-credentials.ts";
import type { ClientTokens } from "./client-tokens.ts";
import { isRefreshGrant, type RefreshTokens } from "./refresh-tokens.ts";
import { createSigner, type Signer } from "./sign-request.ts";

/** What is added to the request, and all secrets that must be masked. */
export interface CredentialTexts {
  /** The auth steps, without optional ones whose credential is not set. */
  readonly steps: readonly AuthStep[];
  /** The text that each of these steps adds. */
  readonly texts: readonly string[];
  readonly secrets: readonly string[];
  /** Present if the tool names a signing recipe. */
  readonly signer?: Signer | undefined;
  /** Drops the access tokens that were used. True if there were any, so that the request can be sent again with new ones. */
  dropTokens(): boolean;
}

export interface CredentialSources {
  readonly connector: Connector;
  /** The tool whose request carries them. */
  readonly tool: ConnectorTool;
  /** Reads a secret from the vault; fails if it is not bound to this host. */
  readonly secrets: (name: string, host: string) => Promise<SecretValue | undefined>;
  /** Replaces a secret in the vault, once for all nodes. */
  readonly renewSecret: (name: string, host: string, renewal: Renewal) => Promise<SecretValue | undefined>;
  readonly tokens: ClientTokens;
  readonly refreshTokens: RefreshTokens;
  /** Unix milliseconds, for signatures. */
  readonly now: () => number;
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

/** What tools without authentication add. */
export const NO_CREDENTIALS: CredentialTexts = { steps: [], texts: [], secrets: [], dropTokens: () => false };

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
  const { connector, tool, secrets, renewSecret, tokens, refreshTokens, now } = sources;
  const { title } = connector;
  const { host } = new URL(baseOf(connector, tool));
  const slots = new Map((connector.credentials ?? []).map((slot) => [slot.name, slot]));
  const hidden: string[] = [];
  const drops: (() => void)[] = [];

  const textOf = async ({ credential, part, in: place, optional }: AuthStep): Promise<string | undefined> => {
    const slot = slots.get(credential) as CredentialSlot;
    const [kind, tokenUrl] = [kindOf(slot), slot.token_url ?? ""];
    const value = await secrets(credential, host);
    if (value === undefined && optional) return undefined;
    if (value === undefined) throw missing(connector, credential);
    if (kind === "secret") {
      if (typeof value !== "string") throw unfit(connector, credential, "one value");
      hidden.push(value);
      return value;
    }
    // The vault also decides whether the client secret may go to the token endpoint.
    if (CREDENTIAL_KINDS[kind].isExchanged) await secrets(credential, new URL(tokenUrl).host);
    if (kind === "oauth2_refresh") {
      if (!isRefreshGrant(value)) throw unfit(connector, credential, CREDENTIAL_KINDS[kind].form);
      const renew = (renewal: Renewal) => renewSecret(credential, new URL(tokenUrl).host, renewal);
      const grant = await refreshTokens.get({ title, name: credential, tokenUrl, scope: slot.scope, renew }, value);
      if (grant === undefined) throw missing(connector, credential);
      const { client_id: id, client_secret: secret = "", refresh_token: refreshToken, access_token: token } = grant;
      hidden.push(id, secret, refreshToken, token);
      drops.push(() => refreshTokens.drop(token));
      return token;
    }
    const { user, password } = pairIn(value) ?? {};
    if (user === undefined || password === undefined) throw unfit(connector, credential, CREDENTIAL_KINDS[kind].form);
    hidden.push(user, password);
    if (kind === "oauth2_client") {
      const client = { title, tokenUrl, scope: slot.scope, id: user, secret: password };
      const token = await tokens.get(client);
      hidden.push(token);
      drops.push(() => tokens.drop(client, token));
      return token;
    }
    if (part !== undefined) return part === "user" ? user : password;
    if (place !== "basic") throw unfit(connector, credential, "one value");
    hidden.push(basic(user, password));
    return basic(user, password);
  };

  const signerOf = async (recipe: SigningRecipe): Promise<Signer> => {
    const keyOf = ({ credential, part }: SigningCredential) => JSON.stringify([credential, part]);
    const found = signingCredentials(recipe).map(
      async (each) => [keyOf(each), await textOf({ ...each, in: "body" })] as const,
    );
    const known = new Map(await Promise.all(found));
    return createSigner({
      recipe,
      now,
      textOf: (each) => known.get(keyOf(each)) ?? "",
      unfit: ({ credential }, form) => unfit(connector, credential, form),
    });
  };

  const added = await Promise.all(steps.map(async (step) => ({ step, text: await textOf(step) })));
  const given = added.filter((each): each is { step: AuthStep; text: string } => each.text !== undefined);
  const unsendable = given.find(({ step, text }) => IN_HEADERS.has(step.in) && !isHeaderValue(text));
  if (unsendable) throw unfit(connector, unsendable.step.credential, "characters that fit into a header");
  const recipe = recipeOf(connector, tool);
  return {
    signer: recipe && (await signerOf(recipe)),
    steps: given.map(({ step }) => step),
    texts: given.map(({ text }) => text),
    secrets: hidden,
    dropTokens() {
      for (const drop of drops) drop();
      return drops.length > 0;
    },
  };
};

const IN_HEADERS: ReadonlySet<AuthStep["in"]> = new Set(["header", "bearer", "basic"]);

const basic = (user: string, password: string): string => Buffer.from(`${user}:${password}`).toString("base64");

/** A pair may also be set as one text, `user:password`. */
const pairIn = (value: SecretValue): { readonly user: string; readonly password: string } | undefined => {
  if (typeof value !== "string") return isRefreshGrant(value) ? undefined : value;
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
