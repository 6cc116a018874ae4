import type { Extracted } from "./document.ts";
import { isHidden } from "./html-elements.ts";
import { type References, type ScannedHtml, scanHtml } from "./scan-html.ts";

/** Beyond, a page is not built, only gone over: real pages stay far below, and what building costs grows with the square. */
const BUILT = { elements: 20_000, depth: 300, characters: 3_000_000 };
/** An article that is shorter than this, and than half of the page, is probably none. */
const LEAST_ARTICLE = 250;
const MOST_REFERENCES = 3_000;

/** The article of a page without what surrounds it; of a page that is no article, all that a reader would see. */
export const extractHtml = async (html: string): Promise<Extracted> => {
  const { parseHTML } = await import("linkedom");
  const references = createReferences(parseHTML);
  const page = scanHtml(html, references);
  const article = isBuildable(html, page) ? await articleIn(html, parseHTML) : undefined;
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

const ARTICLE_ONLY = "Only the main article is given, without the menus and lists around it.";
const NO_TEXT = "The page shows no text; it may be one that scripts fill, which are not run.";

type ParseHtml = typeof import("linkedom")["parseHTML"];

const isBuildable = (html: string, { elements, depth }: ScannedHtml): boolean =>
  html.length <= BUILT.characters && elements <= BUILT.elements && depth <= BUILT.depth;

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

/** The parser knows all names that HTML has; each is asked for once, and a page has no business with more than so many. */
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
