import { randomBytes, randomUUID } from "node:crypto";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { createLine } from "../model/line.ts";
import type { Log } from "../model/log.ts";
import type { Bus } from "../stores/bus.ts";
import type { Store } from "../stores/store.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;
type RequestId = string | number;

/**
 * What was sent on the streams of a session, so that a client whose connection broke gets the rest: on whatever node
 * it comes back to, whichever node goes on producing it.
 */
export interface EventLog {
  /** A new stream; with the request it answers, if it answers one. */
  begin(owner: Owner, request?: RequestId): LoggedStream;
  /**
   * Reads on after an event, past and future ones; undefined when there is no such stream. Whoever else was writing the
   * stream to a client hears that it was taken.
   */
  follow(owner: Owner, eventId: string, reader: StreamReader): Promise<Following | undefined>;
  close(): Promise<void>;
}

export interface LoggedStream {
  /** Comes before all events: a client that lost the connection before the first one comes back with this. */
  readonly firstId: string;
  /** Returns the event's id. */
  add(json: string): string;
  /** Nothing comes after this. */
  end(): void;
  /** The local connection is gone; whoever follows the stream elsewhere is told of news from now on. */
  letGo(): void;
  /** Called when the client has come back on another connection. */
  onTaken: (() => void) | undefined;
}

export interface StreamReader {
  event(id: string, json: string): void;
  /** The stream is complete. */
  end(): void;
  /** The node that produced it is gone, and the request will never be answered. */
  abandoned(request: RequestId): void;
}

export interface Following {
  /** False for a stream that answers no request; its rest is what was missed, and no more will come. */
  readonly live: boolean;
  stop(): void;
}

const EVENTS_KEPT = 1000;
const KEPT_FOR_MS = 10 * 60_000;
const BEAT_MS = 3_000;
const DEAD_AFTER_MS = 12_000;
const LOOK_AGAIN_MS = 4_000;

const END = "end";
const EVENT_ID = /^([0-9a-f]{8}-[0-9a-f-]{36})_(\d{1,9})$/;

interface Header {
  readonly request?: RequestId;
}

export const createEventLog = ({
  store,
  bus,
  clock,
  log,
}: {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}): EventLog => {
  const node = randomBytes(4).toString("hex");
  const open = new Map<string, () => void>();
  const followers = new Map<string, Set<() => void>>();
  const writing = new Set<Promise<void>>();
  let beating: NodeJS.Timeout | undefined;

  const stopHearing = [
    bus.listen("stream-taken", (stream) => open.get(String(stream))?.()),
    bus.listen("stream-news", (stream) => {
      for (const follower of followers.get(String(stream)) ?? []) follower();
    }),
  ];

  /** Wall clock, not the product's: a frozen world must still notice that a node died. */
  const beat = () =>
    store
      .put(keys.node(node), { at: Date.now() }, { expiresAt: clock.now() + DEAD_AFTER_MS })
      .catch((error: unknown) => log.debug("a node could not say that it is alive", { error: String(error) }));

  const isAlive = async (other: string): Promise<boolean> => {
    if (other === node) return true;
    const at = (await store.get(keys.node(other)))?.value["at"];
    return typeof at === "number" && Date.now() - at < DEAD_AFTER_MS;
  };

  const write = (key: string, items: readonly string[], before: Promise<void>): Promise<void> => {
    const done = before
      .then(() => store.append(key, items, { keep: EVENTS_KEPT, expiresAt: clock.now() + KEPT_FOR_MS }))
      .catch((error: unknown) => log.warn("events of a stream were not stored", { error: String(error) }));
    writing.add(done);
    return done.finally(() => writing.delete(done));
  };

  return {
    begin(owner, request) {
      if (beating === undefined) {
        void beat();
        beating = setInterval(() => void beat(), BEAT_MS).unref();
      }
      const id = `${node}-${randomUUID()}`;
      const key = keys.sessionStream(owner.tenant, owner.sessionId, id);
      const header: Header = request === undefined ? {} : { request };
      let pending = [JSON.stringify(header)];
      let number = 0;
      let attached = true;
      let written: Promise<void> = Promise.resolve();
      let due = false;

      const flush = () => {
        due = false;
        const items = pending;
        pending = [];
        written = write(key, items, written).then(() => {
          if (!attached) bus.publish("stream-news", id);
        });
      };
      /** Events of one moment are one write. */
      const keep = (item: string) => {
        pending.push(item);
        if (due) return;
        due = true;
        setImmediate(flush);
      };

      const stream: LoggedStream = {
        firstId: `${id}_0`,
        add(json) {
          keep(`${++number} ${json}`);
          return `${id}_${number}`;
        },
        end() {
          keep(END);
          open.delete(id);
        },
        letGo() {
          attached = false;
        },
        onTaken: undefined,
      };
      due = true;
      setImmediate(flush);
      open.set(id, () => {
        attached = false;
        stream.onTaken?.();
        // It may have missed what was written between its look at the log and this moment.
        void written.then(() => bus.publish("stream-news", id));
      });
      return stream;
    },

    async follow(owner, eventId, reader) {
      const [, id, seen] = EVENT_ID.exec(eventId) ?? [];
      if (id === undefined) return undefined;
      const key = keys.sessionStream(owner.tenant, owner.sessionId, id);
      const producer = id.slice(0, 8);
      const inLine = createLine();
      let last = Number(seen);
      let over = false;
      let timer: NodeJS.Timeout | undefined;

      const stop = () => {
        over = true;
        clearInterval(timer);
        const others = followers.get(id);
        others?.delete(look);
        if (others?.size === 0) followers.delete(id);
      };
      const read = async (): Promise<Header | undefined> => {
        const items = await store.items(key);
        if (over || items[0] === undefined) return undefined;
        // A very long stream has lost its beginning, and the header with it.
        const header = items[0].startsWith("{") ? (JSON.parse(items[0]) as Header) : {};
        for (const item of items) {
          if (item.startsWith("{")) continue;
          const space = item.indexOf(" ");
          const number = Number(item.slice(0, space));
          if (item === END) {
            stop();
            reader.end();
          } else if (number > last) {
            last = number;
            reader.event(`${id}_${number}`, item.slice(space + 1));
          }
        }
        return header;
      };
      const look = () => {
        inLine(id, async () => {
          if (over) return;
          const alive = await isAlive(producer);
          const header = await read();
          if (over || alive) return;
          stop();
          if (header?.request === undefined) reader.end();
          else reader.abandoned(header.request);
        }).catch((error: unknown) => log.debug("a stream could not be read on", { error: String(error) }));
      };

      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(look));
      let header: Header | undefined;
      try {
        header = await read();
      } catch (error) {
        stop();
        throw error;
      }
      bus.publish("stream-taken", id);
      const live = header?.request !== undefined && !over;
      if (header === undefined && !over) {
        stop();
        return undefined;
      }
      if (live) {
        look();
        timer = setInterval(look, LOOK_AGAIN_MS).unref();
      } else {
        stop();
      }
      return { live, stop };
    },

    async close() {
      clearInterval(beating);
      for (const stop of stopHearing) stop();
      // What was added in this turn is written in the next.
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(writing);
      if (beating !== undefined) await store.delete(keys.node(node)).catch(() => undefined);
    },
  };
};
