import { STATUS_CODES } from "node:http";
import { Failure, failed } from "../../../model/failure.ts";
import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import { MAX_DOCUMENT_BYTES } from "./document.ts";
import { badAddress, tooLarge } from "./document-failures.ts";

const REDIRECTS = 5;

export const fetchDocument = async (
  outbound: Outbound,
  url: URL,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<OutboundResponse> => {
  const response = await outbound
    .request(url, {
      headers: {
        accept:
          "text/html, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, " +
          "text/*;q=0.9, */*;q=0.5",
        "user-agent": "Taxiway",
      },
      signal,
      timeoutMs,
      maxBytes: MAX_DOCUMENT_BYTES,
      redirects: REDIRECTS,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? EXPLANATIONS[error.reason](error, timeoutMs) : error;
    });
  if (response.status < 200 || response.status > 299) throw refusedBy(response);
  return response;
};

const EXPLANATIONS: Readonly<Record<OutboundReason, (error: OutboundError, timeoutMs: number) => Failure>> = {
  refused: ({ message, hint }) => badAddress(message, hint),
  unreachable: (error) => notFetched(error, "unreachable", true),
  timeout: (error, timeoutMs) =>
    new Failure(
      "timeout",
      `The document did not arrive within ${timeoutMs / 1000} seconds.`,
      { field: "document_url", hint: "Its server may be slow: try again later, or give more time.", retryable: true },
      { cause: error },
    ),
  too_large: () => tooLarge(),
  broken: (error) => notFetched(error, "broken_answer", false),
  cancelled: (error) => notFetched(error, "cancelled", true),
};

const notFetched = (error: OutboundError, error_type: string, retryable: boolean): Failure =>
  failed(
    `The document could not be fetched. ${error.message}`,
    { field: "document_url", error_type, hint: "Check the address.", retryable },
    error,
  );

const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

const refusedBy = ({ status }: OutboundResponse): Failure =>
  failed(`The document's server answered ${status}${status in STATUS_CODES ? ` ${STATUS_CODES[status]}` : ""}.`, {
    field: "document_url",
    error_type: "http_status",
    http_status: status,
    hint:
      status === 401 || status === 403
        ? "Only documents that are open to everybody can be read."
        : "Check the address.",
    retryable: status >= 500 || LATER.has(status),
  });
