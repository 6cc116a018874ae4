/** JSON values one after the other, mostly one on each line. */
const JSON_LINES = /^application\/(?:(?:x-)?(?:ndjson|jsonl|json-?lines|json-seq|json-stream)|stream\+json)$/;
const TEXT =
  /^text\/[\w.*+-]+$|^plain\/text$|^application\/(?:[\w.-]+\+)?(?:x-)?(?:yaml|jwt|jose|csv|graphql|toml|sql|ecmascript|javascript|typescript|sh|pem-file|pgp-signature|x-www-form-urlencoded)$/;
const JSON_OR_XML = /^[\w.-]+\/(?:[\w.-]+\+)?(?:json|xml|xml-dtd)$|^application\/x-amz-json-1\.\d$/;

/** Media types in lower case, without parameters. */
export const isJsonLinesType = (type: string): boolean => JSON_LINES.test(type);

/** Whether a body of the type is text that is neither JSON nor XML. */
export const isTextType = (type: string): boolean => TEXT.test(type) || JSON_LINES.test(type);

export const isXmlType = (type: string): boolean => /^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(type);

/** Whether a body of the type can be read as text; all others are bytes. */
export const isReadable = (type: string): boolean => isTextType(type) || JSON_OR_XML.test(type);

const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** The media type in a Content-Type header, in lower case; empty if there is none. */
export const mediaTypeOf = (contentType: string): string => {
  const type = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : "";
};
