import { isJsonObject } from "../../../model/json.ts";
import { SECRET, withoutSecrets } from "../../../model/redact.ts";
import type { Schema } from "../../../model/schema.ts";
import { isSecretName, snakeCase } from "../../../model/secret-names.ts";

/** Cookies, and what curl sends as user and password. A value that begins like a placeholder is kept. */
const SENT: readonly RegExp[] = [
  /(\bcookie:[ \t]{0,3}[\w.-]{1,100}=)(?![$<{%[])[^'"\n]{1,8000}/gi,
  /(\s(?:-b|--cookie)[ \t=]{1,3}["']?[\w.-]{1,100}=)(?![$<{%[])[^'"\n]{1,8000}?(?=["'\n]|\s-|$)/g,
  /(\s(?:-u|--user|-U|--proxy-user)[ \t=]{0,3}["']?[^\s"':]{0,100}:)(?![$<{%[])[^\s"']{1,500}/g,
];

/** People paste samples with their own keys, and excerpts of a document are shown to every caller. */
export const withoutSampleSecrets = (text: string): string =>
  SENT.reduce((masked, form) => masked.replace(form, `$1${SECRET}`), withoutSecrets(text));

/** Removes example values of arguments that are named like secrets. */
export const withoutSecretExamples = (schema: Schema, name = ""): Schema => {
  const { examples, properties, items, ...rest } = schema;
  const isShown = examples !== undefined && !isSecretName(snakeCase(name));
  return {
    ...rest,
    ...(isShown && { examples }),
    ...(items !== undefined && { items: isJsonObject(items) ? withoutSecretExamples(items, name) : items }),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([each, part]) => [
          each,
          isJsonObject(part) ? withoutSecretExamples(part, each) : part,
        ]),
      ),
    }),
  };
};
