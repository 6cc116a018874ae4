import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { ResponseStep } from "../../connector.ts";
import { path } from "../expressions.ts";
import type { NamedArgument } from "./argument-source.ts";

const CURSORS =
  /^(?:(?:next|page|start|paging|continuation)?_?(?:cursor|token|marker|key)|starting_?after|after|scroll_?id|bookmark)$/i;
const NEXT =
  /^(?:(?:next|end|continuation|scroll)_?(?:page_?)?(?:cursor|token|marker|key|id)|cursor|next|after|bookmark)$/i;
const COUNTED = /^(?:page|page_?number|offset|skip|start_?index)$/i;

/** How to come to the next page, if both the argument and the member of the result say so by their names. */
export const pagingOf = (
  args: readonly NamedArgument[],
  output: Schema | undefined,
  note: (sentence: string) => void,
): ResponseStep["paging"] => {
  const queries = args.filter((each) => each.in === "query" || each.in === "body");
  const cursor = queries.find(({ name }) => CURSORS.test(name));
  if (cursor === undefined) {
    const counted = queries.find(({ name }) => COUNTED.test(name));
    if (counted !== undefined) note(`It is read page by page: ${counted.argument} says which one.`);
    return undefined;
  }
  const next = output === undefined ? undefined : nextMember(output, output, []);
  if (next === undefined) {
    note(`${cursor.argument} looks like the cursor of a page, but where the next one is found is not described.`);
    return undefined;
  }
  return { next: path(next), argument: cursor.argument };
};

const DEEPEST = 2;

const nextMember = (schema: Schema, root: Schema, above: readonly string[]): readonly string[] | undefined => {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const members = Object.entries(properties).map(([name, raw]) => [name, resolved(raw, root)] as const);
  const own = members.find(([name, { type, format }]) => {
    const types = [type].flat();
    return NEXT.test(name) && format !== "uri" && (types.includes("string") || types.includes("integer"));
  });
  if (own !== undefined) return [...above, own[0]];
  if (above.length >= DEEPEST) return undefined;
  for (const [name, member] of members) {
    const found = [member["type"]].flat().includes("object") ? nextMember(member, root, [...above, name]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const resolved = (raw: unknown, root: Schema): Schema => {
  if (!isJsonObject(raw)) return {};
  const name = typeof raw["$ref"] === "string" ? raw["$ref"].replace(/^#\/\$defs\//, "") : undefined;
  const definitions = isJsonObject(root["$defs"]) ? root["$defs"] : {};
  const target = name === undefined ? undefined : definitions[name];
  return isJsonObject(target) ? target : raw;
};
