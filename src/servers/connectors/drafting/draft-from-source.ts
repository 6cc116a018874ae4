import { shortened } from "../../../mcp/tools/input-problem.ts";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import { type Failure, invalid } from "../../../model/failure.ts";
import { ADDRESS_FORM, parseAddress } from "../check-addresses.ts";
import type { Connector } from "../connector.ts";
import { withAuthOptions } from "./credentials/with-auth-options.ts";
import type { Draft } from "./draft.ts";
import { chosenOperations, type Filterable } from "./operation-filter.ts";
import { indexOfDraft, type OperationIndex } from "./operation-index.ts";
import { isPage, readContent } from "./read-content.ts";
import { type Format, isOpenApiRoot, recogniseFormat } from "./recognise-format.ts";
import { relativeFile } from "./referenced-files.ts";
import { isSample } from "./samples/sample-files.ts";
import { shownDocument } from "./shown-document.ts";
import type { DraftOptions, Files, MainDocument, ModelAnswers, Reader, Source } from "./source.ts";
import { withHosts } from "./with-hosts.ts";

const READERS: Readonly<Record<Format, () => Promise<Reader>>> = {
  openapi: async () => (await import("./openapi/openapi-reader.ts")).openApiReader,
  samples: async () => (await import("./samples/samples-reader.ts")).samplesReader,
  page: async () => (await import("./pages/pages-reader.ts")).pagesReader,
  postman: async () => (await import("./pages/postman-reader.ts")).postmanReader,
  curl: async () => (await import("./pages/curl-reader.ts")).curlReader,
};

/** Drafts candidate tools from an untrusted source of any known format. Runs in a worker. */
export const draftFromSource = async (
  source: Source,
  options: DraftOptions,
  answers?: ModelAnswers,
): Promise<Draft> => {
  checkBaseUrl(options);
  const { document, format } = opened(source);
  const reader = await READERS[format]();
  const draft = await reader.draft(document, options, answers);
  const chosen = reader.operations === undefined ? onlyChosen(draft, options) : draft;
  return withAuthOptions({ ...chosen, connector: adjusted(chosen.connector, options) }, options);
};

/** What to ask a model that may propose tools from the source. Runs in a worker. */
export const questionsAbout = async (source: Source): Promise<readonly string[]> => {
  const { document, format } = opened(source);
  const reader = await READERS[format]();
  return (await reader.questions?.(document)) ?? [];
};

/** Lists the operations of an untrusted source. Runs in a worker. */
export const listOperations = async (source: Source, options: DraftOptions): Promise<OperationIndex> => {
  checkBaseUrl(options);
  const { document, format } = opened(source);
  const reader = await READERS[format]();
  const index = await (reader.operations?.(document, options) ??
    reader.draft(document, options).then((draft) => indexOfDraft(onlyChosen(draft, options))));
  return { format, ...index };
};

/** The message does not repeat the address: it may contain a password. */
const checkBaseUrl = ({ base_url }: DraftOptions): void => {
  if (base_url === undefined || parseAddress(base_url) !== undefined) return;
  throw invalid(`base_url must be ${ADDRESS_FORM}.`, { field: "base_url", allowed: ADDRESS_FORM });
};

interface Opened {
  readonly document: MainDocument;
  readonly format: Format;
}

const opened = ({ document, url, files = {}, entry }: Source): Opened => {
  const from = url === undefined ? {} : { url };
  if (document !== undefined) return openedFile(document, { path: "", files: {}, ...from });
  const path = entry ?? mainFile(files);
  if (path === undefined) {
    const format = Object.keys(files).some(isSample) ? "samples" : "page";
    return { document: { text: "", path: "", files }, format };
  }
  if (!Object.hasOwn(files, path)) throw noSuchFile(path, Object.keys(files));
  return openedFile(files[path] as string, { path, files, ...from });
};

const openedFile = (content: string, where: Omit<MainDocument, "text">): Opened => {
  const read = readContent(content);
  if (typeof read !== "string") return { document: { ...where, text: "", bytes: read }, format: "page" };
  const shown = shownDocument(read);
  if (shown === undefined) return { document: { ...where, text: read }, format: recogniseFormat(read) };
  const { text, next = "" } = shown;
  const file = relativeFile(next, where.path);
  if (text !== undefined) return openedFile(text, where);
  if (file !== undefined && file !== where.path && Object.hasOwn(where.files, file))
    return openedFile(where.files[file] as string, { ...where, path: file });
  throw invalid(
    `This is a page of ${shown.viewer}. It shows a document that is not part of it${next === "" ? "" : `: ${shortened(next)}`}.`,
    {
      field: "document",
      hint: "Draft from the URL of the page, or from that document.",
    },
  );
};

/** Undefined if the files belong together: samples of requests and responses, or pages. */
const mainFile = (files: Files): string | undefined => {
  const paths = Object.keys(files);
  if (paths.some(isSample)) return undefined;
  if (paths.length === 1) return paths[0] as string;
  const roots = paths.filter((path) => /\.(?:json|ya?ml)$/i.test(path) && isOpenApiRoot(files[path] as string));
  if (roots.length === 1) return roots[0] as string;
  if (roots.length === 0) {
    if (paths.some(isPage)) return undefined;
    throw invalid("None of the files is an OpenAPI document, a page, or a sample of a request or response.", {
      field: "files",
      hint: "Name samples after their tool, such as search.request.xml and search.response.xml.",
    });
  }
  throw invalid(`${roots.length} of the files are OpenAPI documents.`, {
    field: "entry",
    allowed: roots.slice(0, 50),
    hint: "Set entry to the one to draft from.",
  });
};

const noSuchFile = (path: string, paths: readonly string[]): Failure => {
  const near = nearestName(path, paths);
  return invalid(`There is no file '${path.slice(0, 200)}'.`, {
    field: "entry",
    allowed: paths.slice(0, 50),
    ...(near !== undefined && { hint: `Did you mean ${near}?` }),
  });
};

const onlyChosen = (draft: Draft, { only }: DraftOptions): Draft => {
  const { connector, candidates } = draft;
  const shown = (candidate: Draft["candidates"][number]): Filterable => ({
    ...candidate,
    operation_id: candidate.tool,
    path: candidate.operation.slice(candidate.operation.indexOf(" ") + 1),
  });
  const chosen = chosenOperations(candidates, only, shown);
  const names = new Set(chosen.map(({ tool }) => tool));
  const tools = connector.tools.filter(({ name }) => names.has(name));
  return { ...draft, connector: { ...connector, tools }, candidates: chosen };
};

const adjusted = (connector: Connector, { name, base_url }: DraftOptions): Connector => {
  const named = name === undefined ? connector : { ...connector, name };
  return base_url === undefined ? named : moved(named, base_url);
};

/** Moves all tools to another address. Token endpoints stay where they are. */
const moved = (connector: Connector, base_url: string): Connector =>
  withHosts({
    ...connector,
    base_url,
    tools: connector.tools.map(({ request: { base_url: _, ...request }, ...tool }) => ({ ...tool, request })),
  });
