const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const VOID = words("area base br col embed hr img input link meta param source track wbr");

/** Their content is not markup. */
const RAW = words("script style title textarea iframe xmp noembed noframes plaintext");

/** Their content is not shown as text. */
const HIDDEN = words("template noscript svg math canvas audio video object datalist");

/** Their end tags are usually omitted; they never directly contain themselves. */
const END_TAG_OPTIONAL = words("p li dt dd tr td th thead tbody tfoot option optgroup rt rp html head body");

/** They end an open paragraph. */
const PARAGRAPH = words(
  "p h1 h2 h3 h4 h5 h6 article section main aside header footer nav blockquote pre ul ol dl table form figure hr",
);

const HIDDEN_STYLE =
  /(?:^|[;\s])(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|font-size\s{0,9}:\s{0,9}0(?![.\d])|opacity\s{0,9}:\s{0,9}0(?![.\d]))/i;

/** Checks inline styles and attributes. `html` and `body` do not count: a page that hides itself shows itself later. */
export const isHidden = (element: string, attribute: (name: string) => string | null | undefined): boolean =>
  !PAGE.has(element.toLowerCase()) &&
  (typeof attribute("hidden") === "string" ||
    attribute("aria-hidden")?.toLowerCase() === "true" ||
    HIDDEN_STYLE.test(attribute("style") ?? ""));

const PAGE = words("html body");

/** What `readTags` finds in the visible part of a page, in order. */
interface TagEvents {
  /** With character references. */
  text(text: string): void;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** An element whose content is not markup, such as a script. */
  raw(name: string, content: string): void;
}

/** Resolves a named character reference such as `auml`. */
export type References = (name: string) => string | undefined;

const NAME = /[a-z][^\s/>]{0,60}/iy;
const ATTRIBUTE = /([^\s"'<>/=]{1,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const LONGEST_TAG = 4_000;

/**
 * Reads a page in one pass without building a tree, so that the time is linear in its length, whatever its nesting.
 * Returns the number of its elements and an upper bound of their depth.
 */
export const readTags = (html: string, events: TagEvents): { readonly elements: number; readonly depth: number } => {
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  /** The hidden element being skipped, and how deep elements of that name are nested in it. */
  let hidden: { readonly name: string; levels: number } | undefined;

  const open = (name: string, tag: string): void => {
    elements++;
    const selfClosed = tag.endsWith("/") && HIDDEN.has(name);
    const isEmpty = VOID.has(name) || selfClosed;
    if (!isEmpty && !END_TAG_OPTIONAL.has(name)) deepest = Math.max(deepest, ++depth);
    if (hidden?.name === "p" && (PARAGRAPH.has(name) || name === "div")) hidden = undefined;
    if (hidden !== undefined) {
      if (hidden.name === name && !isEmpty) hidden.levels++;
      return;
    }
    const attributes = attributesOf(tag);
    if (!isEmpty && (HIDDEN.has(name) || isHidden(name, (key) => attributes.get(key)))) hidden = { name, levels: 1 };
    else events.open(name, attributes);
  };

  const close = (name: string): void => {
    if (!END_TAG_OPTIONAL.has(name) && !VOID.has(name)) depth = Math.max(0, depth - 1);
    if (hidden === undefined) events.close(name);
    else if (hidden.name === name && --hidden.levels === 0) hidden = undefined;
  };

  const text = (part: string): void => {
    if (hidden === undefined) events.text(part);
  };

  /** Everything before this index is processed. */
  let done = 0;
  for (let sign = html.indexOf("<"); sign >= 0; sign = html.indexOf("<", Math.max(done, sign + 1))) {
    const isEnd = html[sign + 1] === "/";
    NAME.lastIndex = sign + (isEnd ? 2 : 1);
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined && !/[!?/]/.test(html.charAt(sign + 1))) continue;
    text(html.slice(done, sign));
    if (name === undefined) {
      done = html.startsWith("<!--", sign) ? after(html, "-->", sign + 2) : after(html, ">", sign);
      continue;
    }
    const attributes = NAME.lastIndex;
    const end = endOfTag(html, attributes);
    if (isEnd) close(name);
    else open(name, html.slice(attributes, Math.min(end, attributes + LONGEST_TAG)));
    done = end + 1;
    if (isEnd || !RAW.has(name)) continue;
    const content = done;
    done = endOfRaw(html, name, content);
    if (hidden === undefined) events.raw(name, html.slice(content, done));
  }
  text(html.slice(done));
  return { elements, depth: deepest };
};

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
};

/** Finds the closing `>` outside of attribute values; the end of the page if there is none. */
const endOfTag = (html: string, from: number): number => {
  let before = "";
  for (let at = from; at < html.length; at++) {
    const character = html.charAt(at);
    if (character === ">") return at;
    if (before === "=" && (character === '"' || character === "'")) {
      at = html.indexOf(character, at + 1);
      if (at < 0) return html.length;
    }
    if (character > " ") before = character;
  }
  return html.length;
};

const endOfRaw = (html: string, name: string, from: number): number => {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
};

const attributesOf = (tag: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, apostrophed, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, quoted ?? apostrophed ?? bare ?? "");
  }
  return attributes;
};

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi;

/** Resolves character references; unknown ones stay. */
export const dereferenced = (text: string, references: References): string =>
  text.includes("&")
    ? text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return references(name) ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      })
    : text;
