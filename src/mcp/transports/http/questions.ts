import { randomBytes } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { Failure, ruleBroken } from "../../../model/failure.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import { type Params, type Response, requestMessage } from "../../protocol/json-rpc.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

interface Question {
  /** The session that is asked. */
  readonly owner: Owner;
  readonly method: string;
  readonly params: Params;
}

/** Time for a person to answer. */
const ANSWER_TIMEOUT_MS = 10 * 60_000;

/** The question to a client that disconnects stays open until its timeout. */
const MAX_OPEN = 1_000;

const TOPIC = "client-answer";

interface OpenQuestion {
  readonly owner: Owner;
  resolve(response: Response): void;
  reject(): void;
}

const busy = (reason: string): Failure =>
  new Failure("unavailable", `${reason} Nothing was done.`, { hint: "Try again in a moment.", retryable: true });

/** Requests that the server sends to clients. */
export const createQuestions = (bus: Bus) => {
  const node = randomBytes(6).toString("base64url");
  const open = new Map<string, OpenQuestion>();
  let last = 0;

  const stopListening = bus.listen(TOPIC, (message) => {
    const { tenant, sessionId, response } = message as unknown as Owner & { readonly response: Response };
    const question = open.get(String(response.id));
    const { owner } = question ?? {};
    if (owner?.sessionId === sessionId && owner.tenant === tenant) question?.resolve(response);
  });

  return {
    /** Sends a request to a client and waits for its response, which may arrive at any node. */
    ask: ({ owner, method, params }: Question, signal: AbortSignal, send: (json: string) => void) =>
      new Promise<Response>((resolve, reject) => {
        if (open.size >= MAX_OPEN) throw busy("Too many questions to clients are unanswered.");
        // Unique across nodes, because the answer may arrive at another one.
        const id = `${node}-${++last}`;
        const settle = () => {
          clearTimeout(timer);
          open.delete(id);
          signal.removeEventListener("abort", cancelled);
        };
        const cancelled = () => {
          settle();
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          settle();
          reject(ruleBroken("The client did not answer the question in time. Nothing was done."));
        }, ANSWER_TIMEOUT_MS).unref();
        signal.addEventListener("abort", cancelled, { once: true });
        open.set(id, {
          owner,
          resolve(response) {
            settle();
            resolve(response);
          },
          reject() {
            settle();
            reject(busy("The server is stopping."));
          },
        });
        send(requestMessage(id, method, params));
      }),

    answer({ tenant, sessionId }: Owner, { kind, id, result, error }: Response): void {
      bus.publish(TOPIC, { tenant, sessionId, response: { kind, id, result, error } } as never);
    },

    /** Rejects all open questions, because the server is stopping. */
    rejectAll(): void {
      for (const question of [...open.values()]) question.reject();
    },

    close: stopListening,
  };
};
