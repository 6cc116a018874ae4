import { OutboundError, type OutboundReason } from "./outbound.ts";

type Explanation = readonly [reason: OutboundReason, sentence: string];

/** Error codes of undici, Node and the TLS library. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ["unreachable", "The host name does not exist."],
  EAI_AGAIN: ["unreachable", "The host name could not be resolved."],
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "The connection timed out."],
  UND_ERR_HEADERS_TIMEOUT: ["timeout", "The response timed out."],
  UND_ERR_BODY_TIMEOUT: ["timeout", "The response timed out."],
  UND_ERR_HEADERS_OVERFLOW: ["broken", "The response headers are too large."],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["broken", "The response does not have the length that its headers state."],
  UND_ERR_INVALID_ARG: ["refused", "The request has an invalid header."],
  UND_ERR_MAX_ORIGINS_REACHED: ["unreachable", "Too many hosts are being called at once."],
  UND_ERR_DESTROYED: ["cancelled", "The server is stopping."],
  UND_ERR_CLOSED: ["cancelled", "The server is stopping."],
  EPROTO: ["broken", "The TLS handshake with the host failed."],
  ERR_SSL_WRONG_VERSION_NUMBER: ["broken", "The TLS handshake with the host failed."],
};

const NO_HTTP = /^(?:HPE_|HTTPParserError$)/;
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|CHAIN|SIGNATURE|ALTNAME/;

/** Codes that prove that no connection was made. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
  "UND_ERR_MAX_ORIGINS_REACHED",
]);

export const wasNeverConnected = (error: unknown): boolean =>
  error instanceof OutboundError ? !error.sent : NEVER_CONNECTED.has(codeOf(error));

/** Converts any error to an OutboundError. The progress of the request determines the meaning of a lost connection. */
export const explainFailure = (
  error: unknown,
  { sent, answered }: { readonly sent: boolean; readonly answered: boolean },
): OutboundError => {
  if (error instanceof OutboundError) {
    const { reason, message, cause, hint } = error;
    return error.sent === sent ? error : new OutboundError(reason, message, { sent, cause, hint });
  }
  const [reason, sentence] = explanationOf(codeOf(error), sent, answered);
  return new OutboundError(reason, sentence, { sent, cause: error });
};

const explanationOf = (code: string, sent: boolean, answered: boolean): Explanation => {
  const known = EXPLANATIONS[code];
  if (known !== undefined) return known;
  if (NO_HTTP.test(code)) return ["broken", "The response is not valid HTTP."];
  if (CERTIFICATE.test(code)) return ["broken", "The host's certificate is not trusted."];
  if (answered) return ["broken", "The response was cut off."];
  if (sent) return ["unreachable", "The connection closed before a response arrived."];
  return ["unreachable", "The connection failed."];
};

/** HTTP parser errors do not always have a code. */
const codeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "");
};
