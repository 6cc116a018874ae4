import { htmlReference } from "../../../../platform/documents/html-references.ts";
import { dereferenced } from "../../../../platform/documents/read-tags.ts";

/** Tags of HTML that stand in Markdown text. Others, such as `<id>`, are placeholders and stay. */
const TAG =
  /<\/?(?:a|abbr|b|big|center|cite|del|details|div|em|font|i|img|ins|kbd|mark|p|s|samp|section|small|span|strong|sub|summary|sup|tt|u|var|wbr)(?:\s[^<>]{0,1000})?\/?>/gi;

/** Removes Markdown's inline markup outside of code, and keeps code in backticks. */
export const inlineText = (markdown: string): string =>
  markdown
    .replace(
      /<code(?:\s[^<>]{0,200})?>([^<]{0,1000})<\/code>/gi,
      (_, code: string) => `\`${code.replaceAll("`", "")}\``,
    )
    .split(/(`+[^`]{1,4000}`+)/)
    .map((part, index) => (index % 2 === 1 ? `\`${part.replaceAll("`", "").trim()}\`` : plain(part)))
    .join("")
    .trim();

const plain = (text: string): string =>
  dereferenced(
    text
      .replace(/<br\s{0,9}\/?>/gi, " ")
      .replace(TAG, "")
      .replace(/<(https?:[^\s<>]{1,2000})>/g, "$1")
      .replace(/!\[[^[\]]{0,500}\]\([^()\s]{0,2000}(?:\s[^()]{0,500})?\)/g, "")
      .replace(/\[([^[\]]{0,1000})\]\([^()\s]{0,2000}(?:\s[^()]{0,500})?\)/g, "$1")
      .replace(/\[([^[\]]{1,300})\]\[[^[\]]{0,300}\]/g, "$1")
      .replace(/\*{2,3}/g, "")
      .replace(/(?<![\w\\*])\*([^*]{1,500})\*(?![\w*])/g, "$1")
      .replace(/(?<![\w\\])_{1,2}([^_]{1,500})_{1,2}(?!\w)/g, "$1")
      .replace(/~~/g, "")
      .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, "$1"),
    htmlReference,
  );
