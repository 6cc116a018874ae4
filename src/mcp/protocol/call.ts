import type { Caller } from "../../model/caller.ts";
import { ruleBroken } from "../../model/failure.ts";
import type { MaybePromise } from "../../model/maybe-promise.ts";
import type { CallNotes } from "../tools/call-record.ts";
import type { Method } from "../tools/server-definition.ts";
import {
  type Answers,
  type Call,
  MESSAGE_LEVELS,
  type MessageLevel,
  type Question,
  type Questions,
} from "../tools/tool.ts";
import { CODES, invalidParams, ProtocolError } from "./errors.ts";
import { isObject, members, notification, type RequestId } from "./json-rpc.ts";
import type { ClientCapabilities, Handler, McpRequest } from "./request-context.ts";
import type { Seal } from "./seal.ts";
import type { Text } from "./serialise.ts";

const severity = (level: MessageLevel): number => MESSAGE_LEVELS.indexOf(level);

/** Thrown to end a modern call that needs input from the client, which then repeats the call with the answers. */
export class InputRequired {
  readonly questions: Questions;
  readonly state: string | undefined;

  constructor(questions: Questions, state: string | undefined) {
    this.questions = questions;
    this.state = state;
  }
}

const progressTokenOf = ({ params }: McpRequest): RequestId | undefined => {
  const meta = params["_meta"];
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
};

const CAPABILITIES: Readonly<Record<Question["method"], string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** `elicitation: {}` means form mode: the capability is older than its modes. */
const canBeAsked = (client: ClientCapabilities, { method, params }: Question): boolean => {
  const capability = client[CAPABILITIES[method]];
  if (!isObject(capability)) return false;
  if (method !== "elicitation/create") return true;
  const mode = params?.["mode"] ?? "form";
  return isObject(capability[String(mode)]) || (mode === "form" && Object.keys(capability).length === 0);
};

const checkAskable = ({ envelope }: McpRequest, client: ClientCapabilities, questions: Questions): void => {
  const missing = Object.values(questions).filter((question) => !canBeAsked(client, question));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ method }) => CAPABILITIES[method]))];
  const message = `This call needs input from the client, but the client did not declare ${names.join(", ")}`;
  if (envelope === undefined) throw ruleBroken(`${message}.`);
  const requiredCapabilities = Object.fromEntries(names.map((name) => [name, {}]));
  throw new ProtocolError(CODES.missingCapability, message, { requiredCapabilities });
};

/** Rejects `null` and arrays too: the client meant to answer. */
const answersIn = ({ params }: McpRequest): Readonly<Record<string, unknown>> => {
  const given = params["inputResponses"];
  if (given === undefined) return {};
  if (!isObject(given)) throw invalidParams("inputResponses must be an object with one response per question");
  return given;
};

const answersTo = (questions: Questions, answers: Readonly<Record<string, unknown>>) => {
  const found: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const name of Object.keys(questions)) {
    if (!Object.hasOwn(answers, name)) return undefined;
    const answer = answers[name];
    if (!isObject(answer)) throw invalidParams(`inputResponses.${name} must be an object`);
    found[name] = answer;
  }
  return found;
};

const askLegacy = async ({ context }: McpRequest, { method, params = {} }: Question) => {
  if (context.ask === undefined) throw ruleBroken("This connection cannot carry questions to the client.");
  const { result, error } = await context.ask(method, params);
  if (error !== undefined || !isObject(result)) {
    throw ruleBroken("The client could not answer the question.", {
      hint: "Nothing was done. Try again, or go on without.",
    });
  }
  return result;
};

/**
 * A request from the point of view of a tool, resource or prompt. It is a class because an accessor in an object literal
 * would give every call its own hidden class, which only a full garbage collection removes. Its functions are bound
 * because tools destructure it: `run(input, { progress })`.
 */
export class ProtocolCall implements Call {
  readonly caller: Caller;
  readonly client: ClientCapabilities;
  /** The state that an earlier round of the same call left. */
  readonly state: string | undefined;
  private readonly request: McpRequest;
  notes: CallNotes | undefined = undefined;
  private reported = Number.NEGATIVE_INFINITY;

  constructor(request: McpRequest, state: string | undefined) {
    const { context, envelope } = request;
    this.request = request;
    this.caller = context.caller;
    this.client = envelope === undefined ? context.session.settings.capabilities : envelope.capabilities;
    this.state = state;
  }

