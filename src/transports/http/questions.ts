import { randomBytes } from "node:crypto";
import { ruleBroken } from "../../model/failure.ts";
import { type Params, question, type Response } from "../../protocol/json-rpc.ts";
import type { Bus } from "../../stores/bus.ts";

export interface Questions {
  /** Sends a request of ours to a client and waits for its response, which may come in at any node. */
  ask(asked: Asked, signal: AbortSignal, send: (json: string) => void): Promise<Response>;
  answer(sessionId: string, response: Response): void;
  close(): void;
}

export interface Asked {
  readonly sessionId: string;
  readonly method: string;
  readonly params: Params;
}

/** As long as a person may take. */
const PATIENCE_MS = 10 * 60_000;

const TOPIC = "client-answer";

export const createQuestions = (bus: Bus): Questions => {
  const node = randomBytes(6).toString("base64url");
  const waiting = new Map<string, { readonly sessionId: string; resolve(response: Response): void }>();
  let last = 0;

  const stopHearing = bus.listen(TOPIC, (news) => {
    const { sessionId, response } = news as unknown as { sessionId: string; response: Response };
    const asked = waiting.get(String(response.id));
    if (asked?.sessionId === sessionId) asked.resolve(response);
  });

  return {
    ask: ({ sessionId, method, params }, signal, send) =>
      new Promise((resolve, reject) => {
        // Unique over all nodes, so that an answer finds its question from wherever it comes in.
        const id = `${node}-${++last}`;
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(id);
          signal.removeEventListener("abort", cancelled);
        };
        const cancelled = () => {
          settle();
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          settle();
          reject(ruleBroken("The question to the client was not answered in time. Nothing was done."));
        }, PATIENCE_MS).unref();
        signal.addEventListener("abort", cancelled, { once: true });
        waiting.set(id, {
          sessionId,
          resolve(response) {
            settle();
            resolve(response);
          },
        });
        send(question(id, method, params));
      }),

    answer(sessionId, { kind, id, result, error }) {
      bus.publish(TOPIC, { sessionId, response: { kind, id, result, error } } as never);
    },

    close: stopHearing,
  };
};
