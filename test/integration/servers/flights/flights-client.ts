import { createDispatcher } from "../../../../src/mcp/protocol/dispatcher.ts";
import type { Log } from "../../../../src/model/log.ts";
import type { FlightShop } from "../../../../src/servers/flights/flight-shop.ts";
import { flightsServer } from "../../../../src/servers/flights/flights-server.ts";
import type { Answer, ToolResult } from "../../../fixtures/taxiway.ts";

const quiet = () => undefined;
const LOG: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => console.error(event, facts) };

/** A client of the flights server that checks every output against its schema. */
export const clientOf = (shop: FlightShop, text: "json" | "compact" = "json") => {
  const server = flightsServer(() => Promise.resolve(shop), "1.2.3");
  const dispatcher = createDispatcher(server, { log: LOG, text, checkOutput: true });
  const connection = dispatcher.connect({ caller: { tenant: "default", sessionId: "s1", transport: "stdio" } });
  const ask = async (method: string, params: object): Promise<Answer> => {
    let answer: Answer | undefined;
    await connection.receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {
      notify: quiet,
      answer: (json) => {
        answer = JSON.parse(json) as Answer;
      },
    });
    return answer as Answer;
  };
  return {
    ask,
    call: async (name: string, input: object): Promise<ToolResult> =>
      (await ask("tools/call", { name, arguments: input })).result as ToolResult,
  };
};
