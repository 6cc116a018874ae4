import type { JsonObject } from "../../../../model/json.ts";
import { fieldSchema } from "./field-schema.ts";
import {
  type Column,
  columnOf,
  isRequiredCell,
  isRequiredText,
  type Place,
  placeOf,
  type Topic,
  topicOf,
} from "./field-words.ts";
import type { Block } from "./page.ts";

/** A field of a request or response, as a row or sentence describes it. */
export interface Field {
  /** Steps from the body's root, or one name. */
  readonly steps: readonly string[];
  /** As written, for parameters whose names have brackets or dots. */
  readonly name: string;
  readonly topic?: Topic;
  readonly place?: Place;
  readonly required?: boolean;
  /** The table says for each field whether it is required. */
  readonly isDecided: boolean;
  readonly schema: JsonObject;
  readonly description: string;
  readonly quote: string;
}

/** Code of a section with what stands above it. */
export interface LabelledCode {
  readonly language: string;
  readonly text: string;
  readonly topic?: Topic;
  /** The line above it. */
  readonly label: string;
}

export interface SectionParts {
  readonly fields: readonly Field[];
  readonly code: readonly LabelledCode[];
  /** Sentences about the endpoint, before its first table or sample. */
  readonly prose: readonly string[];
}

const MOST_FIELDS = 1_000;

/** Takes a section apart. What a table or sample is about, the heading or line above it says. */
export const partsOf = (blocks: readonly Block[], first: Topic | undefined = undefined): SectionParts => {
  const fields: Field[] = [];
  const code: LabelledCode[] = [];
  const prose: string[] = [];
  const [own] = blocks;
  const level = own?.kind === "heading" ? own.level : 0;
  let headed: Topic | undefined = first;
  let topic: Topic | undefined = first;
  let label = "";
  /** Names of objects that fields are nested in, by depth. */
  let parents: string[] = [];
  blocks.forEach((block, at) => {
    const next = blocks[at + 1];
    if (block.kind === "heading") {
      if (at > 0) headed = block.level > level ? (topicOf(block.text) ?? first) : first;
      topic = headed;
      label = block.text;
      parents = [];
    } else if (block.kind === "table") {
      const words = columnsOf(block.rows);
      if (words !== undefined)
        fields.push(...tableFields(block.rows, words, topic ?? topicOf(block.rows[0]?.join(" ") ?? "")));
    } else if (block.kind === "code") {
      code.push({ language: block.language, text: block.text, label, ...(topic !== undefined && { topic }) });
    } else {
      const field = block.kind === "item" ? itemField(block.text, topic) : undefined;
      if (field !== undefined && block.kind === "item") {
        parents = [...parents.slice(0, block.depth), field.name];
        const above = parents.slice(0, block.depth).filter((name) => name !== undefined);
        fields.push(above.length > 0 ? { ...field, steps: [...above, ...field.steps] } : field);
        return;
      }
      if (block.kind === "text") parents = [];
      const isLabel =
        block.kind === "text" &&
        (isLabelText(block.text) || next?.kind === "code" || next?.kind === "table" || next?.kind === "item");
      const named = isLabel ? topicOf(lastSentence(block.text)) : undefined;
      if (isLabel) label = block.text;
      if (named !== undefined && (isLabelText(block.text) || headed === undefined || headed === "request"))
        topic = named;
      if (prose.length < 40 && topic === headed && headed === first && !isLabelText(block.text)) prose.push(block.text);
    }
  });
  return { fields: fields.slice(0, MOST_FIELDS), code, prose };
};

const isLabelText = (text: string): boolean =>
  text.length <= 80 && (text.endsWith(":") || !/[.!?]$/.test(text)) && text.split(" ").length <= 8;
const lastSentence = (text: string): string =>
  text
    .slice(-200)
    .split(/(?<=[.!?])\s/)
    .at(-1) ?? "";

