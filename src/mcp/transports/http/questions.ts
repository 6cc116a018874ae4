import { randomBytes } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { Failure, ruleBroken } from "../../../model/failure.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import { type Params, type Response, requestMessage } from "../../protocol/json-rpc.ts";

export interface Questions {
  /** Sends a request of ours to a client and waits for its response, which may come in at any node. */
  ask(asked: Asked, signal: AbortSignal, send: (json: string) => void): Promise<Response>;
  answer(from: Owner, response: Response): void;
  /** The server is about to stop: nobody waits for a person any more. */
  giveUp(): void;
  close(): void;
}

type Owner = Pick<Caller, "tenant" | "sessionId">;

export interface Asked {
  readonly of: Owner;
  readonly method: string;
  readonly params: Params;
}

/** As long as a person may take. */
const PATIENCE_MS = 10 * 60_000;

/** A client that asks and leaves costs a place here until its time is up. */
const MOST_WAITING = 1_000;

const TOPIC = "client-answer";

interface Waiting {
  readonly of: Owner;
  resolve(response: Response): void;
  giveUp(): void;
}

const busy = (reason: string): Failure =>
  new Failure("unavailable", `${reason} Nothing was done.`, { hint: "Try again in a moment.", retryable: true });

export const createQuestions = (bus: Bus): Questions => {
  const node = randomBytes(6).toString("base64url");
  const waiting = new Map<string, Waiting>();
  let last = 0;

  const stopHearing = bus.listen(TOPIC, (news) => {
    const { tenant, sessionId, response } = news as unknown as Owner & { readonly response: Response };
    const asked = waiting.get(String(response.id));
    if (asked?.of.sessionId === sessionId && asked.of.tenant === tenant) asked.resolve(response);
  });

  return {
    ask: ({ of, method, params }, signal, send) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MOST_WAITING) throw busy("Too many questions wait for an answer already.");
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
          of,
          resolve(response) {
            settle();
            resolve(response);
          },
          giveUp() {
            settle();
            reject(busy("The server is about to stop."));
          },
        });
        send(requestMessage(id, method, params));
      }),

    answer({ tenant, sessionId }, { kind, id, result, error }) {
      bus.publish(TOPIC, { tenant, sessionId, response: { kind, id, result, error } } as never);
    },

    giveUp() {
      for (const { giveUp } of [...waiting.values()]) giveUp();
    },

    close: stopHearing,
  };
};
