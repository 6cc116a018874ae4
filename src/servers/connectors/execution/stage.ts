import type { JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { AuthStep } from "../connector.ts";
import type { PipelineCall, PipelineResult, StepName } from "../pipeline.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { CredentialTexts } from "./credential-texts.ts";
import type { Masker } from "./mask-secrets.ts";
import type { ParsedBody } from "./parse-response.ts";
import type { HttpRequest } from "./send-request.ts";
import type { WrittenBody } from "./write-body.ts";

/** One step of a call: takes the state after the step before it and returns what the later steps need. */
export interface Stage<In, Out> {
  readonly step: StepName;
  run(state: In, context: CallContext): Out | Promise<Out>;
  /** What a trace shows of the step, secrets masked. Only called if the call is traced or stops here. */
  show(state: Out, context: CallContext): { readonly in: unknown; readonly out: unknown };
}

export interface CallContext {
  readonly call: PipelineCall;
  /** The same for every attempt of the call. */
  readonly idempotencyKey: string;
}

// Stages list the fields that they return. Spreading the state would cost 20 µs per call.

export interface WithInput {
  /** The caller's arguments with the fixed and the generated ones. */
  readonly input: JsonObject;
}

export interface WithRequest extends WithInput {
  readonly request: BuiltRequest;
}

interface Authenticated {
  /** Knows the secrets of the call. */
  readonly masker: Masker;
  readonly source: PipelineResult["source"];
}

export interface Authorized extends WithRequest, Authenticated {
  readonly credentials: CredentialTexts;
  readonly body: WrittenBody | undefined;
  readonly httpRequest: HttpRequest;
}

export interface Additions {
  readonly steps: readonly AuthStep[];
  readonly texts: readonly string[];
}

export interface WithResponse extends WithRequest, Authenticated {
  /** What a trace shows in the places of credentials and signature. */
  readonly added: Additions;
  readonly response: OutboundResponse;
  readonly attempts: number;
}

export interface Parsed extends WithInput, Authenticated {
  readonly response: OutboundResponse;
  readonly parsed: ParsedBody;
}

export interface WithResult extends Parsed {
  readonly data: unknown;
  readonly text: string | undefined;
  readonly next: PipelineResult["next"];
}

export interface Checked extends Omit<WithResult, "input"> {
  readonly warnings: readonly string[];
}

/** The state after any step. */
export type AnyState = Partial<Authorized & WithResponse & Checked>;
