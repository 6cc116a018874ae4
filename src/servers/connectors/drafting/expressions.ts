const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const WORDS = new Set(["and", "or", "in", "true", "false", "null", "function"]);

/** Returns a property as a step of a JSONata path. Backticks are removed: they cannot be escaped. */
export const step = (name: string): string =>
  PLAIN.test(name) && !WORDS.has(name) ? name : `\`${name.replaceAll("`", "")}\``;

export const path = (names: readonly string[]): string => names.map(step).join(".");

/** Returns an object constructor, one property per line. */
export const objectOf = (members: readonly (readonly [name: string, value: string])[], indent: string): string => {
  if (members.length === 0) return "{}";
  const inner = `${indent}  `;
  const lines = members.map(([name, value]) => `${inner}${JSON.stringify(name)}: ${value}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
};

export type XmlType = "string" | "number" | "boolean";

/**
 * XML elements are strings, or objects if they have attributes. Values that are not numbers are left out where a number
 * is expected.
 */
const READERS: Readonly<Record<XmlType, string>> = {
  string: `$text := function($v) { ( $f := $v[0]; $type($f) = "object" ? $lookup($f, "#text") : $f ) };`,
  number: `$num := function($v) { ( $t := $text($v); $exists($t) and $contains($t, /^-?[0-9]+([.][0-9]+)?$/) ? $number($t) ) };`,
  boolean: `$bool := function($v) { ( $t := $text($v); $exists($t) and $t != "" ? $lowercase($t) in ["true", "1"] ) };`,
};
const CALLS: Readonly<Record<XmlType, string>> = { string: "$text", number: "$num", boolean: "$bool" };

export const readText = (type: XmlType, access: string): string => `${CALLS[type]}(${access})`;

/** Prepends the definitions of the reader functions an expression calls. */
export const withReaders = (expression: string): string => {
  const needed = (Object.keys(READERS) as XmlType[]).filter(
    (type) => type === "string" || expression.includes(`${CALLS[type]}(`),
  );
  if (!/\$(?:text|num|bool)\(/.test(expression)) return expression;
  return `(\n${needed.map((type) => `  ${READERS[type]}\n`).join("")}  ${expression}\n)`;
};
