import { Agent, request } from "node:http";
import type { TaxiwayProcess } from "../../fixtures/taxiway.ts";
import { outcomeOfAnswer, outcomeOfResponse } from "./outcome.ts";
import type { ClientSession, Endpoint } from "./system.ts";

const VERSION = "2025-11-25";

/** A new connection for each call, so that the worker is random and no old connection can be reset. */
const agent = new Agent({ keepAlive: false });

interface Heard {
  readonly status: number;
  readonly sessionId: string | undefined;
  readonly body: string;
}

const post = (port: number, session: ClientSession, message: object, patienceMs: number): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": VERSION,
      ...(session.id !== undefined && { "mcp-session-id": session.id }),
    };
    const signal = AbortSignal.timeout(Math.ceil(patienceMs));
    const options = { host: "127.0.0.1", port, path: "/mcp", method: "POST", agent, headers, signal };
    const asking = request(options, async (response) => {
      try {
        let body = "";
        for await (const piece of response.setEncoding("utf8")) body += piece;
        const sessionId = response.headers["mcp-session-id"]?.toString();
        resolve({ status: response.statusCode ?? 0, sessionId, body });
      } catch (error) {
        reject(error);
      }
    });
    asking.on("error", reject).end(JSON.stringify({ jsonrpc: "2.0", ...message }));
  });

const openSession = async (port: number, session: ClientSession, patienceMs: number): Promise<void> => {
  const clientInfo = { name: "history", version: "1" };
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
  const { sessionId, body } = await post(port, {}, { id: 0, method: "initialize", params }, patienceMs);
  if (sessionId === undefined) throw new Error(`no session: ${body.slice(0, 200)}`);
  session.id = sessionId;
};

let lastId = 0;

export const httpEndpoint = (name: string, port: () => number, isHesitant = false): Endpoint => ({
  name,
  isHesitant,
  async call(session, tool, input, patienceMs) {
    const deadline = performance.now() + patienceMs;
    const patienceLeft = () => Math.max(1, deadline - performance.now());
    try {
      if (session.id === undefined) await openSession(port(), session, patienceLeft());
      const message = { id: ++lastId, method: "tools/call", params: { name: tool, arguments: input } };
      const { status, body } = await post(port(), session, message, patienceLeft());
      if (status === 404) session.id = undefined;
      return outcomeOfResponse(status, body);
    } catch (error) {
      const { code = "", name = "", message } = error as NodeJS.ErrnoException;
      const hungUp = name === "AbortError" || name === "TimeoutError";
      return { kind: "none", reason: hungUp ? `hung up after ${Math.round(patienceMs)} ms` : `${code} ${message}` };
    }
  },
});

/** All clients of a stdio process share its session. */
export const stdioEndpoint = (name: string, taxiway: () => TaxiwayProcess, isHesitant = false): Endpoint => ({
  name,
  isHesitant,
  async call(_session, tool, input, patienceMs) {
    let timer: NodeJS.Timeout | undefined;
    const givenUp = new Promise<"given up">((resolve) => {
      timer = setTimeout(() => resolve("given up"), patienceMs);
    });
    try {
      const answer = await Promise.race([taxiway().ask("tools/call", { name: tool, arguments: input }), givenUp]);
      if (answer === "given up") return { kind: "none", reason: `gave up after ${Math.round(patienceMs)} ms` };
      return outcomeOfAnswer(answer);
    } catch (error) {
      return { kind: "none", reason: (error as Error).message.split(":")[0] as string };
    } finally {
      clearTimeout(timer);
    }
  },
});
