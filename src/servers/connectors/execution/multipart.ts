import { randomBytes } from "node:crypto";
import { invalid } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import { plainText } from "./binding-text.ts";
import type { BodyMembers } from "./body-members.ts";

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/;

export const writeMultipart = (
  body: JsonObject,
  files: BodyMembers["files"],
): { readonly content: Buffer; readonly contentType: string } => {
  const boundary = `taxiway-${randomBytes(16).toString("hex")}`;
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values
      .filter((entry) => entry !== null && entry !== undefined)
      .flatMap((entry) => [
        Buffer.from(`--${boundary}\r\n`),
        ...part(name, entry, files.get(name)),
        Buffer.from("\r\n"),
      ]);
  });
  return {
    content: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};

const part = (name: string, value: unknown, fileType: string | undefined): readonly Buffer[] => {
  const quoted = `"${name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}"`;
  const head = (more: string) => Buffer.from(`Content-Disposition: form-data; name=${quoted}${more}\r\n\r\n`);
  if (fileType !== undefined) {
    const { bytes, type } = fileIn(name, value, fileType);
    return [head(`; filename=${quoted}\r\nContent-Type: ${type}`), bytes];
  }
  const type = typeof value === "object" ? "\r\nContent-Type: application/json" : "";
  return [head(type), Buffer.from(plainText(value))];
};

const fileIn = (name: string, value: unknown, type: string): { readonly bytes: Buffer; readonly type: string } => {
  const text = typeof value === "string" ? value : "";
  const [prefix = "", said = type] = DATA_URI.exec(text.slice(0, 200)) ?? [];
  const base64 = text.slice(prefix.length).replace(/\s+/g, "");
  if (base64 !== "" && base64.length % 4 !== 1 && /^[\w+/-]+={0,2}$/.test(base64)) {
    return { bytes: Buffer.from(base64, "base64"), type: said };
  }
  throw invalid(`${name} must be a file in base64.`, { field: name, hint: "Send the file's bytes in base64." });
};
