import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { frozenClock } from "../../../../../src/model/clock.ts";
import { Failure } from "../../../../../src/model/failure.ts";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import type { Connector, ConnectorTool } from "../../../../../src/servers/connectors/connector.ts";
import {
  createPipeline,
  type PipelineOptions,
} from "../../../../../src/servers/connectors/execution/create-pipeline.ts";
import type { Pauses } from "../../../../../src/servers/connectors/execution/send-request.ts";
import type { Mappings } from "../../../../../src/servers/connectors/mappings/mappings.ts";
import type { PipelineCall, PipelineResult, StepTrace } from "../../../../../src/servers/connectors/pipeline.ts";
import type { SecretValue } from "../../../../../src/servers/connectors/secrets/vault.ts";

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export type Answering = (response: ServerResponse, request: Received, nth: number) => void;

/** A real API on loopback that answers as defined, and records its requests. */
export const startApi = async () => {
  const received: Received[] = [];
  let answering: Answering = (response) => response.end("{}");
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    received.push(one);
    answering(response, one, received.length);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    received,
    last: (): Received => received.at(-1) as Received,
    answer(next: Answering) {
      received.length = 0;
      answering = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

export const outbound = createOutbound({ allow: ["127.0.0.1"] });

/** Records pauses instead of waiting. */
export const notedPauses = (): Pauses & { readonly pauses: number[] } => {
  const pauses: number[] = [];
  return { pauses, wait: async (ms) => void pauses.push(ms), random: () => 0.5 };
};

const noMappings: Pick<Mappings, "run"> = {
  run: () => Promise.reject(new Error("This tool has no mapping.")),
};

export interface Setting {
  readonly baseUrl: string;
  readonly connector?: Partial<Connector>;
  readonly tool?: Partial<ConnectorTool>;
  readonly secrets?: Readonly<Record<string, SecretValue>>;
  readonly options?: Partial<PipelineOptions>;
}

export const pipelineFor = ({ baseUrl, connector, tool, secrets = {}, options }: Setting) => {
  const whole: ConnectorTool = {
    name: "a_tool",
    description: "For tests.",
    risk: "read",
    input: { type: "object" },
    request: { method: "GET", path: "/things" },
    parse: { format: "json" },
    ...tool,
  };
  const lines: string[] = [];
  const line = (event: string, facts?: unknown) => void lines.push(`${event} ${JSON.stringify(facts)}`);
  const pipeline = createPipeline({
    connector: {
      connector: 1,
      name: "test",
      title: "Test API",
      description: "For tests.",
      base_url: baseUrl,
      tools: [whole],
      ...connector,
    },
    tool: whole,
    outbound,
    secrets: async (name) => secrets[name],
    renewSecret: () => Promise.reject(new Error("This tool has no refresh token.")),
    mappings: noMappings,
    log: { debug: line, info: line, warn: line, error: line },
    clock: frozenClock(Date.parse("2025-12-01T08:00:00Z")),
    pauses: notedPauses(),
    ...options,
  });
  const traces: StepTrace[] = [];
  const run = (
    given: Readonly<Record<string, unknown>> = {},
    call: Partial<PipelineCall> = {},
  ): Promise<PipelineResult> =>
    pipeline.run({
      arguments: given,
      signal: new AbortController().signal,
      correlationId: "correlation-1",
      ...call,
    });
  return {
    pipeline,
    run,
    lines,
    traces,
    watched: (given?: Readonly<Record<string, unknown>>, call: Partial<PipelineCall> = {}) =>
      run(given, { ...call, trace: (step) => void traces.push(step) }),
  };
};

export const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const outcome = await work.then(
    (value) => new Error(`It came to ${JSON.stringify(value)}.`),
    (error: unknown) => error,
  );
  if (outcome instanceof Failure) return outcome;
  throw outcome;
};
