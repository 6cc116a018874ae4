import { isJsonObject } from "../../../../model/json.ts";
import type { Connector } from "../../connector.ts";
import { documentLine, documentText, shortText } from "../document-text.ts";
import type { Note } from "../draft.ts";
import { createUniqueNames, slugOf } from "../tool-name.ts";
import type { ApiDocument } from "./api-document.ts";
import { listOf } from "./references.ts";

const LONGEST_ABOUT = 500;
const LONGEST_OVERVIEW = 20_000;
const LONGEST_TAG = 5_000;
const MOST_DOCS = 20;

/**
 * Reads name, texts and documentation of the API. None of it becomes server instructions: only the connector's owner
 * writes those.
 */
export const apiInfo = (
  { root }: ApiDocument,
  note: Note,
): Pick<Connector, "name" | "title" | "description" | "docs"> => {
  const info = isJsonObject(root["info"]) ? root["info"] : {};
  const title = documentLine(info["title"], 200, "its title", note) || "API";
  const summary = documentLine(info["summary"], LONGEST_ABOUT, "its summary", note);
  const about = documentText(info["description"], LONGEST_OVERVIEW, "its description", note);
  const tags = listOf(root["tags"])
    .filter(isJsonObject)
    .map((tag) => ({
      title: documentLine(tag["name"], 200, "a tag", note),
      text: documentText(tag["description"], LONGEST_TAG, "a tag", note),
    }));
  const pages = [{ title, text: about }, ...tags].filter((page) => page.title !== "" && page.text !== "");
  const uniqueName = createUniqueNames(40);
  const docs = pages.slice(0, MOST_DOCS).map((page) => ({ name: uniqueName(slugOf(page.title, "page", 40)), ...page }));
  return {
    name: slugOf(title, "api"),
    title,
    description: summary || shortText(about.split(/\n\s*\n/, 1)[0] ?? "", LONGEST_ABOUT) || title,
    ...(docs.length > 0 && { docs: docs.map((doc) => ({ ...doc, name: doc.name.replaceAll("_", "-") })) }),
  };
};
