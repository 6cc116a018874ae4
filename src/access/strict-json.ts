import { isJsonObject, type JsonObject, nestsTooDeep } from "../model/json.ts";

/**
 * Parses an object, and rejects duplicate names. JSON.parse takes the last of two members and other parsers the first, so an
 * issuer and this server could read different claims in one token.
 */
export const strictJson = (text: string): JsonObject | undefined => {
  if (nestsTooDeep(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) && !hasDuplicateNames(text) ? value : undefined;
};

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/** Expects valid JSON, where a string at the first level that a colon follows is a name. Compares names unescaped. */
const hasDuplicateNames = (text: string): boolean => {
  const names = new Set<unknown>();
  let depth = 0;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && colon !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, -colon.length));
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
};
