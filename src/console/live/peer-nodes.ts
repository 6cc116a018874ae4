import { randomUUID } from "node:crypto";
import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue } from "../../platform/stores/store.ts";

/** The other processes on the same store, which have calls and rates of their own. */
export interface PeerNodes {
  /** Returns the answers that arrive in time. */
  ask(kind: string, about: JsonValue, options?: AskOptions): Promise<readonly JsonValue[]>;
  close(): void;
}

interface AskOptions {
  /** The only node that can answer. */
  readonly only?: string;
}

/** Returns undefined if this node has no answer. */
export type Answerer = (about: JsonValue) => JsonValue | undefined | Promise<JsonValue | undefined>;

const QUESTION = "console:question";
const ANSWER = "console:answer";
/** How long to wait for answers of unknown nodes. */
const UNKNOWN_TIMEOUT_MS = 250;
/** How long to wait for nodes that have answered recently. */
const KNOWN_TIMEOUT_MS = 1_000;
const KNOWN_FOR_MS = 10_000;

type Question = { readonly id: string; readonly kind: string; readonly about: JsonValue; readonly from: string };
type Answer = { readonly id: string; readonly from: string; readonly answer: JsonValue };

interface OpenQuestion {
  readonly answers: Map<string, JsonValue>;
  onAnswer(): void;
}

export const createPeerNodes = ({
  bus,
  node,
  alone,
  answerers,
}: {
  readonly bus: Bus;
  readonly node: string;
  /** There are no other processes on the store. */
  readonly alone: boolean;
  readonly answerers: ReadonlyMap<string, Answerer>;
}): PeerNodes => {
  const questions = new Map<string, OpenQuestion>();
  /** When each node last answered. */
  const known = new Map<string, number>();

  const knownNodes = (): readonly string[] => {
    const since = performance.now() - KNOWN_FOR_MS;
    for (const [other, at] of known) if (at < since) known.delete(other);
    return [...known.keys()];
  };

  const respond = async ({ id, kind, about }: Question): Promise<void> => {
    const answer = await answerers.get(kind)?.(about);
    if (answer !== undefined) bus.publish(ANSWER, { id, from: node, answer } satisfies Answer);
  };

  const stops = [
    bus.listen(QUESTION, (body) => {
      const question = body as Question;
      if (question.from !== node) void respond(question).catch(() => undefined);
    }),
    bus.listen(ANSWER, (body) => {
      const { id, from, answer } = body as Answer;
      known.set(from, performance.now());
      const question = questions.get(id);
      question?.answers.set(from, answer);
      question?.onAnswer();
    }),
  ];

  return {
    async ask(kind, about, { only } = {}) {
      if (alone || only === node) return [];
      const id = randomUUID();
      const answers = new Map<string, JsonValue>();
      const expected = only === undefined ? knownNodes() : [only];
      try {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, expected.length === 0 ? UNKNOWN_TIMEOUT_MS : KNOWN_TIMEOUT_MS);
          const onAnswer = (): void => {
            // Waits for the nodes that were known at the start, not for new ones.
            if (expected.length === 0 || !expected.every((other) => answers.has(other))) return;
            clearTimeout(timer);
            resolve();
          };
          questions.set(id, { answers, onAnswer });
          bus.publish(QUESTION, { id, kind, about, from: node } satisfies Question);
        });
      } finally {
        questions.delete(id);
      }
      return [...answers.values()];
    },
    close() {
      for (const stop of stops) stop();
    },
  };
};
