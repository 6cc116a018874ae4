import type { CurlCommand } from "./curl-command.ts";
import type { Scheme } from "./described-operation.ts";

export const SECRET_HEADER =
  /(?:api|app|access|auth|client|subscription|consumer|secret)[-_]?(?:key|token|secret)|^x-.{0,60}(?:key|token|secret)$|^(?:api-?key|token|key)$/i;
const HEADER = /^[ \t]{0,8}([A-Za-z][\w-]{1,60}):[ \t]*(\S.{0,1000})$/;

/** Lines such as `Authorization: Bearer …`. */
export const headersOfCode = (text: string): readonly (readonly [name: string, value: string])[] =>
  text
    .split("\n")
    .slice(0, 200)
    .flatMap((line) => {
      const [, name, value] = HEADER.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
    });

/** The security scheme that a header of a sample belongs to. */
export const schemeOfHeader = (name: string, value: string, quote: string): Scheme[] => {
  if (/^authorization$/i.test(name)) {
    const kind = /^(bearer|basic)\b/i.exec(value)?.[1]?.toLowerCase();
    if (kind !== undefined) return [{ name: kind, scheme: { type: "http", scheme: kind }, quote }];
    const prefix = /^([\w-]{1,30})\s/.exec(value)?.[1];
    const description =
      prefix === undefined ? {} : { description: `The whole value of the header: ${prefix}, a blank and the key.` };
    return [
      { name: "authorization", scheme: { type: "apiKey", in: "header", name: "Authorization", ...description }, quote },
    ];
  }
  return SECRET_HEADER.test(name)
    ? [{ name: name.toLowerCase(), scheme: { type: "apiKey", in: "header", name }, quote }]
    : [];
};

export const schemesOfCurl = ({ headers, user, line }: CurlCommand): Scheme[] => [
  ...headers.flatMap(([name, value]) => schemeOfHeader(name, value, line)),
  ...(user === undefined ? [] : [{ name: "basic", scheme: { type: "http", scheme: "basic" }, quote: line }]),
];
