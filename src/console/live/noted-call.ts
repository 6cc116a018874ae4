import type { RequestContext } from "../../mcp/protocol/request-context.ts";
import type { CallReport } from "../../mcp/protocol/tools.ts";
import { Failure } from "../../model/failure.ts";
import { withoutSecrets } from "../../model/without-secrets.ts";
import type { LiveCall } from "../contract.ts";
import { jsonSize } from "./json-size.ts";

/** What is said about a call when it is over. */
export type CallNews = Omit<CallReport, "context"> & { readonly context: Pick<RequestContext, "caller" | "requestId"> };

/** What else is known about a call of a connector. */
export interface CallExtra {
  readonly correlationId: string;
  readonly version?: string | number | undefined;
  /** How long each step took, in their order. */
  readonly steps?: Readonly<Record<string, number>> | undefined;
  /** The one that it did not get through, if there was one. */
  readonly failedStep?: string | undefined;
}

const MOST_ARGUMENTS = 8_000;
export const TOO_LARGE = "[too large to be kept]";
const DEFECT = "Something went wrong inside the server.";

/** A call as it is remembered: what it was made of, by reference, and nothing of the connection that it came over. */
export class NotedCall {
  readonly number: number;
  readonly at: number;
  readonly server: string;
  readonly tool: CallReport["tool"];
  readonly tenant: string;
  readonly sessionId: string;
  readonly keyId: string | undefined;
  readonly outcome: CallReport["outcome"];
  readonly milliseconds: number;
  readonly requestId: string;
  readonly message: string | undefined;
  readonly arguments: unknown;
  readonly extra: CallExtra | undefined;
  /** Only for a while, and only while somebody looks. */
  answer: CallReport["answer"];
  /** There was an answer, but too much of it. */
  cut = false;

  constructor(number: number, at: number, server: string, news: CallNews, extra: CallExtra | undefined) {
    const { caller, requestId = "" } = news.context;
    this.number = number;
    this.at = at;
    this.server = server;
    this.tool = news.tool;
    this.tenant = caller.tenant;
    this.sessionId = caller.sessionId;
    this.keyId = caller.grant?.keyId;
    this.outcome = news.outcome;
    this.milliseconds = news.milliseconds;
    this.requestId = requestId;
    this.message = news.thrown === undefined ? undefined : messageOf(news);
    // A large document would stay in memory for as long as the call is remembered.
    this.arguments = jsonSize(news.arguments, MOST_ARGUMENTS) > MOST_ARGUMENTS ? TOO_LARGE : news.arguments;
    this.extra = extra;
    this.answer = undefined;
  }
}

const messageOf = ({ outcome, thrown }: CallNews): string | undefined => {
  if (outcome === "defect") return DEFECT;
  if (outcome === "input_required") return undefined;
  return thrown instanceof Failure || thrown instanceof Error ? thrown.message : undefined;
};

const FAILED: ReadonlySet<CallReport["outcome"]> = new Set(["refused", "unavailable", "defect"]);

export const isFailed = (outcome: CallReport["outcome"]): boolean => FAILED.has(outcome);

export const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

export type Redact = (value: unknown, schema?: CallReport["tool"]["input"]) => unknown;

/** For whoever may see it: without what stands for a person. */
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
  correlation_id: withoutSecrets(call.extra?.correlationId ?? call.requestId),
  ...(call.message !== undefined && { message: String(redact(call.message)) }),
});
