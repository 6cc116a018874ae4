import type { Failure } from "../../model/failure.ts";
import { FORBIDDEN } from "./xml-element.ts";
import { shown } from "./xml-limits.ts";

const REFERENCE = /&(?:(amp|lt|gt|quot|apos);|#([0-9]{1,10});|#x([0-9a-fA-F]{1,8});|([^\s&;<]{0,60}))/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five entities of XML, and numbers. Others are declared by a DOCTYPE, which is refused, and so are they. */
export const resolveReferences = (text: string, broken: (problem: string) => Failure): string => {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (_all, known?: string, decimal?: string, hexadecimal?: string, other = "") => {
    if (known !== undefined) return ENTITIES[known] as string;
    const number = decimal ?? hexadecimal;
    if (number === undefined) throw broken(`'&${shown(other)}' is none of &amp; &lt; &gt; &quot; &apos; and &#…;`);
    const code = Number.parseInt(number, decimal === undefined ? 16 : 10);
    const character = code > 0x10ffff ? "\0" : String.fromCodePoint(code);
    if (FORBIDDEN.test(character)) throw broken("a reference names a character that XML does not allow");
    return character;
  });
};
