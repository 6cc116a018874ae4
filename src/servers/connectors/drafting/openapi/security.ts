import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { parseAddress } from "../../check-addresses.ts";
import type { AuthStep, CredentialSlot } from "../../connector.ts";
import { headerProblem } from "../../header-names.ts";
import { documentText } from "../document-text.ts";
import type { Note } from "../draft.ts";
import { createUniqueNames, snakeCase } from "../tool-name.ts";
import type { ApiDocument } from "./api-document.ts";
import type { Operation } from "./operations.ts";
import { listOf } from "./references.ts";

export interface Security {
  /** Returns the authentication steps of an operation, for its first supported alternative. */
  stepsOf(operation: Operation, note: Note): readonly AuthStep[];
  /** Credential slots of the alternatives that were used. */
  slots(): readonly CredentialSlot[];
}

/** For documents whose security an administrator has overridden. */
export const NO_SECURITY: Security = { stepsOf: () => [], slots: () => [] };

/** The maximum number of credentials of a connector. */
const MOST_SCHEMES = 20;

export interface Scheme {
  readonly slot: CredentialSlot;
  readonly step: Omit<AuthStep, "credential">;
  readonly remark?: string;
}

/** The supported schemes that the document declares, by name. */
export const declaredSchemes = (
  { root, references }: ApiDocument,
  base: string,
  note: Note,
): ReadonlyMap<string, Scheme> => {
  const components = isJsonObject(root["components"]) ? root["components"] : {};
  const described = isJsonObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
  const schemes = new Map<string, Scheme>();
  const uniqueName = createUniqueNames(40);
  for (const [name, raw] of Object.entries(described).slice(0, MOST_SCHEMES)) {
    const scheme = references.follow(raw)?.value;
    const slotName = uniqueName(snakeCase(name).replace(/^[^a-z]+/, "") || "credential");
    const read = scheme && readScheme(slotName, scheme, base, note);
    if (read === undefined) note(`The security scheme ${name.slice(0, 50)} is not supported.`);
    else schemes.set(name, read);
  }
  return schemes;
};

export const createSecurity = (document: ApiDocument, base: string, note: Note): Security => {
  const schemes = declaredSchemes(document, base, note);
  const used = new Map<string, CredentialSlot>();
  const scopes = new Map<string, Set<string>>();

  return {
    stepsOf(operation, say) {
      const ways = securityOf(operation, document);
      const needed = ways.filter((way) => Object.keys(way).length > 0);
      if (needed.length === 0) return [];
      const way = needed.find((each) => Object.keys(each).every((name) => schemes.has(name)));
      if (way === undefined) {
        if (needed.length < ways.length) return [];
        say("It needs credentials of an unsupported kind.");
        return [];
      }
      return Object.entries(way).map(([name, wanted]) => {
        const { slot, step, remark } = schemes.get(name) as Scheme;
        used.set(slot.name, slot);
        const all = scopes.get(slot.name) ?? new Set();
        for (const scope of listOf(wanted)) if (typeof scope === "string") all.add(scope);
        scopes.set(slot.name, all);
        if (remark !== undefined) say(remark);
        return { credential: slot.name, ...step, ...(needed.length < ways.length && { optional: true }) };
      });
    },
    slots: () =>
      [...used.values()].map((slot) => {
        const wanted = [...(scopes.get(slot.name) ?? [])].sort().join(" ").slice(0, 2_000);
        return slot.kind === "oauth2_client" && wanted !== "" ? { ...slot, scope: wanted } : slot;
      }),
  };
};

/** The alternatives of an operation; an empty one says that credentials are optional. */
export const securityOf = ({ raw }: Pick<Operation, "raw">, { root }: ApiDocument): readonly JsonObject[] =>
  listOf(raw["security"] ?? root["security"]).filter(isJsonObject);

const readScheme = (name: string, scheme: JsonObject, base: string, note: Note): Scheme | undefined => {
  const { type, in: place, name: parameter, scheme: http, flows } = scheme;
  const description = documentText(scheme["description"], 500, `the security scheme ${name}`, note);
  const slot = { name, ...(description !== "" && { description }) };
  if (type === "apiKey" && typeof parameter === "string") {
    if (place !== "header" && place !== "query" && place !== "cookie") return undefined;
    const isSendable = place === "query" || headerProblem(parameter, "credential") === undefined;
    return isSendable ? { slot, step: { in: place, name: parameter } } : undefined;
  }
  if (type === "http" && /^basic$/i.test(String(http)))
    return { slot: { ...slot, kind: "basic" }, step: { in: "basic" } };
  if (type === "http" && /^bearer$/i.test(String(http))) return { slot, step: { in: "bearer" } };
  if (type === "oauth2") return oauth(slot, isJsonObject(flows) ? flows : {}, base);
  if (type === "openIdConnect") return { slot, step: { in: "bearer" }, remark: INTERACTIVE_LOGIN };
  return undefined;
};

const INTERACTIVE_LOGIN = "Its token requires an interactive login: set the credential to a long-lived token.";

const oauth = (slot: CredentialSlot, flows: JsonObject, base: string): Scheme => {
  const flow = flows["clientCredentials"];
  const url = isJsonObject(flow) ? flow["tokenUrl"] : undefined;
  const token = typeof url === "string" && URL.canParse(url, base) ? parseAddress(new URL(url, base).href) : undefined;
  if (token === undefined) return { slot, step: { in: "bearer" }, remark: INTERACTIVE_LOGIN };
  const isElsewhere = token.host !== new URL(base).host;
  return {
    slot: { ...slot, kind: "oauth2_client", token_url: token.href },
    step: { in: "bearer" },
    ...(isElsewhere && {
      remark: `Its token endpoint is on another host, which receives the client secret: ${token.host}`,
    }),
  };
};