/** What the columns hold; undefined if the table does not list fields. */
const columnsOf = (rows: readonly (readonly string[])[]): readonly (Column | undefined)[] | undefined => {
  const header = rows[0] ?? [];
  const columns: (Column | undefined)[] = header.map(columnOf);
  if (columns.includes("method") && columns.includes("target")) return undefined;
  const isKnown = columns.some(
    (column) => column !== undefined && ["type", "required", "optional", "description", "values"].includes(column),
  );
  // "URL | /cards" and "Method | POST" are about the endpoint.
  const isAbout =
    header.length === 2 &&
    rows.some(([label = ""]) =>
      /^`?(?:(?:http|api)[ -]?)?(?:url|uri|methode?|verb|endpoint|endpunkt|pfad)`?:?$/i.test(label.trim()),
    );
  if (isAbout) return undefined;
  if (columns.includes("name")) return header.length > 1 ? columns : undefined;
  const names = rows.slice(1).map((row) => row[0] ?? "");
  const areNames =
    names.every((name) => name === "" || isFieldName(name)) &&
    names.some((name) => /^`/.test(name) || /[a-z]/.test(name));
  if (!isKnown || !areNames || /^(?:http|status|code|error|fehler)/i.test(header[0] ?? "")) return undefined;
  return ["name", ...columns.slice(1)];
};

const MARKERS = /^[\s↳└├─│»›>•·–—\-.]+/;
const isFieldName = (text: string): boolean =>
  /^`?<?@?[\w@$.[\]/:>\-{}]{1,120}\/?>?`?(?: ?\*)?$/.test(nameIn(text).name);

/** The name in a cell, and how many levels of nesting its markers show. */
const nameIn = (
  cell: string,
): { readonly name: string; readonly depth: number; readonly rest: string; readonly isStarred: boolean } => {
  const marked = MARKERS.exec(cell)?.[0] ?? "";
  const text = cell.slice(marked.length);
  const coded = /`([^`]{1,120})`/.exec(text)?.[1];
  const plain = /^[^\s(]{1,120}(?: ?\/ ?@[\w-]{1,60})?/.exec(text.replaceAll("`", ""))?.[0] ?? "";
  const found = (coded ?? plain).replace(/^<|\/?>$/g, "").trim();
  const rest = coded === undefined ? text.replaceAll("`", "").slice(plain.length) : text.replace(`\`${coded}\``, "");
  const depth = marked.replace(/[\s.]/g, "").length;
  return {
    name: found.replace(/[*†:,]+$|^\*/g, ""),
    depth,
    rest: rest.trim(),
    isStarred: /\*/.test(found) || /^\s?\*/.test(rest),
  };
};

const stepsOf = (name: string): readonly string[] =>
  name
    .split(/\[[\w*]{0,20}\]|\.|\/|->|>|(?=@)/)
    .map((step) => step.replace(/^@/, "").trim())
    .filter((step) => step !== "");

const tableFields = (
  [header = [], ...rows]: readonly (readonly string[])[],
  columns: readonly (Column | undefined)[],
  topic: Topic | undefined,
): readonly Field[] => {
  const cell = (row: readonly string[], column: Column): string => row[columns.indexOf(column)]?.trim() ?? "";
  const isDecided = columns.includes("required") || columns.includes("optional");
  let parents: string[] = [];
  return rows.flatMap((row): Field[] => {
    const { name, depth, rest, isStarred } = nameIn(cell(row, "name"));
    if (name === "" || !isFieldName(name)) return [];
    const description = [cell(row, "description"), ...others(row, header, columns)]
      .filter((text) => text !== "")
      .join(". ");
    const required = isRequiredCell(cell(row, "required"));
    const optional = isRequiredCell(cell(row, "optional"));
    const said = isRequiredText(`${rest} ${cell(row, "type")} ${description.slice(0, 300)}`);
    const sure = columns.includes("required")
      ? (required ?? said)
      : columns.includes("optional")
        ? optional === undefined
          ? said
          : !optional
        : isStarred || said;
    parents = [...parents.slice(0, depth), name];
    return [
      fieldOf({
        name,
        above: parents.slice(0, depth),
        topic,
        place: placeOf(cell(row, "place")),
        required: sure === false && !isStarred && said === undefined && !isDecided ? undefined : sure,
        isDecided: isDecided || isStarred,
        texts: {
          type: cell(row, "type") || rest,
          values: cell(row, "values"),
          default: cell(row, "default"),
          length: cell(row, "length"),
          example: cell(row, "example"),
          description,
        },
        quote: row.join(" | "),
      }),
    ];
  });
};

/** Columns of unknown meaning are part of the description. */
const others = (
  row: readonly string[],
  header: readonly string[],
  columns: readonly (Column | undefined)[],
): string[] =>
  row.flatMap((text, index) =>
    columns[index] === undefined && text.trim() !== "" && header[index] !== undefined && header[index] !== ""
      ? [`${header[index]}: ${text.trim()}`]
      : [],
  );

const ITEM =
  /^(?:`([^`\s]{1,100})`|([\w@.[\]-]{1,60}))\s{0,3}(?:[([]([^()[\]]{1,120})[)\]]|`([\w[\]<> ]{1,40})`)?\s{0,3}(?:,\s?(\w[\w [\]]{1,40}))?\s{0,3}(?:[:–—=]|\s-\s|-\s)\s{0,3}(.{0,3000})$/;
/** Without a description: "`date` (date, required)". */
const BARE_ITEM = /^`([^`\s]{1,100})`\s{0,3}\(([^()]{1,120})\)\.?$/;

/** "`city` (string, required): Where it starts." */
const itemField = (text: string, topic: Topic | undefined): Field | undefined => {
  const [, coded, plain, bracket = "", type = "", more = "", description = ""] =
    ITEM.exec(text) ?? bareItem(text) ?? [];
  const name = coded ?? plain;
  const about = [bracket, type, more].filter((each) => each !== "").join(", ");
  if (name === undefined || !isFieldName(name) || topic === "error") return undefined;
  if (coded === undefined && about === "" && topic === undefined) return undefined;
  if (/^(?:get|post|put|patch|delete|head|https?|note|hinweis|example|beispiel|url|method|methode|\d+)$/i.test(name))
    return undefined;
  const required = isRequiredText(`${about}. ${description.slice(0, 300)}`);
  return fieldOf({
    name,
    above: [],
    topic,
    place: placeOf(about),
    required,
    isDecided: required !== undefined,
    texts: { type: about, values: "", default: "", length: "", example: "", description },
    quote: text,
  });
};

const bareItem = (text: string): readonly (string | undefined)[] | undefined => {
  const [whole, name, about] = BARE_ITEM.exec(text) ?? [];
  return whole === undefined ? undefined : [whole, name, undefined, about];
};

interface Row {
  readonly name: string;
  readonly above: readonly string[];
  readonly topic: Topic | undefined;
  readonly place: Place | undefined;
  readonly required: boolean | undefined;
  readonly isDecided: boolean;
  readonly texts: Parameters<typeof fieldSchema>[0];
  readonly quote: string;
}

const fieldOf = ({ name, above, topic, place, required, isDecided, texts, quote }: Row): Field => ({
  name,
  steps: [...above.flatMap(stepsOf), ...stepsOf(name)],
  ...(topic !== undefined && { topic }),
  ...(place !== undefined && { place }),
  ...(required !== undefined && { required }),
  isDecided,
  schema: fieldSchema(texts),
  description: texts.description,
  quote,
});
