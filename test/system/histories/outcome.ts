import type { FlightOption } from "../../../src/model/flight.ts";
import type { Answer, ToolResult } from "../../fixtures/taxiway.ts";
import type { Outcome, SeenBooking } from "./history.ts";

/** Codes of the contract: invalid parameters, not found, broken rule. */
const REFUSALS: ReadonlySet<number> = new Set([-32602, -32001, -32002]);

interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const outcomeOfError = ({ code, message, data = {} }: WireError): Outcome => {
  if (REFUSALS.has(code) && data["retryable"] !== true) return { kind: "refused", code, message };
  const nothingDone = data["carriedOut"] === false || /nothing was (booked|changed)/i.test(message);
  return { kind: "failed", message, nothingDone, ...(data["errorId"] !== undefined && { defect: true as const }) };
};

const availableIn = (flights: readonly FlightOption[]): Record<string, number> =>
  Object.fromEntries(flights.map(({ flightIds, seatsAvailable }) => [flightIds.join(), seatsAvailable]));

const outcomeOfResult = (result: ToolResult): Outcome => {
  if (result.isError) {
    const error = result._meta?.["taxiway/error"] ?? JSON.parse(result.content[1]?.text ?? "{}");
    return outcomeOfError(error as WireError);
  }
  const content = result.structuredContent;
  if (typeof content?.pnr === "string") return { kind: "ok", booking: content as SeenBooking };
  if (Array.isArray(content?.flights)) return { kind: "ok", available: availableIn(content.flights) };
  if (!Array.isArray(content?.bookings)) return { kind: "ok" };
  const pnrs = content.bookings.map(({ pnr }: { pnr: string }) => pnr);
  const before = /before "(.*)"/.exec(content.more ?? "")?.[1];
  return { kind: "ok", list: { sessionId: content.sessionId, pnrs, ...(before !== undefined && { before }) } };
};

export const outcomeOfAnswer = ({ result, error }: Answer): Outcome =>
  error ? outcomeOfError(error) : outcomeOfResult(result as ToolResult);

/** An HTTP response may also come from a server that did not process the call. */
export const outcomeOfResponse = (status: number, body: string): Outcome => {
  let answer: Answer;
  try {
    answer = JSON.parse(body) as Answer;
  } catch {
    return { kind: "none", reason: `HTTP ${status}: ${body.slice(0, 200)}` };
  }
  if (status === 200) return outcomeOfAnswer(answer);
  const { message = body.slice(0, 200), data } = answer.error ?? {};
  return { kind: "failed", message: `HTTP ${status}: ${message}`, nothingDone: data?.["carriedOut"] === false };
};
