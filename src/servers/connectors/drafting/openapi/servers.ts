import { isJsonObject } from "../../../../model/json.ts";
import { parseAddress } from "../../check-addresses.ts";
import { NOWHERE } from "../draft.ts";
import { listOf } from "./object-shape.ts";

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
