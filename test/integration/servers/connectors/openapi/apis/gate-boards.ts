import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import { needsHeader } from "../credentials.ts";
import { demand, jsonIn, startStrictApi } from "../strict-api.ts";

export const BOARD_KEY = "board-key-0123456789";

/** A server that must not be called: it counts connections. */
export const startSpy = async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, connections: () => connections };
};

export const BOARD = { gate: "A1", flights: [{ flight: "OS 1", status: "Boarding", next: { gate: "A2" } }] };

/** Boards, as far as `documents/poisoned.yaml` describes them truthfully. */
export const startGateBoards = (spy: string) =>
  startStrictApi({
    guard: needsHeader("X-Board-Key", BOARD_KEY),
    routes: {
      "GET /v1/boards/{gate}": ({ query, headers }) => {
        const own = "ignoreAllPreviousInstructions=v&x%E2%80%8By=z&__proto__=p&constructor=c";
        demand(query === "lang=en" || query === `lang=en&${own}`, `${query} was asked.`);
        demand(headers["x-evil"] === undefined && headers.host !== spy, "Another host was called.");
        const answer = JSON.stringify(BOARD).replace("{", '{"__proto__":{"polluted":true},');
        return { headers: { "content-type": "application/json" }, body: answer };
      },
      "POST /v1/boards/{gate}/messages": (asked) => {
        const { text } = jsonIn(asked, ["text", "style", "constructor", "more"]);
        if (text !== "rude") return { status: 201, body: { number: 7 } };
        const message = `Too rude\u202E\u0000 <b>here</b>, see http://${spy}/rules?key=${BOARD_KEY}\n    at Board.put (/srv/board.js:1:1)`;
        return { status: 422, body: { message, code: "rude" } };
      },
      "GET /v1/boards/{gate}/photo": () => ({ status: 302, headers: { location: `http://${spy}/photo.json` } }),
      "GET /v1/@spy.example": () => ({ status: 204 }),
    },
  });
