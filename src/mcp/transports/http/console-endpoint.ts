import type { Endpoint } from "./endpoint.ts";
import { type Answering, type HttpContext, headerOf, plainAnswer } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";

/** The files of the console's page, by the path they are served at. */
export interface PageFiles {
  /** Undefined for what is none of them. */
  find(path: string): Promise<PageFile | undefined>;
}

export interface PageFile {
  readonly type: string;
  /** Its name changes with its content, so that whoever has it need never ask again. */
  readonly immutable: boolean;
  /** In the first of these codings that it is kept in, or as it is. */
  body(codings: readonly string[]): Promise<EncodedFile>;
}

export interface EncodedFile {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Absent: as it is. */
  readonly coding?: string;
}

export interface ConsoleEndpointOptions {
  readonly files: PageFiles;
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
}

const POLICY = [
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

/** Of every answer: the page runs what we serve and asks nobody else, and no other page gets hold of it. */
const GUARDS = [
  ...["Content-Security-Policy", POLICY],
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cross-Origin-Opener-Policy", "same-origin"],
  ...["Cross-Origin-Resource-Policy", "same-origin"],
];

const FOR_EVER = "public, max-age=31536000, immutable";
const NOT_BUILT =
  "The console is not built here. `npm run build` builds it together with the server; `npm run console` serves it from its sources.";

/** The console's page and what belongs to it. Only that: everything it shows it asks the admin API for. */
export const createConsoleEndpoint = ({ files, answering, posts }: ConsoleEndpointOptions): Endpoint => {
  const refuse = (context: HttpContext, status: number, text: string, headers: readonly string[] = []): void =>
    answering.sendAnswer(context, plainAnswer(status, text, ["Cache-Control", "no-store", ...GUARDS, ...headers]));

  const serve = async (context: HttpContext): Promise<void> => {
    const { method } = context.request;
    if (method !== "GET" && method !== "HEAD") {
      return refuse(context, 405, "Only GET is answered here", ["Allow", "GET, HEAD, OPTIONS"]);
    }
    const file = await files.find(context.path);
    if (file === undefined) return refuse(context, 404, context.path === "/" ? NOT_BUILT : "There is no such file");
    const { bytes, etag, coding } = await file.body(codingsIn(headerOf(context, "accept-encoding")));
    const headers = [
      ...["Cache-Control", file.immutable ? FOR_EVER : "no-store", "ETag", etag, "Vary", "Accept-Encoding"],
      ...(coding === undefined ? [] : ["Content-Encoding", coding]),
      ...GUARDS,
    ];
    if (isKnown(etag, headerOf(context, "if-none-match"))) return answering.send(context, 304, "", headers);
    answering.send(context, 200, bytes, headers, file.type);
  };

  return {
    // A page and its parts are a dozen requests at once, and nobody's MCP calls should have to wait for them.
    ownLimits: true,
    handle: (context) => posts.guarded(context, () => serve(context)),
    drain: async () => undefined,
    close: () => undefined,
  };
};

const isKnown = (etag: string, header: string | undefined): boolean =>
  header?.split(",").some((known) => known.trim().replace(/^W\//, "") === etag) === true;

const REFUSED = /^q=0(?:\.0*)?$/;

/** What the client can unpack. */
const codingsIn = (header = ""): readonly string[] =>
  header
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()))
    .filter(([, weight = ""]) => !REFUSED.test(weight))
    .map(([coding = ""]) => coding);
