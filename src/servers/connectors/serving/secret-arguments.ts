import { isJsonObject } from "../../../model/json.ts";
import { describesCredential, isSecretName, snakeCase } from "../../../model/secret-names.ts";
import type { ConnectorTool } from "../connector.ts";

/**
 * Arguments that must not be logged, by the API's names for them: an argument may be called otherwise. `key` is a
 * secret in headers and queries unless its description says what else it is.
 */
export const secretArguments = ({ input, request: { bindings = [] } }: ConnectorTool): ReadonlySet<string> => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const secret = bindings.filter(({ argument, in: place, name = argument }) => {
    if (place === "path" || place === "body") return false;
    const property = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
    const description = isJsonObject(property) ? String(property["description"] ?? "") : "";
    const word = snakeCase(name);
    return isSecretName(word) || describesCredential(description) || (word === "key" && description === "");
  });
  return new Set(secret.map(({ argument }) => argument));
};
