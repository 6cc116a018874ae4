import { createHash, createHmac } from "node:crypto";
import type { AuthStep, RequestPart, SignedPart, SigningRecipe } from "../connector.ts";
import { isHeaderValue } from "../header-names.ts";
import type { SigningCredential } from "../signing-credentials.ts";
import { MASK } from "./mask-secrets.ts";
import type { HttpRequest } from "./send-request.ts";

/** Signs a request that is complete. The time is part of most signatures, so each attempt is signed again. */
export interface Signer {
  readonly recipe: SigningRecipe;
  sign(request: HttpRequest): Signed;
}

export interface Signed {
  readonly request: HttpRequest;
  readonly signature: string;
  /** The timestamp; empty if there is none. */
  readonly time: string;
}

export interface SigningSource {
  readonly recipe: SigningRecipe;
  textOf(credential: SigningCredential): string;
  /** The failure for a credential that does not have this form. */
  unfit(credential: SigningCredential, form: string): Error;
  /** Unix milliseconds: APIs compare the time with their own. */
  now(): number;
}

const FORMATS: Readonly<Record<NonNullable<SigningRecipe["timestamp"]>["format"], (instant: number) => string>> = {
  unix: (instant) => String(Math.floor(instant / 1000)),
  unix_ms: (instant) => String(instant),
  iso8601: (instant) => new Date(instant).toISOString(),
  http_date: (instant) => new Date(instant).toUTCString(),
};

/** Reads the key first, so that a key in another form fails before anything is sent. */
export const createSigner = (source: SigningSource): Signer => {
  const { recipe, now } = source;
  const { algorithm, encoding = "hex", separator = "", timestamp, text, value } = recipe;
  const key = keyOf(source);
  const hash = algorithm.replace("hmac-", "");
  for (const part of value ?? []) {
    if ("credential" in part && !isHeaderValue(source.textOf(part))) {
      throw source.unfit(part, "characters that fit into a header");
    }
  }

  const sign = (unsigned: HttpRequest): Signed => {
    const time = timestamp === undefined ? "" : FORMATS[timestamp.format](now());
    const request = timestamp === undefined ? unsigned : placed(unsigned, timestamp, time);
    const written = (part: SignedPart, signature = "") => partOf(part, request, source, { timestamp: time, signature });
    const between = Buffer.from(separator);
    const parts = text.map((part) => Buffer.from(written(part)));
    const signed = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])));
    const digest = key === undefined ? createHash(hash) : createHmac(hash, key);
    const signature = digest.update(signed).digest(encoding);
    const sent = value?.map((part) => written(part, signature)).join("") ?? signature;
    return { request: placed(request, recipe, sent), signature, time };
  };
  return { recipe, sign };
};

/** What the signature adds to a request, for traces. */
export const signatureMarks = (
  recipe: SigningRecipe,
  time: string,
): readonly (readonly [step: AuthStep, text: string])[] => {
  const marks = (place: Place, text: string) =>
    (["header", "query"] as const).flatMap((at) => {
      const name = place[at];
      return name === undefined ? [] : [[{ credential: recipe.name, in: at, name }, text] as const];
    });
  return [...marks(recipe.timestamp ?? {}, time), ...marks(recipe, MASK)];
};

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[\w+/-]+={0,2}$/;

const keyOf = (source: SigningSource): Buffer | undefined => {
  const { key } = source.recipe;
  if (key === undefined) return undefined;
  const text = source.textOf(key);
  if (key.encoding === "hex") {
    if (!HEX.test(text)) throw source.unfit(key, "hexadecimal digits");
    return Buffer.from(text, "hex");
  }
  if (key.encoding !== "base64") return Buffer.from(text);
  if (!BASE64.test(text)) throw source.unfit(key, "base64");
  return Buffer.from(text, "base64");
};

/** The request as it is sent. */
const REQUEST_PARTS: Readonly<
  Record<RequestPart, (request: HttpRequest, recipe: SigningRecipe) => string | Uint8Array>
> = {
  method: ({ method }) => method,
  url: ({ url }) => url.href,
  host: ({ url }) => url.host,
  target: ({ url }) => `${url.pathname}${url.search}`,
  path: ({ url }) => url.pathname,
  query: ({ url }) => url.search.slice(1),
  body: ({ body = "" }) => body,
  body_digest: ({ body = "" }, { body_digest: { algorithm, encoding } = SHA256 }) =>
    createHash(algorithm).update(body).digest(encoding),
};
const SHA256 = { algorithm: "sha256", encoding: "hex" } as const;

const partOf = (
  part: SignedPart,
  request: HttpRequest,
  { recipe, textOf }: SigningSource,
  computed: { readonly timestamp: string; readonly signature: string },
): string | Uint8Array => {
  if ("literal" in part) return part.literal;
  if ("credential" in part) return textOf(part);
  if ("header" in part) return headerOf(request, part.header);
  const { from } = part;
  return from === "timestamp" || from === "signature" ? computed[from] : REQUEST_PARTS[from](request, recipe);
};

const headerOf = ({ headers }: HttpRequest, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? "";

type Place = Pick<SigningRecipe, "header" | "query">;

/** Adds a text as a header or a query parameter, in place of one with the same name. */
const placed = (request: HttpRequest, { header, query }: Place, text: string): HttpRequest => {
  const { headers, url } = request;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== header?.toLowerCase());
  return {
    ...request,
    ...(header !== undefined && { headers: { ...Object.fromEntries(others), [header]: text } }),
    ...(query !== undefined && { url: withParameter(url, query, text) }),
  };
};

/** The other parameters keep their encoding, which the API may sign as it received it. */
const withParameter = (url: URL, name: string, text: string): URL => {
  const own = `${encodeURIComponent(name)}=`;
  const others = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith(own));
  const signed = new URL(url);
  signed.search = [...others, `${own}${encodeURIComponent(text)}`].join("&");
  return signed;
};
