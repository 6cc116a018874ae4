import { setImmediate as turn } from "node:timers/promises";
import type MiniSearch from "minisearch";
import { editDistance } from "../../../model/edit-distance.ts";
import type { IndexedDocument } from "./indexed-document.ts";
import { snippetOf } from "./snippet.ts";
import { type ReadQuery, termsIn } from "./words.ts";

export interface OfflineIndex {
  /** In slices, so that nothing else waits long; what is in so far can be found meanwhile. A known id is replaced. */
  put(documents: Iterable<IndexedDocument>): Promise<void>;
  drop(id: string): void;
  search(query: ReadQuery, options: SearchOptions): Found;
}

export interface SearchOptions {
  readonly limit: number;
  accept?(document: Facts): boolean;
  /** Multiplies how well a document fits. */
  weigh?(document: Facts): number;
}

export type Facts = Omit<IndexedDocument, "text">;

export interface Found {
  readonly hits: readonly (Facts & { readonly snippet: string })[];
  readonly total: number;
}

/** A document is indexed in passages: none is long to index, and the passage that fits is the one to show. */
interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly document: Facts;
}

const PASSAGE_LENGTH = 2_000;
const SLICE_MS = 8;
/** A code that was typed as one means what has that code. */
const CODE_WORTH = 40;
const TITLE_WORTH = 3;
/** Words unknown to the index are looked for misspelt, at a cost that grows with the index: not more than so many. */
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
        for (const part of cutInPassages(text)) {
          const passage = { id: `${document.id}#${ids.length}`, title: document.title, text: part, document: facts };
          index.add(passage);
          passages.set(passage.id, passage);
          ids.push(passage.id);
          if (performance.now() < until) continue;
          await turn();
          until = performance.now() + SLICE_MS;
          // Dropped, or put anew, in the meantime.
          if (passagesOf.get(document.id) !== ids) break;
        }
      }
    },
    search: ({ terms, codes }, { limit, accept = () => true, weigh = () => 1 }) => {
      if (terms.length === 0) return { hits: [], total: 0 };
      const misspelt = unknownTerms(index, vocabulary, terms);
      const results = index.search(terms.join(" "), {
        prefix: (term) => term.length >= 3,
        fuzzy: (term) => (misspelt.has(term) ? (term.length < 6 ? 1 : 2) : false),
        boost: { title: TITLE_WORTH },
        boostDocument: (id: string, term) => {
          const document = passages.get(id)?.document;
          if (document === undefined) return 0;
          const worth = codes.has(term) && isNamed(document, codes) ? CODE_WORTH : 1;
          return (document.weight ?? 1) * weigh(document) * worth;
        },
        filter: ({ id }) => {
          const passage = passages.get(id as string);
          return passage !== undefined && accept(passage.document);
        },
      });
      const best = new Map<string, Hit>();
      for (const { id, score, queryTerms, match } of results) {
        const passage = passages.get(id as string) as Passage;
        const share = isNamed(passage.document, codes) ? 1 : shareOf(terms, queryTerms, match);
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

/** Words of the document that were found, and the fields they are in. */
type Match = Readonly<Record<string, readonly string[]>>;

const isNamed = ({ code }: Facts, codes: ReadQuery["codes"]): boolean =>
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
 * How much of the question a document has; 0 when that is not enough. One word in common with a long question is chance:
 * more than half must be there, or half and one of them in the title. A wild guess is half a word.
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

const cutInPassages = function* (text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PASSAGE_LENGTH) {
    const space = text.lastIndexOf(" ", from + PASSAGE_LENGTH);
    const to = space > from + PASSAGE_LENGTH / 2 ? space : from + PASSAGE_LENGTH;
    yield text.slice(from, to).trim();
    from = to;
  }
  yield text.slice(from).trim();
};
