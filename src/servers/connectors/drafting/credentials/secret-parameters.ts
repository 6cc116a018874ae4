import { describesCredential, isCredentialName, OPEN_KEYS, snakeCase } from "../../../../model/secret-names.ts";
import type { Binding } from "../../connector.ts";

/** A parameter of an operation, as far as it can tell whether its value is a credential. */
export interface Parameter {
  readonly in: Binding["in"];
  /** The API's own name. */
  readonly name: string;
  readonly description: string;
  readonly isText: boolean;
}

/** Identifies a parameter in all tools of an API. */
export const parameterKey = ({ in: place, name }: Pick<Parameter, "in" | "name">): string =>
  `${place} ${place === "header" ? name.toLowerCase() : name}`;

/** Names that credentials may have too. */
const LOOSE: Readonly<Record<Exclude<Binding["in"], "path" | "body">, RegExp>> = {
  header: new RegExp(`^(?!(?:.*_)?(?:${OPEN_KEYS}|client|next|page|request|csrf|xsrf)_).*(?:key|token|secret)$`),
  query: /^(?:key|token)$/,
  cookie: /^(?:.*_)?(?:session|session_?id|jsessionid|sid|jwt|auth|token)$/,
};
const CERTAIN_IN_BODY = /^(?:(?:api|app|auth)_?(?:key|token|secret)|access_?key)$/;
const PASSWORD = /^(?:password|passwd|pwd|pass)$/;
const LOGIN = /^(?:user|user_?name|user_?id|login|account)$/;

/** How many of the tools must have it: a credential is needed nearly everywhere, the key of a document is not. */
const SHARES = { certain: 0.2, body: 0.5, password: 0.5, header: 0.5, query: 0.9, cookie: 0 } as const;
const FEWEST_LOOSE = 3;

/**
 * Finds parameters that are credentials of the API, by their names, descriptions and share of the tools. Each comes with
 * the parameter that it belongs to: `app_id` belongs to `app_key`, any other one to itself.
 */
export const findSecretParameters = (tools: readonly (readonly Parameter[])[]): ReadonlyMap<string, Parameter> => {
  const all = new Map<string, Parameter>();
  const counts = new Map<string, number>();
  for (const tool of tools) {
    for (const [key, parameter] of new Map(tool.map((each) => [parameterKey(each), each]))) {
      all.set(key, parameter);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const withBody = tools.filter((tool) => tool.some((each) => each.in === "body")).length;
  const hasLogin = (place: Parameter["in"]) =>
    [...all.values()].some((each) => each.in === place && LOGIN.test(snakeCase(each.name)));

  const isSecret = ({ in: place, name, description, isText }: Parameter, count: number): boolean => {
    if (!isText || place === "path") return false;
    const word = snakeCase(name);
    if (place === "body") return CERTAIN_IN_BODY.test(word) && count >= withBody * SHARES.body;
    const share = count / tools.length;
    if (PASSWORD.test(word)) return share >= SHARES.password && hasLogin(place);
    if (isCredentialName(word) || describesCredential(description))
      return place === "header" || share >= SHARES.certain;
    return LOOSE[place].test(word) && share >= SHARES[place] && (place === "cookie" || count >= FEWEST_LOOSE);
  };

  const secrets = [...all].filter(([key, parameter]) => isSecret(parameter, counts.get(key) ?? 0));
  const owners = secrets.map(([, parameter]) => parameter);
  const companions = [...all].flatMap(([key, parameter]): [string, Parameter][] => {
    const owner = owners.find((each) => each.in === parameter.in && belongsTogether(each.name, parameter.name));
    return owner === undefined ? [] : [[key, owner]];
  });
  return new Map([...companions, ...secrets]);
};

/** `app_id` belongs to `app_key`, a user name to a password. */
const belongsTogether = (secret: string, name: string): boolean => {
  const [owner, word] = [snakeCase(secret), snakeCase(name)];
  if (PASSWORD.test(owner)) return LOGIN.test(word);
  const stem = owner.replace(/_?(?:key|token|secret)$/, "");
  return stem !== "" && word.startsWith(stem) && /^_?(?:id|user|user_?name|login)$/.test(word.slice(stem.length));
};
