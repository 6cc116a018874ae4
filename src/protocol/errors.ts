import { Failure, type FailureKind } from "../model/failure.ts";
import type { Log, LogFacts } from "../model/log.ts";
import { shortened } from "../registry/explain-misfit.ts";

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The contract's own. */
  notFound: -32001,
  ruleBroken: -32002,
  /** Of the specification: up to 2025-11-25; since 2026-07-28 it is an invalid parameter. */
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The error object of JSON-RPC and of the contract. */
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

/** The request itself is wrong: always a JSON-RPC error, never a tool result. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: WireError["data"];
  /** Of the HTTP response, for a modern client: older ones find every answer to a request under 200. */
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

const FAILURE_CODES: Record<FailureKind, number> = {
  invalid: CODES.invalidParams,
  not_found: CODES.notFound,
  rule: CODES.ruleBroken,
  unavailable: CODES.internal,
  failed: CODES.ruleBroken,
  function_not_found: CODES.notFound,
  timeout: CODES.internal,
  rate_limited: CODES.internal,
};

/** The value comes from outside and goes back there: as much of it as helps. */
const failureData = ({ kind, details }: Failure): WireError["data"] => ({
  ...(kind === "unavailable" && { retryable: true }),
  ...details,
  ...("value" in details && { value: shortened(details.value) }),
});

/**
 * What the client is told about something thrown. What is unavailable is news for the operator too. A defect shows nothing but an id, under which the log has the rest:
 * its message may hold a path, a query or somebody's data.
 */
export const wireErrorOf = (thrown: unknown, log: Log, facts: LogFacts): WireError => {
  if (thrown instanceof Failure) {
    if (thrown.kind === "unavailable") {
      log.warn("unavailable", { ...facts, reason: thrown.message, cause: thrown.cause && String(thrown.cause) });
    }
    const data = failureData(thrown);
    const code = FAILURE_CODES[thrown.kind];
    return data && Object.keys(data).length > 0
      ? { code, message: thrown.message, data }
      : { code, message: thrown.message };
  }
  if (thrown instanceof ProtocolError) {
    const { code, message, data } = thrown;
    return data === undefined ? { code, message } : { code, message, data };
  }
  const errorId = crypto.randomUUID().slice(0, 8);
  log.error("defect", { errorId, ...facts, stack: thrown instanceof Error ? thrown.stack : String(thrown) });
  return {
    code: CODES.internal,
    message: `Something went wrong inside the server; its log has the details under ${errorId}.`,
    data: { errorId },
  };
};

/** What a model reads: the sentence, and what to do next. */
export const errorText = ({ message, data }: WireError): string => {
  const hint = data?.["hint"];
  return typeof hint === "string" ? `${message} ${hint}` : message;
};
