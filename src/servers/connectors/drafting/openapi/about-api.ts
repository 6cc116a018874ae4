import { isJsonObject } from "../../../../model/json.ts";
import { parseAddress } from "../../check-addresses.ts";
import type { Connector } from "../../connector.ts";
import { foreignLine, foreignWords, shortText } from "../document-text.ts";
import { NOWHERE } from "../draft.ts";
import { createUniqueNames, slugOf } from "../tool-name.ts";
import type { ApiDocument } from "./api-document.ts";
import { listOf } from "./object-shape.ts";

const LONGEST_ABOUT = 500;
const LONGEST_OVERVIEW = 20_000;
const LONGEST_TAG = 5_000;
const MOST_DOCS = 20;

/** Name and texts of the API as a whole. Nothing of it becomes instructions: those are for its owner to write. */
export const aboutApi = (
  { root }: ApiDocument,
  note: (sentence: string) => void,
): Pick<Connector, "name" | "title" | "description" | "docs"> => {
  const info = isJsonObject(root["info"]) ? root["info"] : {};
  const title = foreignLine(info["title"], 200, "its title", note) || "API";
  const summary = foreignLine(info["summary"], LONGEST_ABOUT, "its summary", note);
  const about = foreignWords(info["description"], LONGEST_OVERVIEW, "its description", note);
  const tags = listOf(root["tags"])
    .filter(isJsonObject)
    .map((tag) => ({
      title: foreignLine(tag["name"], 200, "a tag", note),
      text: foreignWords(tag["description"], LONGEST_TAG, "a tag", note),
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

/** The first https server, else the first; variables filled with their defaults. */
export const baseUrl = (servers: unknown, from: string | undefined, note: (sentence: string) => void): string => {
  const addresses = serverAddresses(servers, from);
  const chosen = addresses.find((address) => address.startsWith("https:")) ?? addresses[0];
  if (chosen === undefined) {
    note("The document does not say where the API is: set base_url.");
    return NOWHERE;
  }
  if (addresses.length > 1) note(`Of ${addresses.length} servers, ${chosen} was taken.`);
  if (!chosen.startsWith("https:")) note("The API is called without encryption.");
  return chosen;
};

/** Whether an operation that names servers of its own can be called at the base address. */
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
