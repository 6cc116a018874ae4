import { type Asked, demand } from "./strict-api.ts";

export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** Parses the parts of a multipart body by RFC 7578, and throws if it is not exact. */
export const partsIn = ({ headers, body }: Asked): readonly Part[] => {
  const [, boundary] =
    /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(headers["content-type"] ?? "") ?? [];
  demand(boundary !== undefined, `Content-Type is ${headers["content-type"]}.`);
  const text = body.toString("latin1");
  const end = `\r\n--${boundary}--\r\n`;
  demand(text.startsWith(`--${boundary}\r\n`) && text.endsWith(end), "The body does not begin or end as it should.");
  const parts = text.slice(boundary.length + 4, -end.length).split(`\r\n--${boundary}\r\n`);
  return parts.map((part) => {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const [disposition = "", type, ...more] = head.split("\r\n");
    const [whole, name = "", fileName] =
      /^Content-Disposition: form-data; name="([^"]+)"(?:; filename="([^"]+)")?$/.exec(disposition) ?? [];
    demand(whole !== undefined && more.length === 0, `A part begins with ${head}.`);
    demand(type === undefined || type.startsWith("Content-Type: "), `A part has the header ${type}.`);
    return {
      ...{ name, fileName, type: type?.slice("Content-Type: ".length) },
      bytes: Buffer.from(rest.join("\r\n\r\n"), "latin1"),
    };
  });
};
