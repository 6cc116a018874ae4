import type { JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { PipelineCall, PipelineResult, StepName } from "../pipeline.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { CredentialTexts } from "./credential-texts.ts";
import { createMasker, type Masker } from "./mask-secrets.ts";
import type { ParsedBody } from "./parse-response.ts";
import type { HttpRequest } from "./send-request.ts";
import type { WrittenBody } from "./write-body.ts";

/** One step of a call: takes the state after the step before it and returns a new state. */
export interface Stage<In extends CallState, Out extends In> {
  readonly step: StepName;
  run(state: In): Out | Promise<Out>;
  /** What a trace shows of the step, secrets masked. Only called if the call is traced or stops here. */
  show(state: Out): { readonly in: unknown; readonly out: unknown };
}

/** What every stage sees of a call. */
export interface CallState {
  readonly call: PipelineCall;
  /** The same for every attempt of the call. */
  readonly idempotencyKey: string;
  /** Knows the secrets of the call; none until the credentials are added. */
  readonly masker: Masker;
  readonly source: PipelineResult["source"];
}

export interface WithInput extends CallState {
  /** The caller's arguments with the fixed and the generated ones. */
  readonly input: JsonObject;
}

export interface WithRequest extends WithInput {
  readonly request: BuiltRequest;
}

export interface Authorized extends WithRequest {
  readonly credentials: CredentialTexts;
  readonly body: WrittenBody | undefined;
  readonly httpRequest: HttpRequest;
}

export interface WithResponse extends Authorized {
  readonly response: OutboundResponse;
  readonly attempts: number;
}

export interface Parsed extends WithResponse {
  readonly parsed: ParsedBody;
}

export interface WithResult extends Parsed {
  readonly data: unknown;
  readonly text: string | undefined;
  readonly next: PipelineResult["next"];
}

export interface Checked extends WithResult {
  readonly warnings: readonly string[];
}

const NO_SECRETS = createMasker([]);

export const initialState = (call: PipelineCall, idempotencyKey: string): CallState => ({
  call,
  idempotencyKey,
  masker: NO_SECRETS,
  source: "live",
});
