import type { Endpoint, EndpointServices } from "./endpoint.ts";
import { acceptedIn, type HttpContext, headerOf, plainAnswer } from "./http-context.ts";

/** The files of the built console, by path. */
interface PageFiles {
  find(path: string): Promise<PageFile | undefined>;
}

interface PageFile {
  readonly type: string;
  /** The name contains a hash of the content, so browsers may cache the file forever. */
  readonly immutable: boolean;
  /** Returns the file in the best of the accepted content codings. */
  body(codings: readonly string[]): Promise<EncodedFile>;
}

interface EncodedFile {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Absent: not compressed. */
  readonly coding?: string;
}

export interface ConsoleEndpointOptions extends Pick<EndpointServices, "answering" | "posts"> {
  readonly files: PageFiles;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SECURITY_HEADERS: readonly string[] = Object.entries({
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
}).flat();

const IMMUTABLE = "public, max-age=31536000, immutable";
const NOT_BUILT =
  "The console is not built. `npm run build` builds it with the server; `npm run console` serves it from its sources.";

/** Serves the files of the console. The data that it shows comes from the admin API. */
export const createConsoleEndpoint = ({ files, answering, posts }: ConsoleEndpointOptions): Endpoint => {
  const refuse = (context: HttpContext, status: number, text: string, headers: readonly string[] = []): void =>
    answering.sendAnswer(
      context,
      plainAnswer(status, text, ["Cache-Control", "no-store", ...SECURITY_HEADERS, ...headers]),
    );

  const serve = async (context: HttpContext): Promise<void> => {
    const { method } = context.request;
    if (method !== "GET" && method !== "HEAD") {
      return refuse(context, 405, "Only GET is allowed here.", ["Allow", "GET, HEAD, OPTIONS"]);
    }
    const file = await files.find(context.path);
    if (file === undefined) return refuse(context, 404, context.path === "/" ? NOT_BUILT : "File not found.");
    const { bytes, etag, coding } = await file.body(acceptedIn(headerOf(context, "accept-encoding") ?? ""));
    const headers = [
      "Cache-Control",
      file.immutable ? IMMUTABLE : "no-store",
      "ETag",
      etag,
      "Vary",
      "Accept-Encoding",
      ...(coding === undefined ? [] : ["Content-Encoding", coding]),
      ...SECURITY_HEADERS,
    ];
    if (isCached(etag, headerOf(context, "if-none-match"))) return answering.send(context, 304, "", headers);
    answering.send(context, 200, bytes, headers, file.type);
  };

  return {
    // Loading the page takes a dozen requests at once, which must not use up the rate limit of MCP calls.
    ownLimits: true,
    handle: (context) => posts.guarded(context, serve),
    drain: async () => undefined,
    close: () => undefined,
  };
};

const isCached = (etag: string, header: string | undefined): boolean =>
  header?.split(",").some((known) => known.trim().replace(/^W\//, "") === etag) === true;
