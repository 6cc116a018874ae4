import type { Lazy } from "../../../mcp/tools/tool.ts";
import type { Log } from "../../../model/log.ts";
import { withTimeout } from "../../../model/with-timeout.ts";
import type { SearchResult } from "./ask-provider.ts";
import { type Corpus, createCorpus } from "./corpus.ts";
import { createOfflineIndex, type DocumentKind, type IndexedDocument, type OfflineIndex } from "./offline-index.ts";
import { readQuery } from "./words.ts";

/** Searches the generated world, the documentation and the documents folder. Loads nothing before the first search. */
export interface OfflineSearch {
  /** Waits up to `patienceMs` for a documents folder that is still being indexed. */
  search(query: string, limit: number, patienceMs: number): Promise<OfflineAnswer>;
  close(): void;
}

interface OfflineAnswer {
  readonly results: readonly SearchResult[];
  readonly total: number;
  readonly warnings: readonly string[];
}

export interface OfflineOptions {
  readonly documents: Lazy<readonly IndexedDocument[]>;
  readonly corpus?: string | undefined;
  readonly log: Log;
}

const SOURCES: Readonly<Record<DocumentKind, string>> = {
  airport: "Taxiway reference data",
  city: "Taxiway reference data",
  country: "Taxiway reference data",
  airline: "Taxiway reference data",
  alliance: "Taxiway reference data",
  glossary: "Taxiway glossary",
  documentation: "Taxiway documentation",
  document: "documents folder",
};

const STILL_INDEXING = ["The documents folder is still being indexed; the same search may find more in a moment."];

export const createOfflineSearch = ({ documents, corpus, log }: OfflineOptions): OfflineSearch => {
  let opened: Promise<{ readonly index: OfflineIndex; readonly folder: Corpus | undefined }> | undefined;

  const open = async () => {
    const index = await createOfflineIndex();
    await index.put(await documents());
    return { index, folder: corpus === undefined ? undefined : createCorpus({ folder: corpus, index, log }) };
  };

  return {
    async search(query, limit, patienceMs) {
      // After a failure the next search tries again.
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      const { index, folder } = await opened;
      const warnings = folder === undefined ? [] : await withTimeout(patienceMs, folder.refresh(), STILL_INDEXING);
      const { hits, total } = index.search(readQuery(query), limit);
      const results = hits.map(({ title, url, snippet, kind }) => ({ title, url, snippet, source: SOURCES[kind] }));
      return { results, total, warnings };
    },
    close: () => void opened?.then(({ folder }) => folder?.close()).catch(() => undefined),
  };
};
