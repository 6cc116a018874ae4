const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const VOID = words("area base br col embed hr img input link meta param source track wbr");

/** Their content is no markup, up to their end. */
export const RAW = words("script style title textarea iframe xmp noembed noframes plaintext");

/** Nobody sees their content as text. */
export const UNSEEN = words("template noscript svg math canvas audio video object datalist");

/** Their end is usually left out: they never contain themselves without something in between. */
export const ENDS_BY_ITSELF = words("p li dt dd tr td th thead tbody tfoot option optgroup rt rp html head body");

export const PARAGRAPH = words(
  "p h1 h2 h3 h4 h5 h6 article section main aside header footer nav blockquote pre ul ol dl table form figure hr",
);

export const LINE = words(
  "div li tr dt dd address fieldset legend figcaption caption option details summary body thead tbody tfoot",
);

/** In one line, but not one word. */
export const CELL = words("td th button label");

const UNSEEN_STYLE =
  /(?:^|[;\s])(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|font-size\s{0,9}:\s{0,9}0(?![.\d])|opacity\s{0,9}:\s{0,9}0(?![.\d]))/i;

/** Whether an element hides itself; style sheets are not read. A page that hides all of itself shows it later. */
export const isHidden = (element: string, attribute: (name: string) => string | null | undefined): boolean =>
  !PAGE.has(element.toLowerCase()) &&
  (typeof attribute("hidden") === "string" ||
    attribute("aria-hidden")?.toLowerCase() === "true" ||
    UNSEEN_STYLE.test(attribute("style") ?? ""));

const PAGE = words("html body");
