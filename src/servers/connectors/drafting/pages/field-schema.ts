import type { JsonObject } from "../../../../model/json.ts";

/** What a row or sentence says about the values of a field. */
export interface FieldTexts {
  readonly type: string;
  readonly values: string;
  readonly default: string;
  readonly length: string;
  readonly example: string;
  readonly description: string;
}

/** The first one that fits is taken. */
const TYPES: readonly (readonly [words: RegExp, schema: JsonObject])[] = [
  [/\b(?:file|binary|blob|datei|upload)\b/i, { type: "string", format: "binary" }],
  [
    /\b(?:date-?time|timestamp|zeitstempel|datumzeit|datum\/zeit|iso ?8601 (?:date ?time|timestamp))\b/i,
    { type: "string", format: "date-time" },
  ],
  [/\b(?:date|datum)\b/i, { type: "string", format: "date" }],
  [/\b(?:uuid|guid)\b/i, { type: "string", format: "uuid" }],
  [/\be-?mail\b/i, { type: "string", format: "email" }],
  [/\b(?:ur[li]|link)\b/i, { type: "string", format: "uri" }],
  [/\b(?:bool(?:ean)?|wahrheitswert|ja\/nein|true\/false|flag)\b/i, { type: "boolean" }],
  [/\b(?:string|text|str|varchar|char|zeichenkette|token|slug|decimal string)\b/i, { type: "string" }],
  [
    /\b(?:int(?:eger)?(?:32|64)?|long|short|ganzzahl|u?int\d{0,2}|bigint|smallint|positive number|count|anzahl)\b/i,
    { type: "integer" },
  ],
  [
    /\b(?:number|numeric|float|double|decimal|zahl|dezimal(?:zahl)?|kommazahl|real|money|currency amount|betrag)\b/i,
    { type: "number" },
  ],
  [/\b(?:enum(?:eration)?|id|identifier)\b/i, { type: "string" }],
  [/\b(?:object|hash|map|dict(?:ionary)?|struct|objekt|json)\b/i, { type: "object" }],
];

const LIST = /\b(?:array|list|liste|arrays|lists)\b|\[\]|\bcollection\b/i;

