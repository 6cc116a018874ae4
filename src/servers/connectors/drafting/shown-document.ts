import { isHtml } from "./recognise-format.ts";

/** Where a page of Swagger UI, Redoc or the like has the document that it shows. */
export interface ShownDocument {
  /** "Swagger UI". */
  readonly viewer: string;
  /** The document itself, if it is part of the page. */
  readonly text?: string;
  /** Addresses, relative to the page, of what to read next: the document, or a script or configuration that names it. */
  readonly next?: string;
}

const VIEWERS: readonly (readonly [viewer: string, marks: RegExp])[] = [
  [
    "Swagger UI",
    /\bSwaggerUI(?:Bundle)?\b|\bid=["']swagger-ui["']|swagger-(?:ui-bundle|initializer|ui-init)[\w.-]{0,20}\.js/,
  ],
  ["Redoc", /<redoc\b|\bRedoc\.init\b|__redoc_state\b|redoc\.standalone/i],
  ["RapiDoc", /<rapi-doc\b/i],
  ["Stoplight Elements", /<elements-api\b/i],
  ["Scalar", /id=["']api-reference["']|Scalar\.createApiReference\b/i],
];

const QUOTED = `["'\`]([^"'\`\\s<>]{1,1000})["'\`]`;
/** In the order in which they are trusted. */
const ADDRESSES: readonly RegExp[] = [
  new RegExp(`\\b(?:spec-url|specUrl|apiDescriptionUrl|data-url)\\s{0,5}[=:]\\s{0,5}${QUOTED}`, "i"),
  new RegExp(`\\bRedoc\\.init\\(\\s{0,20}${QUOTED}`),
  // Not the urls of OAuth, and not a key that only ends like it.
  new RegExp(`(?<![\\w-])["']?url["']?\\s{0,5}:\\s{0,5}${QUOTED}`),
  new RegExp(`(?<![\\w-])["']?configUrl["']?\\s{0,5}:\\s{0,5}${QUOTED}`),
  /<script\b[^>]{0,300}\bsrc=["']([^"'<>\s]{0,500}(?:swagger-(?:initializer|ui-init)|\bindex)\.js(?:\?[^"'<>\s]{0,100})?)["']/i,
];
const LONGEST_PAGE = 5_000_000;
const MOST_EMBEDDED = 3;

/** What stands before an embedded document. */
const EMBEDDED =
  /["']?swaggerDoc["']?\s{0,5}:\s{0,5}|(?<![\w-])["']?spec["']?\s{0,5}:\s{0,5}|__redoc_state\s{0,5}=\s{0,5}/g;

/** Undefined if the page is not one that shows an API description. */
export const shownDocument = (page: string): ShownDocument | undefined => {
  const viewer =
    page.length <= LONGEST_PAGE && isHtml(page) ? VIEWERS.find(([, marks]) => marks.test(page))?.[0] : undefined;
  return viewer === undefined ? undefined : { viewer, ...documentIn(page) };
};

/** Finds the document in a page, or in a script or configuration of one. */
export const documentIn = (text: string): Omit<ShownDocument, "viewer"> => {
  const embedded = embeddedIn(text);
  if (embedded !== undefined) return { text: embedded };
  for (const pattern of ADDRESSES) {
    const next = pattern.exec(text)?.[1];
    if (next !== undefined) return { next };
  }
  return {};
};

const embeddedIn = (text: string): string | undefined => {
  for (const match of [...text.matchAll(EMBEDDED)].slice(0, MOST_EMBEDDED)) {
    const json = objectAt(text, match.index + match[0].length);
    const found = json === undefined ? undefined : openApiIn(json);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The text of a JSON object that begins at a place. */
const objectAt = (text: string, start: number): string | undefined => {
  if (text[start] !== "{") return undefined;
  let depth = 0;
  for (const token of text.slice(start).matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/gs)) {
    if (token[0] === "{") depth++;
    else if (token[0] === "}" && --depth === 0) return text.slice(start, start + token.index + 1);
  }
  return undefined;
};

const openApiIn = (json: string): string | undefined => {
  if (!/"(?:openapi|swagger)"\s*:/.test(json)) return undefined;
  try {
    const value = JSON.parse(json) as { openapi?: unknown; swagger?: unknown; spec?: { data?: unknown } };
    const isWhole = value.openapi !== undefined || value.swagger !== undefined;
    const found = isWhole ? value : value.spec?.data;
    return found === undefined ? undefined : JSON.stringify(found);
  } catch {
    return undefined;
  }
};
