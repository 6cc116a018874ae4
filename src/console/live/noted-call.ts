import type { CallNotes, CallOutcome, CallRecord } from "../../mcp/tools/call-record.ts";
import { Failure } from "../../model/failure.ts";
import { withoutSecrets } from "../../model/redact.ts";
import type { LiveCall } from "../contract.ts";
import { jsonSize } from "./json-size.ts";

const MAX_ARGUMENTS_SIZE = 8_000;
const TOO_LARGE = "[too large to keep]";
const DEFECT = "Internal server error.";

/** A call kept for the live view. Refers to its arguments, but to nothing of its connection. */
export class NotedCall {
  readonly number: number;
  readonly at: number;
  readonly server: string;
  readonly tool: CallRecord["tool"];
  readonly tenant: string;
  readonly sessionId: string;
  readonly keyId: string | undefined;
  readonly outcome: CallOutcome;
  readonly milliseconds: number;
  readonly requestId: string;
  readonly message: string | undefined;
  readonly arguments: unknown;
  readonly notes: CallNotes | undefined;
  /** Kept for a short time, and only while a console is open. */
  answer: CallRecord["answer"];
  /** The answer was too large to keep. */
  cut = false;

  constructor(number: number, at: number, record: CallRecord) {
    const { caller, requestId = "" } = record;
    this.number = number;
    this.at = at;
    this.server = record.server;
    this.tool = record.tool;
    this.tenant = caller.tenant;
    this.sessionId = caller.sessionId;
    this.keyId = caller.grant?.keyId;
    this.outcome = record.outcome;
    this.milliseconds = record.milliseconds;
    this.requestId = requestId;
    this.message = record.thrown === undefined ? undefined : messageOf(record);
    // A large argument would stay in memory as long as the call does.
    this.arguments = jsonSize(record.arguments, MAX_ARGUMENTS_SIZE) > MAX_ARGUMENTS_SIZE ? TOO_LARGE : record.arguments;
    this.notes = record.notes;
    this.answer = undefined;
  }
}

const messageOf = ({ outcome, thrown }: CallRecord): string | undefined => {
  if (outcome === "defect") return DEFECT;
  if (outcome === "input_required") return undefined;
  return thrown instanceof Failure || thrown instanceof Error ? thrown.message : undefined;
};

const FAILED: ReadonlySet<CallOutcome> = new Set(["refused", "unavailable", "defect"]);

export const isFailed = (outcome: CallOutcome): boolean => FAILED.has(outcome);

export const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

export type Redact = (
  value: unknown,
  schema?: CallRecord["tool"]["input"],
  secrets?: CallRecord["tool"]["secretArguments"],
) => unknown;

/** The call as the console shows it, without personal data. */
export const liveCall = (node: string, call: NotedCall, redact: Redact): LiveCall => ({
  id: `${node}-${call.number}`,
  at: new Date(call.at).toISOString(),
  server: call.server,
  tool: withoutSecrets(call.tool.name),
  tenant: call.tenant,
  session_id: call.sessionId,
  ...(call.keyId !== undefined && { key_id: call.keyId }),
  outcome: call.outcome,
  milliseconds: rounded(call.milliseconds),
  correlation_id: withoutSecrets(call.notes?.correlationId ?? call.requestId),
  ...(call.message !== undefined && { message: String(redact(call.message)) }),
});
