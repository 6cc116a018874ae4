import { randomBytes } from "node:crypto";
import type { Log } from "../../model/log.ts";
import type { CallRecord } from "../tools/call-record.ts";
import type { Method, ServerDefinition } from "../tools/server-definition.ts";
import { customHandler } from "./call.ts";
import { completionMethods } from "./completion.ts";
import { type Connection, createConnection, type Peer } from "./connection.ts";
import { createEras, type Envelope, type EraName, envelopeOf } from "./eras.ts";
import { CODES, ProtocolError, wireErrorOf } from "./errors.ts";
import { checkHeaders, checkVersion } from "./headers.ts";
import { errorAnswer, type Request, resultAnswer } from "./json-rpc.ts";
import { lifecycleMethods } from "./lifecycle.ts";
import { promptMethods } from "./prompts.ts";
import type { Handler, RequestContext } from "./request-context.ts";
import { resourceMethods } from "./resources.ts";
import { createSeal, type Seal } from "./seal.ts";
import type { Text } from "./serialise.ts";
import { subscriptionMethods } from "./subscriptions.ts";
import { type ToolOptions, toolMethods } from "./tools.ts";

export interface DispatcherOptions {
  readonly log: Log;
  /** Whether a tool failure becomes a result that the model reads or a JSON-RPC error. Default: `result`. */
  readonly toolErrors?: "result" | "jsonrpc";
  /** What `content[0].text` of a result contains: the JSON of the output, or compact text. Default: `compact`. */
  readonly text?: "json" | "compact";
  /** Validates every output against its schema; a mismatch is a defect. */
  readonly checkOutput?: boolean;
  /** Signs state that clients keep between two rounds of a call; shared by all nodes. Default: one key per process. */
  readonly sealKey?: () => Promise<Buffer>;
  /** Called with the record of every tool call when it is over. */
  observe?(record: CallRecord): void;
}

/** The answer to a request. */
export interface Outcome {
  readonly json: Text;
  /** The HTTP status, for transports that have one. */
  readonly status: number;
}

/** Answers MCP requests of both eras for one server. */
export interface Dispatcher {
  readonly server: ServerDefinition;
  /** Opens a lasting connection to one client. */
  connect(peer: Peer): Connection;
  /** Answers a single request. Resolves to undefined if it was cancelled; never rejects. */
  answer(request: Request, context: RequestContext): Promise<Outcome | undefined>;
}

/** Creates the dispatcher of a server. */
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

const TOOLS_CALL = "tools/call";

/** Methods that exist in one era only. */
const ERA_OF_METHOD: Readonly<Record<string, EraName>> = {
  initialize: "legacy",
  ping: "legacy",
  "logging/setLevel": "legacy",
  "resources/subscribe": "legacy",
  "resources/unsubscribe": "legacy",
  "server/discover": "modern",
  "subscriptions/listen": "modern",
};

/** Adds custom methods. A custom `tools/call` and that of MCP are distinguished by their parameters. */
const withCustomMethods = (
  handlers: Map<string, Handler>,
  methods: ReadonlyMap<string, Method>,
  seal: Seal,
): Map<string, Handler> => {
  const custom = new Map([...methods].map(([name, method]) => [name, customHandler(method, seal)]));
  const [mcpCall, customCall] = [handlers.get(TOOLS_CALL), custom.get(TOOLS_CALL)];
  if (mcpCall !== undefined && customCall !== undefined) {
    custom.set(TOOLS_CALL, (request) => (request.params["name"] === undefined ? customCall : mcpCall)(request));
  }
  return new Map([...handlers, ...custom]);
};

type FindHandler = (method: string, era: EraName) => Handler | undefined;

const createMethods = (server: ServerDefinition, options: ToolOptions): FindHandler => {
  const mcp = new Map(
    Object.entries({
      ...lifecycleMethods(server),
      ...toolMethods(server, options),
      ...resourceMethods(server, options.seal),
      ...promptMethods(server, options.seal),
      ...completionMethods(server),
      ...subscriptionMethods(server),
    }),
  );
  const handlers = server.methods ? withCustomMethods(mcp, server.methods, options.seal) : mcp;
  return (method, era) => ((ERA_OF_METHOD[method] ?? era) === era ? handlers.get(method) : undefined);
};
