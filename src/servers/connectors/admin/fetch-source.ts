import { isUtf8 } from "node:buffer";
import { type Failure, failed } from "../../../model/failure.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { withReferencedFiles } from "../drafting/referenced-files.ts";
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
  const answer = await outbound.request(address, { ...options, redirects: 3 }).catch((error: unknown) => {
    throw notFetched(error);
  });
  const { status, url } = answer;
  if (status !== 200) {
    throw failed(`The document could not be fetched: the server answered with HTTP ${status}.`, { field: "url" });
  }
  const text = textOf(answer);
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
