import { randomBytes } from "node:crypto";
import type { Log } from "../../model/log.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import { type Connection, createConnection, type Peer } from "./connection.ts";
import { createEras, type Envelope, envelopeOf } from "./eras.ts";
import { CODES, ProtocolError, wireErrorOf } from "./errors.ts";
import { checkHeaders, checkVersion } from "./headers.ts";
import { errorAnswer, type Request, resultAnswer } from "./json-rpc.ts";
import { createMethods } from "./methods.ts";
import type { RequestContext } from "./request-context.ts";
import { createSeal } from "./seal.ts";
import type { Text } from "./text.ts";
import type { CallReport } from "./tools.ts";

export interface DispatcherOptions {
  readonly log: Log;
  /** How a tool's failure is told: as a result the model reads, or as a JSON-RPC error. Default `result`. */
  readonly toolErrors?: "result" | "jsonrpc";
  /** What `content[0].text` of a result holds. Default `json`, the same as `structuredContent`. */
  readonly text?: "json" | "compact";
  /** Hold every output against its schema; a mismatch is a defect. */
  readonly checkOutput?: boolean;
  /** Seals what clients keep for us between two rounds of a call; shared by all nodes. Default: one per process. */
  readonly sealKey?: () => Promise<Buffer>;
  /** Hears of every tool call when it is over. */
  observe?(report: CallReport): void;
}

/** An answer on its way out. */
export interface Outcome {
  readonly json: Text;
  /** Of the HTTP response, where there is one. */
  readonly status: number;
}

/** Speaks MCP, of both eras, for one server. */
export interface Dispatcher {
  readonly server: ServerDefinition;
  /** A client that stays, and sends message after message. */
  connect(peer: Peer): Connection;
  /** One request by itself. Resolves to undefined when it was cancelled, never rejects. */
  answer(request: Request, context: RequestContext): Promise<Outcome | undefined>;
}

export const createDispatcher = (server: ServerDefinition, options: DispatcherOptions): Dispatcher => {
  const { log, toolErrors = "result", text = "compact", checkOutput = false, sealKey, observe } = options;
  const eras = createEras(server);
  const ownKey = randomBytes(32);
  const seal = createSeal(sealKey ?? (async () => ownKey));
  const findHandler = createMethods(server, { log, toolErrors, text, checkOutput, seal, ...(observe && { observe }) });

  const failed = (request: Request, { requestId }: RequestContext, thrown: unknown, status: number): Outcome => {
    const facts = { method: request.method.slice(0, 100), ...(requestId !== undefined && { requestId }) };
    return { json: errorAnswer(request.id, wireErrorOf(thrown, log, facts, server.errors)), status };
  };

  const dispatcher: Dispatcher = {
    server,
    connect: (peer) => createConnection({ dispatcher, log }, peer),

    async answer(request, context) {
      const { id, method, params } = request;
      let envelope: Envelope | undefined;
      try {
        checkVersion(context, request);
        envelope = envelopeOf(request);
        checkHeaders(context, request, envelope, server);
      } catch (thrown) {
        return failed(request, context, thrown, thrown instanceof ProtocolError ? thrown.status : 200);
      }
      const era = eras[envelope === undefined ? "legacy" : "modern"];
      try {
        const handler = findHandler(method, era.name);
        if (handler === undefined) {
          throw new ProtocolError(CODES.methodNotFound, `There is no method '${method.slice(0, 100)}'`);
        }
        const result = await handler({ id, method, params, era, envelope, context });
        return context.cancelled ? undefined : { json: resultAnswer(id, result), status: 200 };
      } catch (thrown) {
        if (context.cancelled) return undefined;
        const status = era.name === "modern" && thrown instanceof ProtocolError ? thrown.status : 200;
        return failed(request, context, thrown, status);
      }
    },
  };
  return dispatcher;
};
