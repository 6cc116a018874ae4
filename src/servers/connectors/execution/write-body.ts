import { invalid } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import { decodeBytes } from "../../../model/text-encoding.ts";
import { writeXmlBytes } from "../../../platform/xml/write-xml.ts";
import type { XmlInput } from "../../../platform/xml/xml-element.ts";
import type { BodyFormat } from "../connector.ts";
import { plainText } from "./binding-text.ts";
import { type BodyMembers, withJoined } from "./body-members.ts";
import { writeMultipart } from "./multipart.ts";

export interface WrittenBody {
  readonly content: string | Buffer;
  readonly contentType: string;
  /** The content for readers that take text. */
  text(): string;
}

/** A body is written once, as a whole; nothing is ever put into a text. */
export const writeBody = (body: unknown, format: BodyFormat, members: BodyMembers): WrittenBody | undefined => {
  if (format.format === "xml") return writeXmlBody(body, format);
  if (body === undefined) return undefined;
  return WRITERS[format.format](body, members);
};

const written = (content: string, contentType: string): WrittenBody => ({ content, contentType, text: () => content });

const WRITERS: Readonly<
  Record<Exclude<BodyFormat["format"], "xml">, (body: unknown, members: BodyMembers) => WrittenBody>
> = {
  json: (body) => written(JSON.stringify(body), "application/json"),
  text: (body) => written(plainText(body), "text/plain; charset=utf-8"),
  form: (body, members) => {
    const fields = Object.entries(withJoined(fieldsOf(body), members)).flatMap(([name, value]) =>
      formFields(name, value),
    );
    return written(new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");
  },
  multipart: (body, members) => {
    const { content, contentType } = writeMultipart(withJoined(fieldsOf(body), members), members.files);
    return { content, contentType, text: () => content.toString("latin1") };
  },
};

type XmlFormat = Extract<BodyFormat, { readonly format: "xml" }>;

const writeXmlBody = (body: unknown, { root, xml = {} }: XmlFormat): WrittenBody => {
  const { encoding = "utf-8", namespaces } = xml;
  const content = writeXmlBytes(
    { [root]: (body ?? "") as XmlInput },
    { encoding, ...(namespaces !== undefined && { namespaces }) },
  );
  return {
    content,
    contentType: encoding === "utf-8" ? "application/xml" : `application/xml; charset=${encoding}`,
    text: () => decodeBytes(content, encoding),
  };
};

const fieldsOf = (body: unknown) => {
  if (isJsonObject(body)) return body;
  throw invalid("The body must be an object to be sent as a form.", { error_type: "mapping_failed" });
};

const formFields = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => formFields(name, entry));
  if (!isJsonObject(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => formFields(`${name}[${key}]`, member));
};
