import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import type { Mappings } from "../mappings/mappings.ts";
import type { Pipeline, PipelineResult, StepName } from "../pipeline.ts";
import type { Renewal, SecretValue } from "../secrets/secret-value.ts";
import { type ClientTokens, createClientTokens } from "./client-tokens.ts";
import { createRefreshTokens, type RefreshTokens } from "./refresh-tokens.ts";
import { authStage, createAuthorize, httpStage, inputStage, requestStage } from "./request-stages.ts";
import { outputStage, parseStage, responseStage } from "./response-stages.ts";
import { type ConnectorSandbox, type Pauses, realPauses } from "./send-request.ts";
import type { AnyState, Stage } from "./stage.ts";

export interface PipelineOptions {
  /** A checked connector. */
  readonly connector: Connector;
  /** One of its tools. */
  readonly tool: ConnectorTool;
  readonly outbound: Pick<Outbound, "request">;
  /** The sandbox that the connector names. It answers while none of the credentials is set. */
  readonly sandbox?: ConnectorSandbox | undefined;
  /** Reads a secret of the tenant. `host` is where it would be sent; fails if the secret is not bound to it. */
  readonly secrets: (name: string, host: string) => Promise<SecretValue | undefined>;
  /** Replaces such a secret, once for all nodes. */
  readonly renewSecret: (name: string, host: string, renewal: Renewal) => Promise<SecretValue | undefined>;
  readonly mappings: Pick<Mappings, "run">;
  readonly log: Log;
  readonly clock: Clock;
  /** Caches of access tokens, shared by the tools of a connector. */
  readonly tokens?: ClientTokens;
  readonly refreshTokens?: RefreshTokens;
  /** Unix milliseconds, for signatures: real time by default, which APIs compare with their own. */
  readonly now?: () => number;
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

/** Prepares one tool of a connector for calls. A call leaves no state behind. */
export const createPipeline = (options: PipelineOptions): Pipeline => {
  const { connector, tool, outbound } = options;
  const tokens = options.tokens ?? createClientTokens({ outbound });
  const refreshTokens = options.refreshTokens ?? createRefreshTokens({ outbound });
  const now = options.now ?? systemClock.now;
  const stageOptions = { ...options, tokens, refreshTokens, now, pauses: options.pauses ?? realPauses };
  const authorize = createAuthorize(stageOptions);

  const { stages } = inOrder(inputStage(stageOptions))
    .followedBy(requestStage(stageOptions))
    .followedBy(authStage(stageOptions, authorize))
    .followedBy(httpStage(stageOptions, authorize))
    .followedBy(parseStage(stageOptions))
    .followedBy(responseStage(stageOptions))
    .followedBy(outputStage(stageOptions));

  return {
    tool,
    async run(call) {
      const context = { call, idempotencyKey: randomUUID() };
      let state: AnyState = {};
      const timings: Partial<Record<StepName, number>> = {};
      for (const [index, stage] of stages.entries()) {
        call.signal.throwIfAborted();
        const { step } = stage;
        const began = performance.now();
        const elapsed = () => Math.round((performance.now() - began) * 1000) / 1000;
        try {
          // Most steps of most tools have nothing to wait for.
          const after = stage.run(state, context);
          state = after instanceof Promise ? await after : after;
          const milliseconds = elapsed();
          timings[step] = milliseconds;
          const isLast = call.until === step;
          const shown = call.trace !== undefined || isLast ? stage.show(state, context) : undefined;
          if (shown) call.trace?.({ step, milliseconds, ...shown });
          call.progress?.(index + 1, stages.length, PROGRESS[step]);
          if (isLast) return { ...resultOf(state, timings), data: shown?.out };
        } catch (error) {
          const message = error instanceof Error ? masked(error.message, state) : "It failed.";
          call.trace?.({ step, milliseconds: elapsed(), error: message });
          call.signal.throwIfAborted();
          throw error;
        }
      }
      return resultOf(state, timings, connector.raw_results === true);
    },
  };
};

/** Each stage must take what the one before it returns. The list forgets the types of the states; `followedBy` has checked them. */
const inOrder = <In extends AnyState, Out extends AnyState>(
  stage: Stage<In, Out>,
  before: readonly Stage<AnyState, AnyState>[] = [],
) => {
  const stages: readonly Stage<AnyState, AnyState>[] = [...before, stage];
  return { stages, followedBy: <Next extends AnyState>(next: Stage<Out, Next>) => inOrder(next, stages) };
};

const masked = (text: string, { masker }: AnyState): string => masker?.text(text) ?? text;

/** Fields of steps that the call did not reach are undefined. */
const resultOf = (state: AnyState, timings: PipelineResult["timings"], withRaw = false): PipelineResult => {
  const { data, text, next, source = "live", warnings = [], response, parsed } = state;
  return {
    data,
    text,
    raw:
      withRaw && response && parsed && !parsed.file
        ? { contentType: response.headers["content-type"] ?? "", text: masked(parsed.text, state) }
        : undefined,
    source,
    ...(parsed?.file && { file: parsed.file }),
    ...(next !== undefined && { next }),
    ...(warnings.length > 0 && { warnings }),
    timings,
  };
};
