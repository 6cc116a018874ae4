import type { Variables } from "./server-definition.ts";

interface UriTemplate {
  readonly variables: readonly string[];
  /** Returns the variables of a matching URI, or undefined. */
  match(uri: string): Variables | undefined;
}

const VARIABLE = /\{([A-Za-z0-9_]+)\}/;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Parses an RFC 6570 level 1 template, in which `{name}` matches one or more characters other than `/`. */
export const parseUriTemplate = (template: string): UriTemplate => {
  const parts = template.split(VARIABLE);
  const variables = parts.filter((_, index) => index % 2 === 1);
  const form = parts.map((part, index) => (index % 2 === 1 ? "([^/]+)" : escapeRegExp(part))).join("");
  const pattern = new RegExp(`^${form}$`);
  return {
    variables,
    match(uri) {
      const values = pattern.exec(uri)?.slice(1).map(decode);
      if (values === undefined || values.includes(undefined)) return undefined;
      return Object.fromEntries(variables.map((name, index) => [name, values[index] ?? ""]));
    },
  };
};

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