/** Reads the name of a type: `string`, `array of integers`, `int[]`, `varchar(20)`, `Ganzzahl`. */
const typeSchema = (text: string): JsonObject | undefined => {
  const plain = text.slice(0, 200).replace(/[`*]/g, "").trim();
  if (LIST.test(plain)) {
    const items = scalarSchema(plain.replace(LIST, " ").replace(/s\b/g, ""));
    return { type: "array", ...(items !== undefined && { items }) };
  }
  const schema = scalarSchema(plain);
  const most = /\((\d{1,6})\)/.exec(plain)?.[1];
  return schema?.["type"] === "string" && most !== undefined ? { ...schema, maxLength: Number(most) } : schema;
};

const scalarSchema = (text: string): JsonObject | undefined => TYPES.find(([words]) => words.test(text))?.[1];

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;

/** Returns the schema of a field, as far as the texts say it; undefined where they do not. */
export const fieldSchema = (texts: FieldTexts): JsonObject => {
  const { description } = texts;
  const about = [texts.values, description, texts.length].filter((text) => text !== "").join(". ");
  const typed = typeSchema(texts.type) ?? typeOfText(about);
  const values = valuesIn(texts.values, true) ?? valuesIn(description, false);
  const type = typed?.["type"];
  const constant = constantIn(about);
  const bounds = boundsIn(about, type, texts.length);
  const said = defaultIn(texts.default, description);
  const schema: JsonObject = {
    ...(typed ?? (values?.every((value) => NUMBER.test(value)) ? { type: "integer" } : {})),
    ...formatIn(`${texts.type} ${about}`, type),
    ...bounds,
  };
  const isDate = schema["format"] === "date" || schema["format"] === "date-time";
  const given = said !== undefined && isDate && !/^\d{4}-\d\d-\d\d/.test(said) ? undefined : said;
  const own = (value: string): unknown => readValue(value, schema["type"]);
  const all = values?.map(own);
  return {
    ...schema,
    ...(constant !== undefined && { enum: [own(constant)] }),
    ...(constant === undefined &&
      all !== undefined &&
      (type === "array"
        ? { items: { type: "string", enum: all } }
        : type !== "object" && type !== "boolean" && { enum: all })),
    ...(given !== undefined &&
      type !== "array" &&
      type !== "object" &&
      (all === undefined || all.includes(own(given))) && { default: own(given) }),
    ...exampleOf(texts.example, schema["type"]),
  };
};

const readValue = (text: string, type: unknown): unknown => {
  if ((type === "integer" || type === "number") && NUMBER.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  return text;
};

const exampleOf = (text: string, type: unknown): JsonObject => {
  const plain = unquoted(text);
  if (plain === "" || plain.length > 80 || plain === "-" || type === "object" || type === "array") return {};
  const value = readValue(plain, type);
  return (type === "integer" || type === "number") && typeof value !== "number" ? {} : { examples: [value] };
};

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^[`"'„“‚‘]+|[`"'”“’.]+$/g, "")
    .trim();

/** A type that only the description names. */
const typeOfText = (text: string): JsonObject | undefined => {
  if (/^(?:an? )?(?:boolean|true or false|whether\b|if (?:set|true)\b|ob\b)/i.test(text)) return { type: "boolean" };
  if (/^(?:the )?(?:number of \w+s|anzahl|integer)\b/i.test(text)) return { type: "integer" };
  if (/^(?:an? )?(?:array|list|liste) (?:of|von|der)\b/i.test(text)) return { type: "array" };
  return /\b(?:YYYY-MM-DD|JJJJ-MM-TT)\b/i.test(text) ? { type: "string" } : undefined;
};

const formatIn = (text: string, type: unknown): JsonObject => {
  if (type !== "string" && type !== undefined) return {};
  if (/(?:YYYY-MM-DD|JJJJ-MM-TT)(?:[T ]|['"`]T)\s?['"`]?HH/i.test(text)) return { type: "string", format: "date-time" };
  if (/\b(?:YYYY-MM-DD|JJJJ-MM-TT)\b/i.test(text)) return { type: "string", format: "date" };
  if (/\b(?:DD|MM|TT)[./-](?:MM|DD)[./-](?:YY|JJ)/i.test(text)) return { format: undefined };
  return {};
};

const LIST_OF_VALUES =
  /(?:one of|possible values?(?: are| is)?|allowed(?: values?)?(?: are| is)?|valid(?: values?)?(?: are)?|accepted values?(?: are)?|supported values?(?: are)?|values?(?: are)?|can be(?: either)?|either|must be|options?(?: are)?|eine?r? von|(?:mögliche|erlaubte|zulässige|gültige)r? werte?(?: sind)?|erlaubt(?: sind)?|zulässig(?: sind)?|entweder|werte)\s*:?\s*([^.;\n]{3,400})/i;
const QUOTED = /[`"'„“‚]([\w./+-]{1,60})[`"'”“’‘]/g;
const CODES =
  /(?:^|[\s,;/(|])(\d{1,4}|[A-Z]{1,4}\d{0,2})\s{0,3}(?:=|:|–|—|-|\bis\b|\bfor\b)?\s{0,3}(\p{L}[\p{L}\d -]{1,60}?)(?=\s{0,3}(?:[,;/|).]|$|\bor\b|\boder\b|\band\b|\bund\b))/gu;
const MOST_VALUES = 100;

/** Values that a text lists; `isList` if it stands in a column of values. */
const valuesIn = (given: string, isList: boolean): readonly string[] | undefined => {
  const text = given.slice(0, 2_000);
  const listed = isList ? text : LIST_OF_VALUES.exec(text)?.[1];
  // "`LUNCH` or `HELMET`."
  const isOnly =
    listed === undefined && /^[\s,.|/]*(?:(?:or|oder|und|and)[\s,.]*)*$/i.test(text.slice(0, 500).replace(QUOTED, " "));
  if (isOnly) return several([...text.matchAll(QUOTED)].map(([, value = ""]) => value));
  const quoted = listed === undefined ? [] : [...listed.matchAll(QUOTED)].map(([, value = ""]) => value);
  if (quoted.length > 1) return unique(quoted);
  const codes = [...text.matchAll(CODES)]
    .filter(([, code = ""]) => /^\d+$/.test(code) || isList)
    .map(([, code = ""]) => code);
  const isCounted =
    codes.length > 1 &&
    codes.every((code, at) => at === 0 || !/^\d+$/.test(code) || Number(code) > Number(codes[at - 1]));
  if (
    isCounted &&
    new Set(codes).size === codes.length &&
    (isList || /^\s*\(?\d/.test(text) || /[:(]\s{0,3}0?[01]\b/.test(text) || codes.length > 2)
  )
    return codes;
  if (
    listed === undefined ||
    (!isList && !/(?:one of|values?|werte?|eine?r? von|erlaubt|zulässig)\b.{0,20}:/i.test(text))
  )
    return undefined;
  const words = listed
    .split(/\s*(?:,|\||;|\/|\bor\b|\boder\b|\band\b|\bund\b)\s*/)
    .map(unquoted)
    .filter((word) => word !== "");
  const areWords = words.length > 1 && words.every((word) => /^[\p{L}\d_.+-]{1,40}$/u.test(word));
  return areWords ? unique(words) : undefined;
};

const several = (values: readonly string[]): readonly string[] | undefined =>
  values.length > 1 ? unique(values) : undefined;

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].slice(0, MOST_VALUES);

/** "Always `Book`", "immer 1". */
const constantIn = (text: string): string | undefined =>
  /(?:^|[.,;(]\s{0,3})(?:(?:is|ist|value|wert|must be|muss)\s)?\s{0,3}(?:always|immer|fixed(?: value)?:?|constant:?|konstant:?|fester wert:?)\s(?:be\s|set to\s)?[`"'„“‚]?([\w./:+-]{1,60}?)[`"'”“’‘]?(?=[.,;)\s]|$)/i.exec(
    text,
  )?.[1];

const boundsIn = (text: string, type: unknown, length: string): JsonObject => {
  const number = (pattern: RegExp, group = 1): number | undefined => {
    const found = pattern.exec(text)?.[group];
    return found === undefined ? undefined : Number(found);
  };
  const defined = (values: Record<string, number | undefined>): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const range =
    /(?:between|zwischen|from|von|range|bereich|\()?\s{0,3}(-?\d{1,9})\s{0,3}(?:-|–|—|\.\.\.?|to|bis|and|und)\s{0,3}(\d{1,9})(?![\d-]|\.\d)/i.exec(
      text,
    );
  const most =
    /(?:max(?:imum|imal|\.)?(?: of| value)?|at most|up to|höchstens|bis zu|no more than|not exceed|≤|<=)\s{0,3}:?\s{0,3}(\d{1,9})\b/i;
  const least = /(?:min(?:imum|destens|\.)?(?: of| value)?|at least|≥|>=)\s{0,3}:?\s{0,3}(-?\d{1,9})\b/i;
  if (type === "string" || type === undefined) {
    const characters = /(\d{1,6})\s{0,3}(?:characters|chars|zeichen|letters|digits|stellen|buchstaben)/i;
    const longest = /^\s*(?:max\.?\s*)?(\d{1,6})\s*$/.exec(length)?.[1];
    const isMost = most.test(text) || /(?:characters|chars|zeichen) (?:max|maximum|long|lang)/i.test(text);
    return defined({ maxLength: longest === undefined ? (isMost ? number(characters) : undefined) : Number(longest) });
  }
  if (type === "array") {
    const limits = range ?? undefined;
    return defined({
      minItems: limits ? Number(limits[1]) : number(least),
      maxItems: limits ? Number(limits[2]) : number(most),
    });
  }
  if (type !== "integer" && type !== "number") return {};
  if (range !== null && Number(range[1]) < Number(range[2]))
    return { minimum: Number(range[1]), maximum: Number(range[2]) };
  return defined({ minimum: number(least), maximum: number(most) });
};

const defaultIn = (cell: string, description: string): string | undefined => {
  const own = unquoted(cell);
  if (own !== "")
    return /^(?:-|–|—|none|null|n\/a|keine?r?|empty|leer)$/i.test(own) || own.length > 60 ? undefined : own;
  const found =
    /\b(?:defaults?(?: value)?(?: is| to|:| =)?|standard(?:wert)?(?: ist|:)|vorgabe(?: ist|:))\s{0,3}[`"'„“‚]([^`"'”“’‘]{1,60})[`"'”“’‘]|\b(?:default(?: value)?(?: is|:| =)|defaults to|standard(?:wert)?(?: ist|:)|vorgabe(?: ist|:))\s{0,3}([\w.-]{1,40}?)(?=[.,;)\s]|$)/i.exec(
      description,
    );
  return found?.[1] ?? found?.[2];
};
