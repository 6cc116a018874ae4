import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Scheme } from "./described-operation.ts";
import type { PostmanVariables } from "./postman-variables.ts";

interface PostmanScheme {
  readonly scheme?: Scheme;
  readonly problem?: string;
}

/** Returns the security scheme of an `auth` object of Postman. */
export const postmanScheme = (auth: unknown, variables: PostmanVariables): PostmanScheme => {
  if (!isJsonObject(auth)) return {};
  const type = String(auth["type"]);
  const values = valuesOf(auth[type]);
  const value = (name: string): string => variables.resolve(values.get(name) ?? "");
  const of = (name: string, scheme: JsonObject): PostmanScheme => ({
    scheme: { name, scheme, quote: `auth: ${type}` },
  });
  switch (type) {
    case "noauth":
      return {};
    case "bearer":
    case "basic":
      return of(type, { type: "http", scheme: type });
    case "apikey": {
      const name = value("key");
      return name === ""
        ? {}
        : of(name.toLowerCase(), { type: "apiKey", in: value("in") === "query" ? "query" : "header", name });
    }
    case "oauth2": {
      const tokenUrl = value("accessTokenUrl");
      const isClient = /client/i.test(value("grant_type")) && URL.canParse(tokenUrl);
      const flows = isClient ? { clientCredentials: { tokenUrl, scopes: {} } } : {};
      return of("oauth2", { type: "oauth2", flows });
    }
    default:
      return { problem: `The collection authenticates with ${type.slice(0, 40)}, which is not supported: set auth.` };
  }
};

/** A list of keys and values in version 2.1, an object in 2.0. */
const valuesOf = (given: unknown): ReadonlyMap<string, string> => {
  const entries = Array.isArray(given)
    ? given.filter(isJsonObject).map(({ key, value }): [unknown, unknown] => [key, value])
    : isJsonObject(given)
      ? Object.entries(given)
      : [];
  return new Map(
    entries.flatMap(([key, value]) =>
      typeof key === "string" && typeof value === "string" ? [[key, value] as const] : [],
    ),
  );
};
