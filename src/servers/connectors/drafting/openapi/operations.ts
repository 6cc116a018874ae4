import { foreignText } from "../../../../mcp/tools/clean-text.ts";
import type { JsonObject } from "../../../../model/json.ts";
import { pathProblem } from "../../check-request.ts";
import type { RequestStep } from "../../connector.ts";
import { looksLikeInstruction } from "../document-text.ts";
import type { Note } from "../draft.ts";
import type { Filterable } from "../operation-filter.ts";
import type { ApiDocument } from "./api-document.ts";
import { METHODS } from "./prepare-swagger.ts";
import { listOf } from "./references.ts";

/** One operation, merged with what its path item says for all methods. */
export interface Operation {
  readonly method: RequestStep["method"];
  /** Without the query and the fragment that the document may write behind it. */
  readonly path: string;
  /** Parameters in the documented path: their texts may have placeholders. */
  readonly query: readonly (readonly [name: string, text: string])[];
  /** As documented. */
  readonly documented: string;
  /** For display: `GET /pets`. */
  readonly label: string;
  readonly raw: JsonObject;
  /** With references followed; an operation's parameters override those of its path. */
  readonly parameters: readonly JsonObject[];
  readonly tags: readonly string[];
  /** Undefined if the document's servers apply. */
  readonly servers: unknown;
}

export const filterable = ({ label, path, raw, tags }: Operation): Filterable => ({
  operation: label,
  path,
  operation_id: typeof raw["operationId"] === "string" ? raw["operationId"] : undefined,
  tags,
});

const UNCALLED = ["options", "trace"];

export const operationsOf = ({ root, references }: ApiDocument, note: Note): Operation[] =>
  Object.entries(root["paths"] as JsonObject).flatMap(([documented, entry]) => {
    const item = references.follow(entry)?.value;
    if (item === undefined) return [];
    // A fragment only tells operations of one path apart.
    const [path = "", search = ""] = (documented.split("#", 1)[0] ?? "").split(/\?(.*)/s, 2);
    const problem =
      pathProblem(path) ?? (looksLikeInstruction(documented) ? "not look like an instruction to a model" : undefined);
    if (problem !== undefined) {
      note(`${documented.slice(0, 200)} was left out: a path must ${problem}.`);
      return [];
    }
    const query = queryIn(search);
    for (const method of UNCALLED) {
      if (method in item) note(`${method.toUpperCase()} ${documented} was left out: tools cannot use this method.`);
    }
    const followed = (list: unknown): JsonObject[] =>
      listOf(list).flatMap((each) => {
        const parameter = references.follow(each)?.value;
        return parameter === undefined ? [] : [parameter];
      });
    const shared = followed(item["parameters"]);
    return METHODS.flatMap((name): Operation[] => {
      // Some documents keep each operation in a file of its own.
      const raw = references.follow(item[name])?.value;
      if (raw === undefined) return [];
      const method = name.toUpperCase() as RequestStep["method"];
      const own = followed(raw["parameters"]);
      const isOwn = (one: JsonObject) =>
        own.some((other) => other["name"] === one["name"] && other["in"] === one["in"]);
      const tags = listOf(raw["tags"]).flatMap((tag) => (typeof tag === "string" ? [foreignText(tag, 100)] : []));
      return [
        {
          method,
          path,
          query,
          documented,
          label: foreignText(`${method} ${documented}`),
          raw,
          parameters: [...shared.filter((parameter) => !isOwn(parameter)), ...own],
          tags: tags.filter((tag) => tag !== ""),
          servers: raw["servers"] ?? item["servers"],
        },
      ];
    });
  });

const queryIn = (search: string): Operation["query"] =>
  search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", text = ""] = pair.split(/=(.*)/s, 2);
      return [decoded(name), decoded(text)];
    });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
