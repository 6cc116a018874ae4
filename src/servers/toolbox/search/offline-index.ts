import { setImmediate as turn } from "node:timers/promises";
import type MiniSearch from "minisearch";
import { editDistance } from "../../../model/edit-distance.ts";
import { type ReadQuery, snippetOf, termsIn } from "./words.ts";

export type DocumentKind =
  | "airport"
  | "city"
  | "country"
  | "airline"
  | "alliance"
  | "glossary"
  | "documentation"
  | "document";

/** An entry of the offline index. */
export interface IndexedDocument {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
  readonly kind: DocumentKind;
  /** A query for this code, such as FRA or LH, ranks the document first. */
  readonly code?: string;
  /** Factor on the score; 1 by default. */
  readonly weight?: number;
}

export interface OfflineIndex {
  /** Adds or replaces documents in slices, so that it does not block the event loop. They are searchable at once. */
  put(documents: Iterable<IndexedDocument>): Promise<void>;
  drop(id: string): void;
  search(query: ReadQuery, limit: number): Found;
}

type Facts = Omit<IndexedDocument, "text">;

interface Found {
  readonly hits: readonly (Facts & { readonly snippet: string })[];
  readonly total: number;
}

/** Documents are indexed in passages: each is quick to index, and the best one becomes the snippet. */
interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly document: Facts;
}

const PASSAGE_LENGTH = 2_000;
const SLICE_MS = 8;
/** Factor for a document whose code is in the query. */
const CODE_BOOST = 40;
const TITLE_BOOST = 3;
/** A fuzzy search costs a walk over the index; only unknown words get one. */
const MOST_MISSPELT = 6;

export const createOfflineIndex = async (): Promise<OfflineIndex> => {
  const { default: Index } = await import("minisearch");
  const vocabulary = new Set<string>();
  const index = new Index<Passage>({
    fields: ["title", "text"],
    tokenize: (text) => {
      const terms = termsIn(text);
      for (const term of terms) vocabulary.add(term);
      return terms;
    },
    processTerm: (term) => term,
    searchOptions: { tokenize: (text) => text.split(" "), processTerm: (term) => term },
  });
  const passages = new Map<string, Passage>();
  const passagesOf = new Map<string, readonly string[]>();

  const drop = (id: string): void => {
    for (const passage of passagesOf.get(id) ?? []) {
      index.discard(passage);
      passages.delete(passage);
    }
    passagesOf.delete(id);
  };

  return {
    drop,
    async put(documents) {
      let until = performance.now() + SLICE_MS;
      for (const document of documents) {
        drop(document.id);
        const { text, ...facts } = document;
        const ids: string[] = [];
        passagesOf.set(document.id, ids);
        for (const part of passagesIn(text)) {
          const passage = { id: `${document.id}#${ids.length}`, title: document.title, text: part, document: facts };
          index.add(passage);
          passages.set(passage.id, passage);
          ids.push(passage.id);
          if (performance.now() < until) continue;
          await turn();
          until = performance.now() + SLICE_MS;
          // The document was dropped or replaced in the meantime.
          if (passagesOf.get(document.id) !== ids) break;
        }
      }
    },
    search: ({ terms, codes }, limit) => {
      if (terms.length === 0) return { hits: [], total: 0 };
      const misspelt = unknownTerms(index, vocabulary, terms);
      const results = index.search(terms.join(" "), {
        prefix: (term) => term.length >= 3,
        fuzzy: (term) => (misspelt.has(term) ? (term.length < 6 ? 1 : 2) : false),
        boost: { title: TITLE_BOOST },
        boostDocument: (id: string, term) => {
          const document = passages.get(id)?.document;
          if (document === undefined) return 0;
          return (document.weight ?? 1) * (codes.has(term) && hasCode(document, codes) ? CODE_BOOST : 1);
        },
      });
      const best = new Map<string, Hit>();
      for (const { id, score, queryTerms, match } of results) {
        const passage = passages.get(id as string);
        if (passage === undefined) continue;
        const share = hasCode(passage.document, codes) ? 1 : shareOf(terms, queryTerms, match);
        if (share === 0) continue;
        const hit = { passage, match, score: score * share * share };
        if (hit.score > (best.get(passage.document.id)?.score ?? 0)) best.set(passage.document.id, hit);
      }
      const hits = [...best.values()].sort((a, b) => b.score - a.score).slice(0, limit);
      return { hits: hits.map(shown), total: best.size };
    },
  };
};

interface Hit {
  readonly passage: Passage;
  readonly match: Match;
  readonly score: number;
}

/** The matched words of the document, and the fields they occur in. */
type Match = Readonly<Record<string, readonly string[]>>;

const hasCode = ({ code }: Facts, codes: ReadQuery["codes"]): boolean =>
  code !== undefined && codes.has(code.toLowerCase());

const shown = ({ passage: { document, text }, match }: Hit): Found["hits"][number] => ({
  ...document,
  snippet: snippetOf(text, new Set(Object.keys(match))),
});

const unknownTerms = (
  index: MiniSearch<Passage>,
  vocabulary: ReadonlySet<string>,
  terms: readonly string[],
): ReadonlySet<string> =>
  new Set(
    terms
      .filter((term) => term.length >= 5 && !/\d/.test(term) && !vocabulary.has(term))
      .filter((term) => index.search(term, { prefix: true }).length === 0)
      .slice(0, MOST_MISSPELT),
  );

/**
 * Returns the share of the query's terms that a document matches, or 0 below a half: one common word is chance. Exactly
 * half counts only with a match in the title. A distant fuzzy match counts half.
 */
const shareOf = (terms: readonly string[], queryTerms: readonly string[], match: Match): number => {
  const matched = Object.keys(match);
  let found = 0;
  for (const term of new Set(queryTerms)) {
    const near = matched.some((word) => word.startsWith(term) || editDistance(term, word, 1) <= 1);
    found += near ? 1 : 0.5;
  }
  const share = found / terms.length;
  if (share === 0.5 && terms.length > 1) return matched.some((word) => match[word]?.includes("title")) ? share : 0;
  return share < 0.5 ? 0 : share;
};

const passagesIn = function* (text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PASSAGE_LENGTH) {
    const space = text.lastIndexOf(" ", from + PASSAGE_LENGTH);
    const to = space > from + PASSAGE_LENGTH / 2 ? space : from + PASSAGE_LENGTH;
    yield text.slice(from, to).trim();
    from = to;
  }
  yield text.slice(from).trim();
};
