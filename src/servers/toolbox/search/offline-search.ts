import type { Lazy } from "../../../mcp/tools/tool.ts";
import type { Log } from "../../../model/log.ts";
import { within } from "../../../model/within.ts";
import { type Corpus, createCorpus } from "./corpus.ts";
import type { DocumentKind, IndexedDocument } from "./indexed-document.ts";
import { createNewsWire, type NewsReference } from "./news-wire.ts";
import { createOfflineIndex, type Found, type OfflineIndex } from "./offline-index.ts";
import { createOfflineNews, type NewsSpan, type OfflineNews } from "./offline-news.ts";
import type { SearchResult } from "./search-result.ts";
import { readQuery } from "./words.ts";

/** What can be found without a network. Nothing is loaded before the first search. */
export interface OfflineSearch {
  /** Waits for documents that are still being read no longer than `patienceMs`. */
  web(query: string, limit: number, patienceMs: number): Promise<OfflineAnswer>;
  news(query: string, span: NewsSpan, limit: number): Promise<OfflineAnswer>;
  close(): void;
}

export interface OfflineAnswer {
  readonly results: readonly SearchResult[];
  readonly total: number;
  readonly warnings: readonly string[];
}

interface OfflineOptions {
  readonly documents: Lazy<readonly IndexedDocument[]>;
  readonly reference: Lazy<NewsReference>;
  readonly corpus?: string | undefined;
  readonly seed: string;
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
  news: "TEST news wire",
};

const STILL_READING = ["The folder of documents is still being read; the same search may find more in a moment."];

export const createOfflineSearch = ({ documents, reference, corpus, seed, log }: OfflineOptions): OfflineSearch => {
  const web = once(async (): Promise<{ readonly index: OfflineIndex; readonly folder: Corpus | undefined }> => {
    const index = await createOfflineIndex();
    await index.put(await documents());
    return { index, folder: corpus === undefined ? undefined : createCorpus({ folder: corpus, index, log }) };
  });
  const news = once(async (): Promise<OfflineNews> => {
    const wire = createNewsWire(seed, await reference());
    return createOfflineNews(wire, await createOfflineIndex());
  });
  let closing = () => {};

  return {
    async web(query, limit, patienceMs) {
      const { index, folder } = await web();
      closing = () => folder?.close();
      const warnings = folder === undefined ? [] : await within(patienceMs, folder.refresh(), STILL_READING);
      return { ...answerOf(index.search(readQuery(query), { limit })), warnings };
    },
    async news(query, span, limit) {
      return { ...answerOf(await (await news()).search(query, span, limit)), warnings: [] };
    },
    close: () => closing(),
  };
};

const answerOf = ({ hits, total }: Found) => ({
  results: hits.map(({ title, url, snippet, published, kind }) => ({
    title,
    url,
    snippet,
    ...(published !== undefined && { published }),
    source: SOURCES[kind],
  })),
  total,
});

/** A start that failed is tried again by the next caller. */
const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
};
