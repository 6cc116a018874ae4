import { curlCommands } from "./curl-command.ts";
import type { Scheme } from "./described-operation.ts";
import { topicOf } from "./field-words.ts";
import { headersOfCode, schemeOfHeader, schemesOfCurl } from "./header-schemes.ts";
import type { Block } from "./page.ts";
import type { LabelledCode } from "./section-fields.ts";
import { type Field, partsOf } from "./section-fields.ts";

const HTTP = /\bAuthorization\b[`'":\s]{1,6}(Bearer|Basic)\b/i;
const IN_HEADER =
  /\bheader\b[^.`]{0,60}`([A-Za-z][\w-]{1,60})`|`([A-Za-z][\w-]{1,60})(?::[^`]{0,100})?`[^.`]{0,40}\b(?:request |http )?header\b/i;
const IN_QUERY =
  /\b(?:query|url)[ -]?(?:string )?parameter\b[^.`]{0,60}`([\w.-]{1,60})(?:=[^`]{0,100})?`|`([\w.-]{1,60})(?:=[^`]{0,100})?`[^.`]{0,40}\b(?:query|url)[ -]?(?:string )?parameter\b/i;

/** Ways to authenticate that sections about authentication name. */
export const schemesIn = (blocks: readonly Block[]): readonly Scheme[] => {
  const found = new Map<string, Scheme>();
  for (const section of authSections(blocks)) {
    const { fields, code } = partsOf(section, "auth");
    const all = [...fields.flatMap(schemeOfField), ...section.flatMap(schemesOfText), ...code.flatMap(schemesOfCode)];
    for (const scheme of all) if (!found.has(scheme.name)) found.set(scheme.name, scheme);
  }
  if (found.size > 0) return [...found.values()];
  for (const block of blocks.filter(isAboutAll))
    for (const scheme of schemesOfText(block)) if (!found.has(scheme.name)) found.set(scheme.name, scheme);
  return [...found.values()];
};

const ABOUT_ALL =
  /\b(?:all|every|each|any) (?:of the |api )?(?:requests?|calls?|endpoints?)\b|\bauthenticat|\bauthoris|\bauthoriz|\b(?:alle|jede[rn]?) (?:anfragen?|aufrufe?)\b|\bauthentifizier/i;

/** A sentence outside of such sections that is about all endpoints. */
const isAboutAll = (block: Block): boolean =>
  block.kind === "table" ||
  ((block.kind === "text" || block.kind === "item") && block.text.length <= 500 && ABOUT_ALL.test(block.text));

/** From a heading about authentication to the next one that is not below it. */
const authSections = (blocks: readonly Block[]): readonly (readonly Block[])[] => {
  const sections: Block[][] = [];
  let level = 0;
  for (const block of blocks) {
    if (block.kind === "heading" && (level === 0 || block.level <= level)) {
      level = topicOf(block.text) === "auth" ? block.level : 0;
      if (level > 0) sections.push([]);
    }
    if (level > 0) sections.at(-1)?.push(block);
  }
  return sections;
};

/** A row about a credential. */
export const schemeOfField = ({ name, place, topic, quote, description }: Field): Scheme[] => {
  if (topic !== "auth" || (place !== "query" && place !== "header" && place !== "cookie")) return [];
  if (/^authorization$/i.test(name))
    return schemeOfHeader(
      name,
      HTTP.exec(`Authorization: ${description}`)?.[1] ?? /\b(?:bearer|basic)\b/i.exec(description)?.[0] ?? "",
      quote,
    );
  return [{ name: name.toLowerCase(), scheme: { type: "apiKey", in: place, name, description }, quote }];
};

const PLAIN_HEADER = /\bheader(?:s|-feld)?:? (X-[A-Za-z][\w-]{1,60})\b/i;
const SHOWN_HEADER = /`([A-Za-z][\w-]{1,60}):\s([^`]{1,200})`/;

const schemesOfText = (block: Block): Scheme[] => {
  if (block.kind === "code") return [];
  if (block.kind === "table") {
    const rows = block.rows.filter(([label = ""]) => /\bauth/i.test(label));
    return rows.flatMap((row) => schemesOfText({ kind: "text", text: row.join(" | ") }));
  }
  const { text } = block;
  const [, name = "", value = ""] = SHOWN_HEADER.exec(text) ?? [];
  const shown = schemeOfHeader(name, value, text);
  if (shown.length > 0) return shown;
  const http =
    HTTP.exec(text)?.[1]?.toLowerCase() ?? (/\bHTTP[ -]basic\b|\bbasic[ -]auth/i.test(text) ? "basic" : undefined);
  if (http !== undefined) return [{ name: http, scheme: { type: "http", scheme: http }, quote: text }];
  const [, first, second] = IN_HEADER.exec(text) ?? [];
  const header = first ?? second ?? PLAIN_HEADER.exec(text)?.[1];
  if (header !== undefined && !/^(?:authorization|content-type|accept)$/i.test(header))
    return schemeOf("header", header, text);
  const [, third, fourth] = IN_QUERY.exec(text) ?? [];
  const query = third ?? fourth;
  return query === undefined ? [] : schemeOf("query", query, text);
};

const schemeOf = (place: string, name: string, quote: string): Scheme[] => [
  { name: name.toLowerCase(), scheme: { type: "apiKey", in: place, name }, quote },
];

const schemesOfCode = ({ text }: LabelledCode): Scheme[] => [
  ...curlCommands(text).flatMap(schemesOfCurl),
  ...headersOfCode(text).flatMap(([name, value]) => schemeOfHeader(name, value, `${name}: ${value}`)),
];
