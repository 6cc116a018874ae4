/** Their content is no text. */
const SILENT = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object", "title"]);
/** They stand inside words. */
const INLINE = new Set("a abbr b bdi bdo cite code em font i kbd mark q s small span strong sub sup u wbr".split(" "));

/** Name and character, in turn. */
const NAMED =
  `amp & lt < gt > quot " apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » bdquo „ sbquo ‚
  bull • middot · euro € pound £ yen ¥ cent ¢ copy © reg ® trade ™ deg ° sect § para ¶ times × divide ÷ plusmn ± frac12 ½
  auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è ecirc ê euml ë Eacute É agrave à aacute á acirc â
  atilde ã aring å Aring Å aelig æ AElig Æ ccedil ç Ccedil Ç igrave ì iacute í icirc î iuml ï ntilde ñ Ntilde Ñ ograve ò
  oacute ó ocirc ô otilde õ oslash ø Oslash Ø ugrave ù uacute ú ucirc û yacute ý yuml ÿ iexcl ¡ iquest ¿ rarr → larr ←`.split(
    /\s+/,
  );
const ENTITIES = new Map([
  ["nbsp", " "],
  ...NAMED.flatMap((name, at) => (at % 2 === 0 ? [[name, NAMED[at + 1]]] : [])),
] as [string, string][]);

/** What a reader would see of HTML. Walks over it once, whatever it is: a page of `<` costs no more than any other. */
export const htmlToText = (html: string): string => {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      parts.push(html.slice(at));
      break;
    }
    parts.push(html.slice(at, open));
    const [text, next] = skipMarkup(html, open);
    parts.push(text);
    at = next;
  }
  return decodeEntities(parts.join(""));
};

export const htmlTitle = (html: string): string | undefined => {
  const title = /<title[^>]{0,200}>([^<]{1,500})/i.exec(html.slice(0, 10_000))?.[1];
  return title === undefined ? undefined : decodeEntities(title);
};

/** What stands for the markup at `open`, and where the text goes on. */
const skipMarkup = (html: string, open: number): readonly [string, number] => {
  if (html.startsWith("<!--", open)) return [" ", after(html, "-->", open + 4)];
  if (!/[a-z/!?]/i.test(html.charAt(open + 1))) return ["<", open + 1];
  const end = after(html, ">", open);
  const [, closing, name = ""] = /^<(\/?)([a-z][a-z0-9]{0,20})/i.exec(html.slice(open, open + 23)) ?? [];
  const tag = name.toLowerCase();
  if (closing === "" && SILENT.has(tag)) return [" ", afterElement(html, tag, end)];
  return [INLINE.has(tag) ? "" : " ", end];
};

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
};

const afterElement = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.test(html) ? after(html, ">", closing.lastIndex) : html.length;
};

const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,10});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES.get(name) ?? whole;
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : " ";
  });
