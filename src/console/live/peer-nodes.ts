import { randomUUID } from "node:crypto";
import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue } from "../../platform/stores/store.ts";

/** The other processes on the same store, each of which knows something that the others do not. */
export interface PeerNodes {
  /** What each of them says, as far as they say it in time. */
  ask(kind: string, about: JsonValue, options?: AskOptions): Promise<readonly JsonValue[]>;
  close(): void;
}

export interface AskOptions {
  /** The only one who can know. */
  readonly only?: string;
}

/** Undefined: nothing to say. */
export type Answerer = (about: JsonValue) => JsonValue | undefined | Promise<JsonValue | undefined>;

const QUESTION = "console:question";
const ANSWER = "console:answer";
/** For whoever there may be. */
const PATIENCE_MS = 250;
/** For those of whom it is known that they are there. */
const PATIENCE_WITH_KNOWN_MS = 1_000;
const KNOWN_FOR_MS = 10_000;

type Question = { readonly id: string; readonly kind: string; readonly about: JsonValue; readonly from: string };
type Answer = { readonly id: string; readonly from: string; readonly said: JsonValue };

interface Asked {
  readonly said: Map<string, JsonValue>;
  heard(): void;
}

export const createPeerNodes = ({
  bus,
  node,
  alone,
  answerers,
}: {
  readonly bus: Bus;
  readonly node: string;
  /** There can be nobody else. */
  readonly alone: boolean;
  readonly answerers: ReadonlyMap<string, Answerer>;
}): PeerNodes => {
  const asked = new Map<string, Asked>();
  /** When they were last heard of. */
  const known = new Map<string, number>();

  const present = (): readonly string[] => {
    const since = performance.now() - KNOWN_FOR_MS;
    for (const [other, at] of known) if (at < since) known.delete(other);
    return [...known.keys()];
  };

  const answer = async ({ id, kind, about, from }: Question): Promise<void> => {
    const said = await answerers.get(kind)?.(about);
    if (said !== undefined && from !== node) bus.publish(ANSWER, { id, from: node, said } satisfies Answer);
  };

  const stops = [
    bus.listen(QUESTION, (body) => {
      const question = body as Question;
      if (question.from !== node) void answer(question).catch(() => undefined);
    }),
    bus.listen(ANSWER, (body) => {
      const { id, from, said } = body as Answer;
      known.set(from, performance.now());
      const waiting = asked.get(id);
      waiting?.said.set(from, said);
      waiting?.heard();
    }),
  ];

  return {
    async ask(kind, about, { only } = {}) {
      if (alone || only === node) return [];
      const id = randomUUID();
      const said = new Map<string, JsonValue>();
      const expected = only === undefined ? present() : [only];
      try {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, expected.length === 0 ? PATIENCE_MS : PATIENCE_WITH_KNOWN_MS);
          const heard = (): void => {
            // Whoever came since then is heard the next time.
            if (expected.length === 0 || !expected.every((other) => said.has(other))) return;
            clearTimeout(timer);
            resolve();
          };
          asked.set(id, { said, heard });
          bus.publish(QUESTION, { id, kind, about, from: node } satisfies Question);
        });
      } finally {
        asked.delete(id);
      }
      return [...said.values()];
    },
    close() {
      for (const stop of stops) stop();
    },
  };
};
