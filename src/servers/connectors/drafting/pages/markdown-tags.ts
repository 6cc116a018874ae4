/** Reads the attributes of a tag: `name="city" required="true"`, and `required` alone. */
const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.slice(0, 2_000).matchAll(/([\w-]{1,40})(?:=(?:"([^"]{0,500})"|'([^']{0,500})'|\{([^}]{0,200})\}))?/g)].map(
      ([, name = "", double, single, braced]) => [name, double ?? single ?? braced ?? "true"],
    ),
  );

const METHOD = /^(?:get|post|put|patch|delete|head)$/i;
const PLACES = ["path", "query", "header", "body", "cookie"];

const itemOf = (name: string, about: readonly (string | undefined)[]): string => {
  const said = about.filter((each) => each !== undefined && each !== "");
  return said.length > 0 ? `- \`${name}\` (${said.join(", ")}):` : `- \`${name}\`:`;
};

const requiredIn = (attributes: ReadonlyMap<string, string>): string | undefined =>
  attributes.get("required") === "true" ? "required" : undefined;

/** What GitBook's tags mean, in Markdown. */
const GITBOOK: Readonly<Record<string, (attributes: ReadonlyMap<string, string>) => readonly string[]>> = {
  swagger(attributes) {
    const [method = "", path = ""] = [attributes.get("method"), attributes.get("path")];
    if (!METHOD.test(method)) return [];
    const summary = attributes.get("summary") ?? "";
    const request = `${method.toUpperCase()} ${attributes.get("baseUrl") ?? ""}${path}`;
    return [...(summary === "" ? [] : [`## ${summary}`, ""]), `\`${request}\``, ""];
  },
  "swagger-parameter": (attributes) => [
    itemOf(attributes.get("name") ?? "", [attributes.get("in"), attributes.get("type"), requiredIn(attributes)]),
  ],
  "swagger-response": (attributes) => labelOf(attributes.get("status") ?? ""),
  tab: (attributes) => labelOf(attributes.get("title") ?? ""),
};

const labelOf = (title: string): readonly string[] => {
  const status = /^\s{0,5}(\d)\d\d\b/.exec(title)?.[1];
  return ["", `${status === undefined ? title : Number(status) < 4 ? "Response" : "Error"}:`, ""];
};

/** What Mintlify's components mean, in Markdown. */
const MINTLIFY: Readonly<Record<string, (attributes: ReadonlyMap<string, string>) => readonly string[]>> = {
  ParamField(attributes) {
    const place = PLACES.find((each) => attributes.has(each)) ?? "";
    return [itemOf(attributes.get(place) ?? "", [place, attributes.get("type"), requiredIn(attributes)])];
  },
  RequestExample: () => ["", "Request:", ""],
  ResponseExample: () => ["", "Response:", ""],
};

const TAG = /^[ \t]{0,20}\{%-?\s{0,5}([\w-]{1,30})\s?([^%]{0,2000})-?%\}(.{0,2000})$/;
const COMPONENT =
  /^[ \t]{0,20}<(\/?)(ParamField|RequestExample|ResponseExample|Expandable)\b([^<>]{0,2000})>(.{0,2000})$/;

/** Replaces the tags of GitBook and Mintlify, which say in their own words what Markdown says in tables and lists. */
export const withoutTags = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => {
    const [, tag, rest = "", after = ""] = TAG.exec(line) ?? [];
    if (tag !== undefined) {
      const made = Object.hasOwn(GITBOOK, tag) ? (GITBOOK[tag]?.(attributesOf(rest)) ?? []) : [""];
      return after.trim() === "" ? made : [...made, after.replace(/\{%.*$/, "")];
    }
    const [, slash, component, about = "", text = ""] = COMPONENT.exec(line) ?? [];
    if (component === undefined) return [line];
    const made =
      slash === "" && Object.hasOwn(MINTLIFY, component) ? (MINTLIFY[component]?.(attributesOf(about)) ?? []) : [""];
    const shown = text.replace(/<\/\w{1,30}>\s{0,20}$/, "").trim();
    return shown === "" ? made : [`${made.join(" ")} ${shown}`];
  });
