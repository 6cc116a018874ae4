import { randomBytes } from "node:crypto";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import type { Method, ServerDefinition } from "../tools/server-definition.ts";
import { customHandler } from "./call.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { createEras } from "./eras.ts";
import { CODES, ProtocolError, wireErrorOf } from "./errors.ts";
import { errorAnswer, resultAnswer } from "./json-rpc.ts";
import { createSeal } from "./seal.ts";

/** The custom methods of a server as plain JSON-RPC 2.0, for services that do not use MCP. */
export type Rpc = Pick<Dispatcher, "answer">;

export const createRpc = (server: ServerDefinition, methods: ReadonlyMap<string, Method>, log: Log): Rpc => {
  // The legacy era adds nothing to a result.
  const { legacy: era } = createEras(server);
  const key = randomBytes(32);
  const seal = createSeal(async () => key);
  const handlers = new Map([...methods].map(([name, method]) => [name, customHandler(method, seal)]));
  const names = [...methods.keys()].join(", ");

  return {
    async answer({ id, method, params }, context) {
      try {
        const handler = handlers.get(method);
        if (handler === undefined) {
          const message = `There is no method '${method.slice(0, 100)}'`;
          throw new ProtocolError(CODES.methodNotFound, message, { allowed: names });
        }
        const result = await handler({ id, method, params, era, envelope: undefined, context });
        return context.cancelled ? undefined : { json: resultAnswer(id, result), status: 200 };
      } catch (thrown) {
        if (context.cancelled) return undefined;
        const facts = {
          method: method.slice(0, 100),
          ...(context.requestId !== undefined && { requestId: context.requestId }),
        };
        const status = thrown instanceof Failure && thrown.kind === "forbidden" ? 401 : 200;
        return { json: errorAnswer(id, wireErrorOf(thrown, log, facts, server.errors)), status };
      }
    },
  };
};
