import { nearestName } from "../../../../mcp/tools/nearest-name.ts";
import { type Failure, invalid } from "../../../../model/failure.ts";
import { parseAddress } from "../../check-addresses.ts";
import type { AuthStep, CredentialSlot } from "../../connector.ts";
import { headerProblem } from "../../header-names.ts";
import { snakeCase } from "../tool-name.ts";

/** How an administrator says that the API authenticates its callers, such as `header:X-Api-Key`. */
export interface AuthChoice {
  readonly slot: CredentialSlot;
  readonly step: Omit<AuthStep, "credential">;
}

interface Form {
  /** What follows the colon; undefined if nothing does. */
  readonly detail?: "name" | "token_url";
  readonly example: string;
  /** Returns the end of "it must …" if the detail is invalid. */
  read(detail: string, base: string): AuthChoice | string;
}

const FORMS: Readonly<Record<string, Form>> = {
  bearer: { example: "bearer", read: () => ({ slot: { name: "token" }, step: { in: "bearer" } }) },
  basic: { example: "basic", read: () => ({ slot: { name: "login", kind: "basic" }, step: { in: "basic" } }) },
  header: {
    detail: "name",
    example: "header:X-Api-Key",
    read(name) {
      const problem = /^cookie$/i.test(name) ? "not be the header of cookies" : headerProblem(name, "credential");
      return problem ?? { slot: { name: slotName(name) }, step: { in: "header", name } };
    },
  },
  query: {
    detail: "name",
    example: "query:api_key",
    read: (name) =>
      /^[\w.[\]$-]{1,100}$/.test(name)
        ? { slot: { name: slotName(name) }, step: { in: "query", name } }
        : "be the name of a query parameter",
  },
  oauth2: {
    detail: "token_url",
    example: "oauth2:https://login.example.com/oauth2/token",
    read: (url, base) => tokenChoice("oauth2_client", url, base),
  },
  oauth2_refresh: {
    detail: "token_url",
    example: "oauth2_refresh:https://login.example.com/oauth2/token",
    read: (url, base) => tokenChoice("oauth2_refresh", url, base),
  },
};

/** All forms, for help and error messages. */
export const AUTH_FORMS: readonly string[] = Object.entries(FORMS).map(([name, { detail }]) =>
  detail === undefined ? name : `${name}:<${detail}>`,
);

/** Reads choices such as `bearer` and `query:key`. Relative token URLs are resolved against the base URL. */
export const readAuthChoices = (texts: readonly string[], base: string): readonly AuthChoice[] => {
  const choices = texts.map((text) => readAuthChoice(text, base));
  const places = choices.map(({ step }) => placeOf(step));
  const twice = places.findIndex((place, index) => places.indexOf(place) !== index);
  if (twice < 0) return choices;
  throw invalid(
    `${texts[places.indexOf(places[twice] as string)]} and ${texts[twice]} set the same ${places[twice]}.`,
    {
      field: "auth",
      hint: "Give one of them.",
    },
  );
};

const readAuthChoice = (text: string, base: string): AuthChoice => {
  const [, word = "", detail = ""] = /^([^:]*):?(.*)$/su.exec(text.trim()) ?? [];
  const name = word.toLowerCase();
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form === undefined) throw unknownForm(word);
  const { detail: wanted, example } = form;
  if (wanted === undefined && detail !== "") {
    // The message does not repeat the detail: it may be the secret itself.
    throw invalid(`'${name}' must not be followed by a value.`, {
      field: "auth",
      allowed: name,
      hint: "A draft contains no secrets: set the value of the credential afterwards.",
    });
  }
  const choice = wanted !== undefined && detail === "" ? "not be missing" : form.read(detail, base);
  if (typeof choice !== "string") return choice;
  throw invalid(`The ${wanted} after '${name}:' must ${choice}.`, { field: "auth", allowed: `such as ${example}` });
};

const unknownForm = (name: string): Failure => {
  const near = nearestName(name, Object.keys(FORMS));
  return invalid(`'${name.slice(0, 40)}' is not a way to authenticate.`, {
    field: "auth",
    value: name.slice(0, 40),
    allowed: AUTH_FORMS,
    ...(near !== undefined && { hint: `Did you mean ${FORMS[near]?.example}?` }),
  });
};

const tokenChoice = (kind: "oauth2_client" | "oauth2_refresh", url: string, base: string): AuthChoice | string => {
  const from = `${base.replace(/\/+$/, "")}/`;
  const address = URL.canParse(url, from) ? parseAddress(new URL(url, from).href) : undefined;
  if (address === undefined) return "be an http or https address without user name, password, query and fragment";
  return { slot: { name: "oauth2", kind, token_url: address.href }, step: { in: "bearer" } };
};

/** The text that chooses this; undefined if there is none. */
export const authText = ({ slot: { kind, token_url }, step }: AuthChoice): string | undefined => {
  if (token_url !== undefined) return `${kind === "oauth2_refresh" ? kind : "oauth2"}:${token_url}`;
  if (step.in === "bearer" || step.in === "basic") return step.in;
  return step.in === "header" || step.in === "query" ? `${step.in}:${step.name}` : undefined;
};

/** Steps with the same place would replace each other. */
const placeOf = ({ in: place, name = "" }: AuthChoice["step"]): string => {
  if (place === "query") return `query parameter ${name}`;
  return `header ${place === "header" ? name.toLowerCase() : "authorization"}`;
};

/** Returns a name for the credential of a parameter. */
export const slotName = (parameter: string): string =>
  snakeCase(parameter)
    .replace(/^[^a-z]+/, "")
    .slice(0, 40)
    .replace(/_+$/, "") || "credential";
