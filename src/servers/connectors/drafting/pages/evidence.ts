import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { ConnectorTool } from "../../connector.ts";
import { documentLine } from "../document-text.ts";
import type { Evidence } from "../draft.ts";
import { withoutSampleSecrets } from "../sample-secrets.ts";
import type { SampledRequest } from "../samples/read-samples.ts";
import { snakeCase } from "../tool-name.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";

const MOST = 200;
const LONGEST_QUOTE = 300;
const DEEPEST = 6;

/** Returns for each part of a tool the sentence, row or line of the document that says it. */
export const evidenceOf = (
  tool: ConnectorTool,
  operation: DescribedOperation,
  { base }: DescribedApi,
  origins: SampledRequest["origins"],
): readonly Evidence[] => {
  const sentNames = new Map((tool.request.bindings ?? []).map(({ argument, name = argument }) => [argument, name]));
  const elements = new Map(origins ?? []);
  const quotes = [...operation.quotes].map(([name, quote]) => [name.split(".").map(plain), quote] as const);
  const lines = linesOf(operation.samples);
  const sentenceWith = (name: string): string | undefined =>
    operation.proposal?.sentences.find(wordsOf(sentNames.get(name) ?? name));
  const find = (property: string): string | undefined => {
    const path = (elements.get(property) ?? property.split(".")).map(plain);
    return (
      (quotes.find(([name]) => endsWith(path, name)) ?? quotes.find(([name]) => name.at(-1) === path.at(-1)))?.[1] ??
      lines.get(path.at(-1) ?? "") ??
      sentenceWith(property.split(".").at(-1) ?? "")
    );
  };
  return [
    quoted("path", operation.quotes.get("path")),
    quoted("base_url", base?.quote),
    ...operation.schemes.map(({ name, quote }) => quoted(`auth.${name}`, quote)),
    ...propertiesOf(tool.input).map((property) => quoted(`input.${property}`, find(property))),
    ...(tool.output === undefined ? [quoted("output", undefined)] : []),
  ].slice(0, MOST);
};

/** Tests whether a sentence has the words of a name: `guest_name` is in "the guest name" and in "guestName". */
const wordsOf = (name: string): ((sentence: string) => boolean) => {
  const words = snakeCase(name)
    .split("_")
    .filter((word) => word !== "");
  if (words.length === 0) return () => false;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[\\s_-]?")}(?![\\p{L}\\p{N}])`, "iu");
  return (sentence) => pattern.test(sentence);
};

const plain = (name: string): string => (name.split(":").at(-1) ?? "").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

const endsWith = (path: readonly string[], end: readonly string[]): boolean =>
  end.length <= path.length && end.every((step, at) => path[path.length - end.length + at] === step);

const quoted = (field: string, raw: string | undefined): Evidence => {
  const quote = raw === undefined ? "" : documentLine(withoutSampleSecrets(raw), LONGEST_QUOTE, field, () => undefined);
  return quote === "" ? { field } : { field, quote };
};

/** Paths of all properties, such as `rooms.adults`. */
const propertiesOf = (schema: Schema, above: readonly string[] = []): readonly string[] => {
  if (above.length > DEEPEST) return [];
  const items = schema["items"];
  if (isJsonObject(items)) return propertiesOf(items as Schema, above);
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = [...above, name];
    return [path.join("."), ...(isJsonObject(part) ? propertiesOf(part as Schema, path) : [])];
  });
};

/** The first line of the samples that has a name, as a key, an attribute, an element or a parameter. */
const linesOf = (samples: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const sample of samples) {
    for (const line of sample.slice(0, 200_000).split("\n")) {
      for (const [name] of line
        .slice(0, 2_000)
        .matchAll(/[\p{L}_][\p{L}\p{N}_:.-]{0,80}(?=["']?\s{0,3}[=:>/\s}\]])/gu)) {
        const key = plain(name);
        if (!found.has(key)) found.set(key, line.trim());
      }
    }
  }
  return found;
};
