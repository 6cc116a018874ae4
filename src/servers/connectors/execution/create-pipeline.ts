import { randomUUID } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import type { Mappings } from "../mappings/mappings.ts";
import { type Pipeline, type PipelineCall, type PipelineResult, STEPS, type StepName } from "../pipeline.ts";
import type { SecretValue } from "../vault.ts";
import { answerStations } from "./answer-stations.ts";
import { type ClientTokens, createClientTokens } from "./client-tokens.ts";
import type { Journey, Station } from "./journey.ts";
import { createMasker } from "./mask-secrets.ts";
import { requestStations } from "./request-stations.ts";
import { type Pauses, realPauses } from "./send-request.ts";
import type { ConnectorSandbox } from "./ways-out.ts";

export interface PipelineOptions {
  /** Checked. */
  readonly connector: Connector;
  /** One of its tools. */
  readonly tool: ConnectorTool;
  readonly outbound: Pick<Outbound, "request">;
  /** The one that the connector names: answers as long as none of its credentials is there. */
  readonly sandbox?: ConnectorSandbox | undefined;
  /** The vault's, of the tenant. `host` is where the secret would be sent to: fails if it is for another. */
  readonly secrets: (name: string, host: string) => Promise<SecretValue | undefined>;
  readonly mappings: Pick<Mappings, "run">;
  readonly log: Log;
  readonly clock: Clock;
  /** Shared by the tools of a connector, so that they share their access tokens. */
  readonly tokens?: ClientTokens;
  readonly pauses?: Pauses;
}

const PROGRESS: Readonly<Record<StepName, string>> = {
  input: "Arguments taken",
  request: "Request built",
  auth: "Credentials added",
  http: "Answer received",
  parse: "Answer read",
  response: "Result made",
  output: "Result checked",
};

/** One tool of a connector, ready to be called. Nothing of a call outlives it. */
export const createPipeline = (options: PipelineOptions): Pipeline => {
  const { tool, outbound } = options;
  const tokens = options.tokens ?? createClientTokens({ outbound });
  const whole = { ...options, tokens, pauses: options.pauses ?? realPauses };
  const stations: Readonly<Record<StepName, Station>> = { ...requestStations(whole), ...answerStations(whole) };

  return {
    tool,
    async run(call) {
      const journey = begin(call);
      const timings: Partial<Record<StepName, number>> = {};
      let reached: unknown;
      for (const [index, step] of STEPS.entries()) {
        call.signal.throwIfAborted();
        const began = performance.now();
        const elapsed = () => Math.round((performance.now() - began) * 1000) / 1000;
        try {
          const shown = await stations[step](journey);
          timings[step] = elapsed();
          const isLast = call.until === step;
          if (call.trace !== undefined || isLast) {
            const { in: seen, out } = shown();
            call.trace?.({ step, milliseconds: timings[step] as number, in: seen, out });
            reached = out;
          }
          call.progress?.(index + 1, STEPS.length, PROGRESS[step]);
          if (isLast) return { ...resultOf(journey, timings), data: reached };
        } catch (error) {
          const message = error instanceof Error ? journey.masker.text(error.message) : "It failed.";
          call.trace?.({ step, milliseconds: elapsed(), error: message });
          call.signal.throwIfAborted();
          throw error;
        }
      }
      return resultOf(journey, timings, options.connector.raw_results === true);
    },
  };
};

const NO_SECRETS = createMasker([]);

/** What has not been made yet is made before anybody asks for it. */
const begin = (call: PipelineCall): Journey =>
  ({
    call,
    idempotencyKey: randomUUID(),
    masker: NO_SECRETS,
    source: "live",
    warnings: [],
  }) as unknown as Journey;

const resultOf = (journey: Journey, timings: PipelineResult["timings"], withRaw = false): PipelineResult => {
  const { data, text, next, source, warnings, response, answer, masker } = journey;
  return {
    data,
    text,
    raw: withRaw ? { contentType: response.headers["content-type"] ?? "", text: masker.text(answer.text) } : undefined,
    source,
    ...(next !== undefined && { next }),
    ...(warnings.length > 0 && { warnings }),
    timings,
  };
};
