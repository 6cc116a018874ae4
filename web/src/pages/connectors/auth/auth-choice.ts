import type { ConnectorTool } from "../responses.ts";

/** How an API authenticates its callers, as the server reads it: `bearer`, `header:X-Api-Key`, `oauth2:https://…`. */
export interface AuthChoice {
  readonly scheme: AuthScheme;
  /** Header, parameter or token URL. */
  readonly name: string;
}

export type AuthScheme = "bearer" | "basic" | "header" | "query" | "oauth2" | "oauth2_refresh";

interface SchemeInfo {
  readonly label: string;
  /** Label of the name; absent if the scheme has none. */
  readonly name?: string;
  readonly placeholder?: string;
}

export const SCHEMES: Readonly<Record<AuthScheme, SchemeInfo>> = {
  bearer: { label: "Bearer token" },
  basic: { label: "User and password" },
  header: { label: "Key in a header", name: "Header", placeholder: "X-Api-Key" },
  query: { label: "Key in the query", name: "Parameter", placeholder: "api_key" },
  oauth2: { label: "OAuth 2 client credentials", name: "Token URL", placeholder: "https://api.example.com/token" },
  oauth2_refresh: { label: "OAuth 2 refresh token", name: "Token URL", placeholder: "https://api.example.com/token" },
};

const isScheme = (text: string): text is AuthScheme => Object.hasOwn(SCHEMES, text);

export const parseAuth = (text: string): AuthChoice | undefined => {
  const colon = text.indexOf(":");
  const scheme = colon < 0 ? text : text.slice(0, colon);
  return isScheme(scheme) ? { scheme, name: colon < 0 ? "" : text.slice(colon + 1) } : undefined;
};

const formatAuth = ({ scheme, name }: AuthChoice): string =>
  SCHEMES[scheme].name === undefined ? scheme : `${scheme}:${name.trim()}`;

const isComplete = ({ scheme, name }: AuthChoice): boolean => SCHEMES[scheme].name === undefined || name.trim() !== "";

/** For people: `Key in a header: X-Api-Key`. */
export const describeAuth = (text: string): string => {
  const choice = parseAuth(text);
  if (choice === undefined) return text;
  const { label, name } = SCHEMES[choice.scheme];
  return name === undefined ? label : `${label}: ${choice.name}`;
};

/** The user's choice: a guess from the document, own choices, or neither. */
export type AuthAnswer =
  | { readonly kind: "unchanged" }
  | { readonly kind: "guess"; readonly auth: string }
  | { readonly kind: "own"; readonly choices: readonly AuthChoice[] };

/** As the server takes it; undefined if nothing was chosen. */
export const authOf = (answer: AuthAnswer): readonly string[] | undefined => {
  if (answer.kind === "unchanged") return undefined;
  return answer.kind === "guess" ? [answer.auth] : answer.choices.map(formatAuth);
};

export const isAnswered = (answer: AuthAnswer): boolean => answer.kind !== "own" || answer.choices.every(isComplete);

export interface AuthUse {
  readonly credential: string;
  /** `header X-Api-Key` */
  readonly place: string;
  readonly tools: number;
  readonly optional: boolean;
}

/** Which credentials the tools send, and where. */
export const authUses = (tools: readonly ConnectorTool[]): readonly AuthUse[] => {
  const uses = new Map<string, AuthUse>();
  for (const { credential, in: kind, name, optional = false } of tools.flatMap(({ auth = [] }) => auth)) {
    const place = name === undefined ? (PLACES[kind] ?? kind) : `${kind} ${name}`;
    const key = JSON.stringify([credential, place, optional]);
    uses.set(key, { credential, place, optional, tools: (uses.get(key)?.tools ?? 0) + 1 });
  }
  return [...uses.values()];
};

const PLACES: Readonly<Record<string, string>> = { bearer: "bearer token", basic: "user and password" };
