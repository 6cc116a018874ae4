import type { Extracted } from "./document.ts";
import { isHidden, type References } from "./read-tags.ts";
import { type ScannedHtml, scanHtml } from "./scan-html.ts";

/** Larger pages are only scanned: the cost of building a tree grows with the square of the size. */
const PARSED = { elements: 20_000, depth: 300, characters: 3_000_000 };
/** A found article below this length, and below half of the page, is discarded. */
const LEAST_ARTICLE = 250;
const MOST_REFERENCES = 3_000;

/** Extracts the main article of a page, or all visible text of a page without one. */
export const extractHtml = async (html: string): Promise<Extracted> => {
  const { parseHTML } = await import("linkedom");
  const references = createReferences(parseHTML);
  const page = scanHtml(html, references);
  const article = isParsable(html, page) ? await articleIn(html, parseHTML) : undefined;
  const text = article === undefined ? "" : scanHtml(article.content, references).text;
  const isArticle = text.length >= Math.min(LEAST_ARTICLE, page.text.length / 2) && text !== "";
  const title = page.title ?? article?.title;
  return {
    text: isArticle ? text : page.text,
    ...(title !== undefined && { title }),
    ...(page.language !== undefined && { language: page.language }),
    links: page.links,
    warnings: [
      ...(isArticle && text.length < page.text.length / 2 ? [ARTICLE_ONLY] : []),
      ...(page.text === "" ? [NO_TEXT] : []),
    ],
  };
};

const ARTICLE_ONLY = "Only the main article was read, without the menus and lists around it.";
const NO_TEXT = "The page has no text. It may be filled in by scripts, which are not run.";

type ParseHtml = typeof import("linkedom")["parseHTML"];

const isParsable = (html: string, { elements, depth }: ScannedHtml): boolean =>
  html.length <= PARSED.characters && elements <= PARSED.elements && depth <= PARSED.depth;

const articleIn = async (
  html: string,
  parseHTML: ParseHtml,
): Promise<{ readonly content: string; readonly title?: string } | undefined> => {
  const { Readability } = await import("@mozilla/readability");
  try {
    const { document } = parseHTML(html);
    for (const element of document.querySelectorAll("[style], [hidden], [aria-hidden]")) {
      if (isHidden(element.localName, (name) => element.getAttribute(name))) element.remove();
    }
    const found = new Readability(document).parse();
    if (typeof found?.content !== "string") return undefined;
    return { content: found.content, ...(found.title && { title: found.title }) };
  } catch {
    return undefined;
  }
};

/** Resolves character references with linkedom, and caches a limited number. */
const createReferences = (parseHTML: ParseHtml): References => {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.size >= MOST_REFERENCES) return found;
    const text = parseHTML(`<html><body>&${name};</body></html>`).document.body?.textContent ?? "";
    known.set(name, text);
    return text;
  };
};
