import type { JsonObject } from "../../../../model/json.ts";
import { joinTexts } from "../foreign-words.ts";

/** Lists that are one text with something between the values, by the names that Swagger 2.0 and OpenAPI 3 have for them. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ssv: "a blank",
  spaceDelimited: "a blank",
  tsv: "a tab",
  pipes: "a | character",
  pipeDelimited: "a | character",
};

export const isJoined = (format: unknown): format is string =>
  typeof format === "string" && Object.hasOwn(SEPARATORS, format);

/** The schema of such a list as that of the text that it is sent as: where we cannot join the values, callers can. */
export const joinedText = (description: unknown, format: string): JsonObject => ({
  type: "string",
  description: withRemark(description, `Several values, with ${SEPARATORS[format]} between them.`),
});

/** What the document says, and what we have to say about it. */
export const withRemark = (description: unknown, remark: string): string =>
  joinTexts(typeof description === "string" ? description : "", remark);
