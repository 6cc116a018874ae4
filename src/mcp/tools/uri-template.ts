import type { Variables } from "./server-definition.ts";

export interface UriTemplate {
  readonly variables: readonly string[];
  /** The variables of an address of this form; undefined when it is of another. */
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

/** RFC 6570 level 1, which is all our templates use: `{name}` stands for one or more characters other than `/`. */
export const parseUriTemplate = (template: string): UriTemplate => {
  const parts = template.split(VARIABLE);
  const variables = parts.filter((_, index) => index % 2 === 1);
  const form = parts.map((part, index) => (index % 2 === 1 ? "([^/]+)" : literally(part))).join("");
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

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
