import { describePages } from "./describe-pages.ts";
import { describedReader } from "./described-reader.ts";
import { createBlocks } from "./page.ts";

/** Reads a text of curl commands. A comment above a command describes it. */
export const curlReader = describedReader(async ({ text }) => {
  const { blocks, add } = createBlocks();
  for (const part of text.split(/\n(?=[ \t]*(?:#|(?:[$>] )?curl\s))/)) {
    const [, comment] = /^[ \t]*#+[ \t]*(.{1,500})/.exec(part) ?? [];
    if (comment !== undefined && !/\bcurl\s/.test(comment)) add({ kind: "heading", level: 2, text: comment });
    const code = comment === undefined ? part : part.slice(part.indexOf("\n") + 1);
    if (/(?:^|[\s$>])curl\s/.test(code)) add({ kind: "code", language: "shell", text: code });
  }
  return describePages([{ title: "API", blocks }]);
});
