import type { Schema } from "../../model/schema.ts";
import { list, object, oneOf, text, word } from "./schema-terms.ts";

const credentialPart = {
  credential: word("One of credentials."),
  part: oneOf(["user", "password"], "One part of a basic credential."),
};

const part: Schema = {
  ...object(
    {
      literal: text(200, "A fixed text."),
      from: oneOf(
        [...["method", "url", "host", "target", "path", "query", "body", "body_digest"], ...["timestamp", "signature"]],
        "The request as it is sent, with credentials and timestamp; target is path and query. signature only in value.",
      ),
      header: text(100, "The value of a header of the request; empty if there is none."),
      ...credentialPart,
    },
    [],
    "One of literal, from, header and credential.",
  ),
};

/** How requests are signed. */
export const signingSchema = object(
  {
    name: word("The name that sign of a tool uses."),
    algorithm: oneOf(
      ["hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512", "sha256", "sha512"],
      "A plain hash needs a credential in text.",
    ),
    key: object(
      {
        ...credentialPart,
        encoding: oneOf(["utf8", "hex", "base64"], "Encoding of the key in the credential. Default: utf8."),
      },
      ["credential"],
      "The key of an hmac.",
    ),
    timestamp: object(
      {
        format: oneOf(["unix", "unix_ms", "iso8601", "http_date"], "Seconds, milliseconds, ISO 8601 in UTC, or HTTP."),
        header: text(100, "Adds it to the request as this header."),
        query: text(100, "Adds it to the request as this query parameter."),
      },
      ["format"],
      "The time of sending.",
    ),
    body_digest: object(
      {
        algorithm: oneOf(["md5", "sha1", "sha256", "sha512"], "The hash of the body."),
        encoding: oneOf(["hex", "base64"], "How it is written."),
      },
      ["algorithm", "encoding"],
      "What from: body_digest means.",
    ),
    text: { ...list(part, 50, "What is signed, in order."), minItems: 1 },
    separator: { type: "string", maxLength: 20, description: "Between the parts of text. Default: nothing." },
    encoding: oneOf(["hex", "base64"], "How the signature is written. Default: hex."),
    header: text(100, "The header that carries the signature."),
    query: text(100, "The query parameter that carries the signature."),
    value: { ...list(part, 20, "What is written there. Default: the signature alone."), minItems: 1 },
  },
  ["name", "algorithm", "text"],
  "A signature over parts of the request, computed for each attempt.",
);
