import type { JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { PipelineCall, PipelineResult } from "../pipeline.ts";
import type { BuiltRequest } from "./built-request.ts";
import type { CredentialTexts } from "./credential-texts.ts";
import type { Masker } from "./mask-secrets.ts";
import type { Sending } from "./send-request.ts";
import type { WrittenBody } from "./write-body.ts";

/** One call on its way through the steps: each of them adds what it made. */
export interface Journey {
  readonly call: PipelineCall;
  readonly idempotencyKey: string;
  input: JsonObject;
  request: BuiltRequest;
  credentials: CredentialTexts;
  masker: Masker;
  source: PipelineResult["source"];
  sending: Sending;
  body: WrittenBody | undefined;
  response: OutboundResponse;
  answer: { readonly body: unknown; readonly text: string };
  data: unknown;
  text: string | undefined;
  next: PipelineResult["next"];
  warnings: readonly string[];
}

/** What a step saw and made; asked for only when somebody watches. */
export type Shown = () => { readonly in: unknown; readonly out: unknown };
export type Station = (journey: Journey) => Promise<Shown> | Shown;
