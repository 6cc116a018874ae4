import { isJsonObject } from "../../../../model/json.ts";
import { parseAddress } from "../../check-addresses.ts";
import type { Connector } from "../../connector.ts";
import { documentLine, documentText, shortText } from "../document-text.ts";
import { type Note, PLACEHOLDER_URL } from "../draft.ts";
import { createUniqueNames, slugOf } from "../tool-name.ts";
import type { ApiDocument } from "./api-document.ts";
import { listOf } from "./object-shape.ts";

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

/** Returns the first https server, else the first one, with variables filled from their defaults. */
export const baseUrl = (servers: unknown, from: string | undefined, note: Note): string => {
  const addresses = serverAddresses(servers, from);
  const chosen = addresses.find((address) => address.startsWith("https:")) ?? addresses[0];
  if (chosen === undefined) {
    note("The document names no usable server: set base_url.");
    return PLACEHOLDER_URL;
  }
  if (addresses.length > 1) note(`The document lists ${addresses.length} servers; ${chosen} was chosen.`);
  if (!chosen.startsWith("https:")) note("The API is called over plain HTTP, without encryption.");
  return chosen;
};

/** Whether an operation with servers of its own can be called at the base URL. */
export const isServedAt = (servers: unknown, base: string, from: string | undefined): boolean =>
  listOf(servers).length === 0 || serverAddresses(servers, from).includes(base);

const serverAddresses = (servers: unknown, from: string | undefined): readonly string[] =>
  listOf(servers).flatMap((server) => {
    if (!isJsonObject(server) || typeof server["url"] !== "string") return [];
    const variables = isJsonObject(server["variables"]) ? server["variables"] : {};
    const filled = server["url"].replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const usual = isJsonObject(variable) ? (variable["default"] ?? listOf(variable["enum"])[0]) : undefined;
      return typeof usual === "string" || typeof usual === "number" ? String(usual) : whole;
    });
    const address = addressOf(filled, from);
    return address === undefined ? [] : [address];
  });

const addressOf = (url: string, from: string | undefined): string | undefined => {
  if (url.length > 2_000 || /[{}]/.test(url) || !URL.canParse(url, from)) return undefined;
  const address = parseAddress(new URL(url, from).href);
  return address?.href.replace(/\/+$/, "");
};
