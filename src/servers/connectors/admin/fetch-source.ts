import { isUtf8 } from "node:buffer";
import { type Failure, failed, invalid } from "../../../model/failure.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { withReferencedFiles } from "../drafting/referenced-files.ts";
import { documentIn, shownDocument } from "../drafting/shown-document.ts";
import { MOST_SOURCE_BYTES, type Source } from "../drafting/source.ts";

const TIMEOUT_MS = 20_000;
/** For a document and all the files that it refers to. */
const WHOLE_TIMEOUT_MS = 120_000;

/** Fetches a document, with the files below its folder that it refers to. */
export const fetchSource = async (
  outbound: Pick<Outbound, "request">,
  address: string,
  signal: AbortSignal,
): Promise<Source> => {
  const options = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(WHOLE_TIMEOUT_MS)]),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_SOURCE_BYTES,
  };
  const get = async (from: string): Promise<Fetched> => {
    const answer = await outbound.request(from, { ...options, redirects: 3 }).catch((error: unknown) => {
      throw notFetched(error);
    });
    const { status, url } = answer;
    if (status === 200) return { text: textOf(answer), url };
    const which = from === address ? "" : ` ${from} is named by the page.`;
    throw failed(`The document could not be fetched: the server answered with HTTP ${status}.${which}`, {
      field: "url",
    });
  };
  const { text, url } = await followed(await get(address), get);
  const folder = new URL(".", url);
  /** Only from the same folder of the same origin, so redirects are not followed. */
  const read = async (path: string): Promise<string | undefined> => {
    const below = new URL(path.split("/").map(encodeURIComponent).join("/"), folder);
    try {
      const found = await outbound.request(below, options);
      return found.status === 200 ? textOf(found) : undefined;
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === "cancelled") throw notFetched(error);
      return undefined;
    }
  };
  const entry = decoded(url.slice(folder.href.length).split(/[?#]/, 1)[0] || "document");
  const files = await withReferencedFiles(entry, text, read);
  return Object.keys(files).length === 1 ? { document: text, url } : { files, entry, url };
};

interface Fetched {
  readonly text: string;
  readonly url: string;
}

/** From a page to its script or configuration, and from there to the document. */
const MOST_STEPS = 3;

/** Follows a page of Swagger UI, Redoc or the like to the document that it shows, at the same origin. */
const followed = async (page: Fetched, get: (address: string) => Promise<Fetched>): Promise<Fetched> => {
  const shown = shownDocument(page.text);
  if (shown === undefined) return page;
  const { viewer } = shown;
  let [found, at]: [ReturnType<typeof documentIn>, string] = [shown, page.url];
  for (let step = 0; step < MOST_STEPS; step++) {
    if (found.text !== undefined) return { text: found.text, url: page.url };
    // Configurations name addresses relative to the page.
    const next =
      found.next !== undefined && URL.canParse(found.next, page.url) ? new URL(found.next, page.url) : undefined;
    if (next === undefined) break;
    if (next.origin !== new URL(page.url).origin) {
      throw invalid(`The page of ${viewer} shows a document of another host, ${next.href.slice(0, 300)}.`, {
        field: "url",
        hint: "If you trust that host, draft from the document's own URL.",
      });
    }
    const file = await get(next.href);
    if (next.href === at) break;
    const isDocument = !/\.js$|config[^/]*$/i.test(next.pathname);
    if (isDocument) return file;
    [found, at] = [documentIn(file.text), next.href];
  }
  throw invalid(`The page of ${viewer} does not say where its document is.`, {
    field: "url",
    hint: "Draft from the URL of the document: the page links to it, or its developer tools show it being loaded.",
  });
};

/** Files of a name that cannot be decoded are found by the name as it is. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const notFetched = (error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error;
  const { message, hint } = error;
  const details = { field: "url", ...(hint !== undefined && { hint }) };
  return failed(`The document could not be fetched. ${message}`, details, error) satisfies Failure;
};

/** Text, or a `data:` URL of anything else. */
const textOf = ({ body, headers }: OutboundResponse): string => {
  if (isUtf8(body)) return body.toString("utf8");
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  return `data:${type.trim()};base64,${body.toString("base64")}`;
};
