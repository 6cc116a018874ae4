import { isReadable, mediaTypeOf } from "../text-media-types.ts";
import { responseText } from "./parse-response.ts";

/** Bytes as traces show them. */
export const shownBytes = (count: number, type: string): string => `[${count} bytes of ${type}]`;

/** The body of a response as traces show it. */
export const shownResponse = (body: Buffer, contentType: string): string => {
  const type = mediaTypeOf(contentType);
  return body.length === 0 || type === "" || isReadable(type)
    ? responseText(body, contentType)
    : shownBytes(body.length, type);
};
