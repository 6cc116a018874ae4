import { Failure, type FailureKind } from "../../model/failure.ts";
import type { Log, LogFacts } from "../../model/log.ts";
import { redactError } from "../../model/redact.ts";
import { shortened } from "../tools/input-problem.ts";

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Defined by the GDS contract. */
  notFound: -32001,
  ruleBroken: -32002,
  /** Up to protocol version 2025-11-25; since 2026-07-28 the code is `invalidParams`. */
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The error object of JSON-RPC. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const STATUS: Readonly<Record<number, number>> = {
  [CODES.parse]: 400,
  [CODES.invalidRequest]: 400,
  [CODES.methodNotFound]: 404,
  [CODES.headerMismatch]: 400,
  [CODES.missingCapability]: 400,
  [CODES.unsupportedVersion]: 400,
};

/** An error of the request itself: always sent as a JSON-RPC error, never as a tool result. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: WireError["data"];
  /** The HTTP status for modern clients; legacy clients always get 200. */
  readonly status: number;

  constructor(code: number, message: string, data?: WireError["data"], status = STATUS[code] ?? 200) {
    super(message);
    this.name = "ProtocolError";
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

export const invalidParams = (message: string, data?: WireError["data"]): ProtocolError =>
  new ProtocolError(CODES.invalidParams, message, data);

/** Defined by the registry document. Some codes have other meanings in the GDS contract. */
const REGISTRY_ERRORS: Record<FailureKind | "defect", readonly [code: number, message: string]> = {
  defect: [-32000, "Server error"],
  forbidden: [-32000, "Server error"],
  failed: [-32001, "Tool execution failed"],
  rule: [-32001, "Tool execution failed"],
  not_found: [-32002, "Tool not found"],
  function_not_found: [-32003, "Function not found"],
  invalid: [-32004, "Invalid parameters"],
  timeout: [-32005, "Timeout"],
  unavailable: [-32006, "Service unavailable"],
  rate_limited: [-32007, "Rate limited"],
};

/** The same call may succeed later. A `failed` call is retryable only if its details say so. */
const RETRYABLE: ReadonlySet<FailureKind> = new Set(["unavailable", "timeout", "rate_limited"]);

const FAILURE_CODES: Record<FailureKind, number> = {
  invalid: CODES.invalidParams,
  not_found: CODES.notFound,
  rule: CODES.ruleBroken,
  unavailable: CODES.internal,
  failed: CODES.ruleBroken,
  function_not_found: CODES.notFound,
  forbidden: CODES.ruleBroken,
  timeout: CODES.internal,
  rate_limited: CODES.internal,
};

/** Repeats only a short form of the rejected value. */
const failureData = ({ kind, details }: Failure): WireError["data"] => ({
  ...(RETRYABLE.has(kind) && { retryable: true }),
  ...details,
  ...("value" in details && { value: shortened(details.value) }),
});

const contractError = (failure: Failure): WireError => {
  const code = FAILURE_CODES[failure.kind];
  const { message, data } = redactError(failure.message, failureData(failure));
  return data && Object.keys(data).length > 0 ? { code, message, data } : { code, message };
};

/** The message comes from the table; the details say what happened. */
const registryError = (failure: Failure): WireError => {
  const [code, message] = REGISTRY_ERRORS[failure.kind];
  const { message: details, data: shown } = redactError(failure.message, failureData(failure));
  const { error_type = failure.kind, ...data } = shown ?? {};
  return { code, message, data: { error_type, details, ...data } };
};

const ERROR_FORMATS = { contract: contractError, registry: registryError };
type ErrorFormat = keyof typeof ERROR_FORMATS;

/**
 * Converts anything thrown into the error that the client gets. Unavailable dependencies are also logged. A defect is
 * reported only by an ID that is in the log too, because its message may contain a path, a query or personal data.
 */
export const wireErrorOf = (
  thrown: unknown,
  log: Log,
  facts: LogFacts,
  format: ErrorFormat = "contract",
): WireError => {
  if (thrown instanceof Failure) {
    if (thrown.kind === "unavailable") {
      log.warn("unavailable", { ...facts, reason: thrown.message, cause: thrown.cause && String(thrown.cause) });
    }
    return ERROR_FORMATS[format](thrown);
  }
  if (thrown instanceof ProtocolError) {
    const { code } = thrown;
    const { message, data } = redactError(thrown.message, thrown.data);
    return data === undefined ? { code, message } : { code, message, data };
  }
  const errorId = crypto.randomUUID().slice(0, 8);
  log.error("defect", { errorId, ...facts, stack: thrown instanceof Error ? thrown.stack : String(thrown) });
  const details = `Internal server error. The server log has the details under ${errorId}.`;
  if (format === "contract") return { code: CODES.internal, message: details, data: { errorId } };
  const [code, message] = REGISTRY_ERRORS.defect;
  return { code, message, data: { error_type: "server_error", details, errorId } };
};

/** Returns the text for a model: the message, and what to do next. */
export const errorText = ({ message, data }: WireError): string => {
  const { details, hint } = data ?? {};
  const sentence = typeof details === "string" ? details : message;
  return typeof hint === "string" ? `${sentence}${/[.!?]$/.test(sentence) ? "" : "."} ${hint}` : sentence;
};
