import { OutboundError, type OutboundReason } from "./outbound.ts";

type Explanation = readonly [reason: OutboundReason, sentence: string];

/** What undici, node and the TLS library call what went wrong. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ["unreachable", "There is no host of that name."],
  EAI_AGAIN: ["unreachable", "The name of the host could not be looked up."],
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "The connection could not be made in time."],
  UND_ERR_HEADERS_TIMEOUT: ["timeout", "The answer did not come in time."],
  UND_ERR_BODY_TIMEOUT: ["timeout", "The answer did not come in time."],
  UND_ERR_HEADERS_OVERFLOW: ["broken", "The headers of the answer are too large."],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["broken", "The answer is not as long as it says."],
  UND_ERR_INVALID_ARG: ["refused", "The request has a header that HTTP does not allow."],
  UND_ERR_MAX_ORIGINS_REACHED: ["unreachable", "Too many hosts are being called at the same time."],
  UND_ERR_DESTROYED: ["cancelled", "The server is stopping."],
  UND_ERR_CLOSED: ["cancelled", "The server is stopping."],
  EPROTO: ["broken", "The host does not speak TLS that we understand."],
  ERR_SSL_WRONG_VERSION_NUMBER: ["broken", "The host does not speak TLS that we understand."],
};

const NO_HTTP = /^(?:HPE_|HTTPParserError$)/;
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|CHAIN|SIGNATURE|ALTNAME/;

/** Codes after which it is certain that no connection was made. */
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

/** Whatever broke, as an OutboundError; how far the request had come decides what a broken connection means. */
export const explainFailure = (
  error: unknown,
  { sent, answered }: { readonly sent: boolean; readonly answered: boolean },
): OutboundError => {
  if (error instanceof OutboundError) return error.sent === sent ? error : again(error, sent);
  const [reason, sentence] = explanationOf(codeOf(error), sent, answered);
  return new OutboundError(reason, sentence, { sent, cause: error });
};

const again = ({ reason, message, cause, hint }: OutboundError, sent: boolean): OutboundError =>
  new OutboundError(reason, message, { sent, cause, hint });

const explanationOf = (code: string, sent: boolean, answered: boolean): Explanation => {
  const known = EXPLANATIONS[code];
  if (known !== undefined) return known;
  if (NO_HTTP.test(code)) return ["broken", "The answer is no HTTP."];
  if (CERTIFICATE.test(code)) return ["broken", "The certificate of the host is not trusted."];
  if (answered) return ["broken", "The answer was cut off."];
  if (sent) return ["unreachable", "The connection broke before there was an answer."];
  return ["unreachable", "No connection could be made."];
};

/** The parser does not always give a code. */
const codeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "");
};