  get signal(): AbortSignal {
    return this.request.context.signal;
  }

  get traceparent(): string | undefined {
    const { params, context } = this.request;
    const meta = params["_meta"];
    const traceparent = isObject(meta) ? meta["traceparent"] : undefined;
    return typeof traceparent === "string" ? traceparent : context.header?.("traceparent");
  }

  canAsk = (question: Question): boolean => {
    const { envelope, context } = this.request;
    return canBeAsked(this.client, question) && (envelope !== undefined || context.ask !== undefined);
  };

  progress = (progress: number, total?: number, message?: string): void => {
    const { context } = this.request;
    const progressToken = progressTokenOf(this.request);
    // The specification requires progress to increase; a tool that repeats a value is not worth an error.
    if (progressToken === undefined || context.cancelled || !(progress > this.reported)) return;
    this.reported = progress;
    context.notify(notification("notifications/progress", { progressToken, progress, total, message }));
  };

  message = (level: MessageLevel, data: unknown): void => {
    const { context, envelope } = this.request;
    const wanted = envelope === undefined ? context.session.settings.logLevel : envelope.logLevel;
    if (wanted === undefined || context.cancelled || severity(level) < severity(wanted)) return;
    context.notify(notification("notifications/message", { level, data }));
  };

  ask = async (questions: Questions, state?: string): Promise<Answers> => {
    const { request } = this;
    checkAskable(request, this.client, questions);
    if (request.envelope !== undefined) {
      const answers = answersTo(questions, answersIn(request));
      if (answers === undefined) throw new InputRequired(questions, state);
      return answers;
    }
    const names = Object.keys(questions);
    const answers = await Promise.all(Object.values(questions).map((question) => askLegacy(request, question)));
    return Object.fromEntries(names.map((name, index) => [name, answers[index] ?? {}]));
  };

  note = (notes: CallNotes): void => {
    this.notes = notes;
  };

  disconnect = (): void => {
    this.request.context.disconnect?.();
  };
}

/**
 * Runs work that may ask the client. The state of an earlier round is verified before the work starts, so that a forged
 * one has no effect.
 */
export const runCall = async (
  request: McpRequest,
  seal: Seal,
  work: (call: Call) => MaybePromise<Text>,
): Promise<Text> => {
  const opened = callOf(request, seal);
  const call = opened instanceof Promise ? await opened : opened;
  try {
    return await work(call);
  } catch (thrown) {
    if (thrown instanceof InputRequired) return inputRequired(request, seal, thrown);
    throw thrown;
  }
};

/** Returns the handler of a custom method; the era adds its own members to the result. */
export const customHandler =
  (method: Method, seal: Seal): Handler =>
  (request) =>
    runCall(request, seal, async (call) => {
      const { _meta: meta, ...result } = (await method(request.params, call)) as { readonly _meta?: object };
      return request.era.result(members(result), meta && members(meta));
    });

/** Binds a state to its method, tool and tenant. */
const purposeOf = ({ params, method, context }: McpRequest): string =>
  JSON.stringify([context.caller.tenant, method, params["name"] ?? params["uri"]]);

/** Returns a promise only when there is a state to open. */
export const callOf = (request: McpRequest, seal: Seal): MaybePromise<ProtocolCall> => {
  const sealed = request.envelope === undefined ? undefined : request.params["requestState"];
  return sealed === undefined ? new ProtocolCall(request, undefined) : resumed(request, seal, sealed);
};

const resumed = async (request: McpRequest, seal: Seal, sealed: unknown): Promise<ProtocolCall> => {
  const state = typeof sealed === "string" ? await seal.open(sealed, purposeOf(request)) : undefined;
  if (state === undefined) throw invalidParams("requestState must be the unchanged value that came with the question");
  return new ProtocolCall(request, state);
};

export const inputRequired = async (request: McpRequest, seal: Seal, asked: InputRequired): Promise<Text> => {
  const { questions, state } = asked;
  const kept =
    state === undefined ? "" : `,"requestState":${JSON.stringify(await seal.close(state, purposeOf(request)))}`;
  return request.era.inputRequired(`"inputRequests":${JSON.stringify(questions)}${kept}`);
};
