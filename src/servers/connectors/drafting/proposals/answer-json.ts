import { parseForeignJson } from "../../../../mcp/tools/foreign-json.ts";

const FENCE = "```";

/** Returns the JSON of an answer, which models often put in a code fence; undefined if there is none. */
export const jsonIn = (text: string): unknown => {
  const start = text.indexOf(FENCE);
  const end = start < 0 ? -1 : text.indexOf(FENCE, start + FENCE.length);
  const fenced = end < 0 ? text : text.slice(start + FENCE.length, end).replace(/^json/, "");
  for (const json of [text, fenced]) {
    try {
      return parseForeignJson(Buffer.from(json));
    } catch {
      // The other one may be JSON.
    }
  }
  return undefined;
};
