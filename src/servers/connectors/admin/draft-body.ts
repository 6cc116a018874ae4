import { flag, object, text } from "../../../model/admin-route.ts";
import type { Schema } from "../../../model/schema.ts";
import { MOST_SOURCE_BYTES, MOST_SOURCE_FILES } from "../drafting/source.ts";

/** Without a minimal length, for which the check would count all characters. */
const longText = (description: string): Schema => ({ type: "string", description });

const texts = (description: string): Schema => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 1_000 },
  minItems: 1,
  maxItems: 1_000,
  description,
});

/** Documents grow by up to a half where they become strings of JSON. */
export const MOST_BODY_BYTES = 1.5 * MOST_SOURCE_BYTES;

/** Body of the routes that read an API's documentation. */
export const draftBody: Schema = {
  ...object({
    document: longText(
      "The documentation: OpenAPI, a page in Markdown or HTML, a Postman collection or curl commands; a data: URL in base64 for what is not text.",
    ),
    url: text(
      "URL of the documentation, which is fetched with the files it refers to; with document, where it came from.",
    ),
    files: {
      type: "object",
      minProperties: 1,
      maxProperties: MOST_SOURCE_FILES,
      additionalProperties: { type: "string" },
      description: "A folder, texts by path: OpenAPI in several files, or sample requests and responses.",
    },
    entry: text("The main file in files. Default: found by its content."),
    name: text("Name of the connector. Default: derived from the documentation."),
    base_url: text("Base URL of the API. Overrides the documentation."),
    auth: texts(
      "How the API authenticates callers: bearer, basic, header:<name>, query:<name>, oauth2:<token_url> or oauth2_refresh:<token_url>. Overrides the documentation.",
    ),
    only: texts(
      "Operations to draft: tag:<name>, path:<path>, operation:<id>; * stands for any characters. Default: all.",
    ),
    keep_arguments: texts("Parameters that look like secrets but stay arguments."),
    propose: flag(
      "Lets the configured model propose names and descriptions, and tools where the documentation is prose; all of it is marked as proposed.",
    ),
  }),
  anyOf: [{ required: ["document"] }, { required: ["url"] }, { required: ["files"] }],
};
