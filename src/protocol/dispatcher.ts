import type { Log } from "../model/log.ts";
import type { ServerDefinition } from "../registry/server-definition.ts";
import { type Connection, createConnection, type Desk, type Peer } from "./connection.ts";
import { createEras } from "./eras.ts";
import { createMethods } from "./methods.ts";

export interface DispatcherOptions {
  readonly log: Log;
  /** How a tool's failure is told: as a result the model reads, or as a JSON-RPC error. Default `result`. */
  readonly toolErrors?: "result" | "jsonrpc";
  /** What `content[0].text` of a result holds. Default `json`, the same as `structuredContent`. */
  readonly text?: "json" | "compact";
  /** Hold every output against its schema; a mismatch is a defect. */
  readonly checkOutput?: boolean;
}

/** Speaks MCP, of both eras, for one server. */
export interface Dispatcher {
  connect(peer: Peer): Connection;
}

export const createDispatcher = (server: ServerDefinition, options: DispatcherOptions): Dispatcher => {
  const { log, toolErrors = "result", text = "json", checkOutput = false } = options;
  const desk: Desk = {
    server,
    log,
    eras: createEras(server),
    findHandler: createMethods(server, { log, toolErrors, text, checkOutput }),
  };
  return { connect: (peer) => createConnection(desk, peer) };
};
