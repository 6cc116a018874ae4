/** What each tag becomes, when it opens and when it closes. Other names in angle brackets are placeholders and stay. */
const TAGS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  ...Object.fromEntries(
    (
      "a abbr acronym b bdi bdo big cite data del dfn em font i img input ins label mark nobr q s samp small span " +
      "strike strong sub sup time tt u var wbr html head body meta link tbody thead tfoot colgroup col"
    )
      .split(" ")
      .map((name) => [name, ["", ""]]),
  ),
  ...Object.fromEntries(
    "address article aside blockquote center dd details div dl dt figcaption figure footer form header main nav ol section summary tr ul"
      .split(" ")
      .map((name) => [name, ["\n", "\n"]]),
  ),
  ...Object.fromEntries("h1 h2 h3 h4 h5 h6 p table title".split(" ").map((name) => [name, ["\n\n", "\n\n"]])),
  br: ["\n", "\n"],
  hr: ["\n\n", ""],
  li: ["\n- ", ""],
  td: [" ", " |"],
  th: [" ", " |"],
  code: ["`", "`"],
  kbd: ["`", "`"],
  pre: ["\n```\n", "\n```\n"],
};
/** Their content is never shown. */
const UNSEEN = new Set(["script", "style", "template", "noscript", "iframe", "object", "svg"]);

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ensp: " ", emsp: " ", thinsp: " " },
  ...{ hellip: "…", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
  ...{ bull: "•", middot: "·", copy: "©", reg: "®", trade: "™", deg: "°", euro: "€", pound: "£", sect: "§" },
  ...{ times: "×", le: "≤", ge: "≥", ne: "≠", rarr: "→", larr: "←", auml: "ä", ouml: "ö", uuml: "ü", szlig: "ß" },
  ...{ Auml: "Ä", Ouml: "Ö", Uuml: "Ü", eacute: "é", egrave: "è", agrave: "à", ccedil: "ç", shy: "" },
};

/** Markdown code, tags and entities. Each alternative ends at a character that it cannot contain, or is bounded. */
const TOKEN =
  /```[\s\S]*?```|`[^`\n]+`|<(\/?)([a-z][a-z0-9]{0,11})(?=[\s/>])[^<>]{0,2000}>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi;

/**
 * Returns the text of an HTML fragment, or of Markdown with HTML in it: without tags, with line breaks, lists, tables and
 * code as Markdown. Takes linear time.
 */
export const htmlText = (html: string): string => {
  if (!/[<&]/.test(html)) return html;
  const parts: string[] = [];
  let end = 0;
  let unseen: string | undefined;
  let isPre = false;
  for (const match of html.matchAll(TOKEN)) {
    const [token, slash, tag, entity] = match;
    const name = tag?.toLowerCase();
    if (unseen === undefined) parts.push(html.slice(end, match.index));
    end = match.index + token.length;
    if (unseen !== undefined) {
      if (slash === "/" && name === unseen) unseen = undefined;
    } else if (entity !== undefined) {
      parts.push(characterOf(entity) ?? token);
    } else if (name === undefined) {
      parts.push(token);
    } else if (UNSEEN.has(name)) {
      if (slash === "" && !token.endsWith("/>")) unseen = name;
    } else {
      if (name === "pre") isPre = slash === "";
      const isPlain = isPre && (name === "code" || name === "kbd");
      const written = Object.hasOwn(TAGS, name) ? TAGS[name]?.[slash === "" ? 0 : 1] : undefined;
      parts.push(isPlain ? "" : (written ?? token));
    }
  }
  if (unseen === undefined) parts.push(html.slice(end));
  return tidy(parts.join(""));
};

const characterOf = (entity: string): string | undefined => {
  if (!entity.startsWith("#")) return Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : undefined;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
};

const tidy = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
