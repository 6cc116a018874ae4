import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { authText } from "../credentials/auth-choice.ts";
import { authQuestion } from "../credentials/auth-question.ts";
import type { AuthGuess, DescribedOperation } from "../credentials/guess-auth.ts";
import { findSecretParameters, type Parameter } from "../credentials/secret-parameters.ts";
import { documentLine } from "../document-text.ts";
import type { AuthQuestion } from "../draft.ts";
import type { ApiDocument } from "./api-document.ts";
import type { Operation } from "./operations.ts";
import { schemaOfParameter } from "./prepare-swagger.ts";
import { listOf } from "./references.ts";
import { declaredSchemes, securityOf } from "./security.ts";

/** Asks how the API authenticates callers if no operation requires credentials, or has a parameter for them. */
export const askForAuth = (
  operations: readonly Operation[],
  document: ApiDocument,
  base: string,
): AuthQuestion | undefined => {
  const isRequired = operations.some((operation) =>
    securityOf(operation, document).some((way) => Object.keys(way).length > 0),
  );
  if (isRequired || findSecretParameters(operations.map(({ parameters }) => parameters.flatMap(shownTo))).size > 0) {
    return undefined;
  }
  return authQuestion({
    base,
    declared: declaredGuesses(document, base),
    texts: [...apiTexts(document.root), ...authorizationHeaders(operations)],
    operations: operations.map(described),
  });
};

const shownTo = ({ in: place, name, description, schema, ...rest }: JsonObject): readonly Parameter[] => {
  if ((place !== "query" && place !== "header" && place !== "cookie") || typeof name !== "string") return [];
  const { type = "string" } = isJsonObject(schema) ? schema : schemaOfParameter(rest);
  const isText = [type].flat().includes("string");
  // The specification says that security schemes describe this header.
  if (/^authorization$/i.test(name)) return [];
  return [{ in: place, name, description: textIn(description), isText }];
};

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const declaredGuesses = (document: ApiDocument, base: string): readonly AuthGuess[] =>
  [...declaredSchemes(document, base, () => undefined)].flatMap(([name, scheme]) => {
    const auth = authText(scheme);
    const title = documentLine(name, 50, "a security scheme", () => undefined);
    if (auth === undefined || title === "") return [];
    const { description = "" } = scheme.slot;
    return [{ auth, because: `The document declares ${title}${description === "" ? "." : `: ${description}`}` }];
  });

const apiTexts = ({ info, externalDocs, tags }: JsonObject): readonly string[] =>
  [info, externalDocs, ...listOf(tags)].flatMap((about) =>
    isJsonObject(about) ? [textIn(about["summary"]), textIn(about["description"])] : [],
  );

/** Documents that describe the header as a parameter say there what it holds. */
const authorizationHeaders = (operations: readonly Operation[]): readonly string[] => {
  const headers = operations.flatMap(({ parameters }) =>
    parameters.filter(({ in: place, name }) => place === "header" && /^authorization$/i.test(String(name))),
  );
  return [
    ...new Set(
      headers.map(({ description, example, schema }) => {
        const shown = example ?? (isJsonObject(schema) ? schema["example"] : undefined);
        return `Header Authorization: ${[textIn(description), textIn(shown)].join(" ").trim()}`;
      }),
    ),
  ];
};

const described = ({ method, path, raw }: Operation): DescribedOperation => {
  const samples = [raw["x-codeSamples"], raw["x-code-samples"]].flatMap(listOf).filter(isJsonObject);
  return {
    ...{ method, path, summary: textIn(raw["summary"]) },
    description: [raw["description"], ...samples.map(({ source }) => source)].map(textIn).join("\n"),
  };
};
