import { invalid } from "../../../model/failure.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { DocumentSender, DocumentWorkers } from "../documents/document-workers.ts";
import type { Draft } from "../drafting/draft.ts";
import type { OperationIndex } from "../drafting/operation-index.ts";
import type { DraftOptions, Source } from "../drafting/source.ts";
import { fetchSource } from "./fetch-source.ts";

/** What to draft from, and how. */
export interface DraftRequest extends Source, DraftOptions {
  /** Lets the configured model propose better texts. */
  readonly propose?: boolean;
}

/** Drafts tools from an API's documentation. */
export interface Drafting {
  draft(request: DraftRequest, sender: Required<DocumentSender>): Promise<Draft>;
  operations(request: DraftRequest, sender: Required<DocumentSender>): Promise<OperationIndex>;
}

interface DraftingOptions {
  readonly outbound: Pick<Outbound, "request">;
  readonly documents: Pick<DocumentWorkers, "draft" | "listOperations">;
  /** Proposes better texts with the model that the operator configured. */
  readonly propose?: ((draft: Draft, sender: Required<DocumentSender>) => Promise<Draft>) | undefined;
}

export const createDrafting = ({ outbound, documents, propose }: DraftingOptions): Drafting => {
  const loaded = async (source: Source, { signal }: Required<DocumentSender>): Promise<Source> =>
    source.document === undefined && source.files === undefined && source.url !== undefined
      ? fetchSource(outbound, source.url, signal)
      : source;

  return {
    async draft(request, sender) {
      if (request.propose === true && propose === undefined) {
        throw invalid("No model for proposals is configured.", {
          field: "propose",
          hint: "Omit propose, or ask the operator of this server to configure a model.",
        });
      }
      const [source, options] = partsOf(request);
      const draft = await documents.draft(await loaded(source, sender), options, sender);
      return request.propose === true && propose !== undefined ? propose(draft, sender) : draft;
    },
    async operations(request, sender) {
      const [source, options] = partsOf(request);
      return documents.listOperations(await loaded(source, sender), options, sender);
    },
  };
};

const partsOf = ({ document, url, files, entry, propose: _, ...options }: DraftRequest): [Source, DraftOptions] => [
  {
    ...(document !== undefined && { document }),
    ...(url !== undefined && { url }),
    ...(files !== undefined && { files }),
    ...(entry !== undefined && { entry }),
  },
  options,
];
