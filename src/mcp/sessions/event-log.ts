import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import { createLine } from "../../model/line.ts";
import type { Log } from "../../model/log.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { Store } from "../../platform/stores/store.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;
type RequestId = string | number;

/**
 * What was sent on the streams of a session, so that a client whose connection broke gets the rest: on whatever node
 * it comes back to, whichever node goes on producing it.
 */
export interface EventLog {
  /** A new stream; with the request it answers, if it answers one. */
  begin(owner: Owner, request?: RequestId): LoggedStream;
  /** The stream an event was on; undefined when there is none, or it is too long ago. */
  find(owner: Owner, eventId: string): Promise<PastStream | undefined>;
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

/** A stream whose client has come back. Whoever was writing it to an earlier connection hears that it was taken. */
export interface PastStream {
  readonly answersRequest: boolean;
  /** Hands out what was missed until it was taken. */
  replay(event: (id: string, json: string) => void): Promise<void>;
  /** Hands out what was missed and what is still to come; returns what stops it. */
  follow(reader: StreamReader): () => void;
}

export interface StreamReader {
  event(id: string, json: string): void;
  /** The stream is complete. */
  end(): void;
  /** The node that produced it is gone, and the request will never be answered. */
  abandoned(request: RequestId): void;
}

const EVENTS_KEPT = 1000;
const KEPT_FOR_MS = 10 * 60_000;
const BEAT_MS = 3_000;
const DEAD_AFTER_MS = 12_000;
const LOOK_AGAIN_MS = 4_000;

/** For half a second, or for two if the node is known to be alive. */
const LOOKS = 20;
const MOST_LOOKS = 80;
const LOOK_MS = 25;

const TAKEN = "stream-taken";
const NEWS = "stream-news";

const END = "end";
const EVENT_ID = /^([0-9a-f]{8}-[0-9a-f-]{36})_(\d{1,9})$/;

interface Header {
  readonly request?: RequestId;
}

/** A very long stream has lost its beginning, and the header with it. */
const headerIn = ([first = ""]: readonly string[]): Header =>
  first.startsWith("{") ? (JSON.parse(first) as Header) : {};

const nodeOf = (stream: string): string => stream.slice(0, 8);

const createListeners = () => {
  const byStream = new Map<string, Set<() => void>>();
  return {
    add(stream: string, listener: () => void): void {
      byStream.set(stream, (byStream.get(stream) ?? new Set()).add(listener));
    },
    remove(stream: string, listener: () => void): void {
      const others = byStream.get(stream);
      others?.delete(listener);
      if (others?.size === 0) byStream.delete(stream);
    },
    tell(stream: string): void {
      for (const listener of byStream.get(stream) ?? []) listener();
    },
  };
};

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
  const followers = createListeners();
  const writing = new Set<Promise<void>>();
  let beating: NodeJS.Timeout | undefined;

  const stopHearing = [
    bus.listen(TAKEN, (stream) => open.get(String(stream))?.()),
    bus.listen(NEWS, (stream) => followers.tell(String(stream))),
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
          if (!attached) bus.publish(NEWS, id);
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
        void written.then(() => bus.publish(NEWS, id));
      });
      return stream;
    },

    async find(owner, eventId) {
      const [, id, seen] = EVENT_ID.exec(eventId) ?? [];
      if (id === undefined) return undefined;
      const key = keys.sessionStream(owner.tenant, owner.sessionId, id);
      // A client may be back before the first event was stored; on a busy disk, even before its node said that it lives.
      let items = await store.items(key);
      for (let tries = 0; items.length === 0 && tries < MOST_LOOKS; tries++) {
        if (tries >= LOOKS && !(await isAlive(nodeOf(id)))) break;
        await sleep(LOOK_MS);
        items = await store.items(key);
      }
      if (items.length === 0) return undefined;
      const { request } = headerIn(items);
      let last = Number(seen);

      /** True when the stream is complete. */
      const read = async (event: StreamReader["event"]): Promise<boolean> => {
        let complete = false;
        for (const item of await store.items(key)) {
          const space = item.indexOf(" ");
          const number = Number(item.slice(0, space));
          if (item === END) complete = true;
          else if (!item.startsWith("{") && number > last) {
            last = number;
            event(`${id}_${number}`, item.slice(space + 1));
          }
        }
        return complete;
      };

      return {
        answersRequest: request !== undefined,
        async replay(event) {
          bus.publish(TAKEN, id);
          // What it heard before it was taken may still be on its way into the log.
          for (let looks = 0; !(await read(event)) && looks < MOST_LOOKS; looks++) {
            if (looks % LOOKS === 0 && !(await isAlive(nodeOf(id)))) return void (await read(event));
            await sleep(LOOK_MS);
          }
        },
        follow(reader) {
          const inLine = createLine();
          let over = false;
          const stop = () => {
            over = true;
            clearInterval(timer);
            followers.remove(id, look);
          };
          const look = () => {
            inLine(id, async () => {
              if (over) return;
              // Asked first: what a dying node wrote last is read all the same.
              const alive = await isAlive(nodeOf(id));
              const complete = await read((eventId, json) => {
                if (!over) reader.event(eventId, json);
              });
              if (over || (alive && !complete)) return;
              stop();
              if (complete || request === undefined) reader.end();
              else reader.abandoned(request);
            }).catch((error: unknown) => log.debug("a stream could not be read on", { error: String(error) }));
          };
          const timer = setInterval(look, LOOK_AGAIN_MS).unref();
          followers.add(id, look);
          bus.publish(TAKEN, id);
          look();
          return stop;
        },
      };
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
