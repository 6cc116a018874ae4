import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import { createSerialQueue } from "../../model/serial-queue.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { Store } from "../../platform/stores/store.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;
type RequestId = string | number;

/**
 * A log of the events sent on the streams of a session. A client whose connection broke can resume a stream on any
 * node, even while another node still produces it.
 */
export interface EventLog {
  /** Starts a stream. `request` is the request it answers, if any. */
  begin(owner: Owner, request?: RequestId): LoggedStream;
  /** Returns the stream of an event; undefined when it is unknown or has expired. */
  find(owner: Owner, eventId: string): Promise<PastStream | undefined>;
  close(): Promise<void>;
}

export interface LoggedStream {
  /** Precedes all events: a client that disconnected before the first event resumes from here. */
  readonly firstId: string;
  /** Returns the event ID. */
  add(json: string): string;
  /** Marks the stream as complete. */
  end(): void;
  /** The local connection is gone: from now on, new events are announced to followers on other nodes. */
  detach(): void;
  /** Called when the client has resumed the stream on another connection. */
  onTakenOver: (() => void) | undefined;
}

/** A stream that a client resumes. Reading it notifies the node that writes it to an earlier connection. */
export interface PastStream {
  readonly answersRequest: boolean;
  /** Reads the missed events, up to the moment this connection takes over. */
  replay(event: (id: string, json: string) => void): Promise<void>;
  /** Reads the missed events and all further ones. Returns a function that stops reading. */
  follow(reader: StreamReader): () => void;
}

interface StreamReader {
  event(id: string, json: string): void;
  /** The stream is complete. */
  end(): void;
  /** The node that produced the stream has died, and the request will never be answered. */
  abandoned(request: RequestId): void;
}

const MAX_EVENTS = 1000;
const EVENT_TTL_MS = 10 * 60_000;
const HEARTBEAT_MS = 3_000;
const DEAD_AFTER_MS = 12_000;
const REREAD_MS = 4_000;

/** Retries for half a second, or for two seconds while the writing node is alive. */
const RETRIES = 20;
const MAX_RETRIES = 80;
const RETRY_MS = 25;

const TAKEN = "stream-taken";
const NEWS = "stream-news";

const END = "end";
const EVENT_ID = /^([0-9a-f]{8}-[0-9a-f-]{36})_(\d{1,9})$/;

interface Header {
  readonly request?: RequestId;
}

/** A very long stream has lost its first items, including the header. */
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
    notify(stream: string): void {
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

  const stopListening = [
    bus.listen(TAKEN, (stream) => open.get(String(stream))?.()),
    bus.listen(NEWS, (stream) => followers.notify(String(stream))),
  ];

  /** Uses the wall clock: with a frozen product clock, a dead node must still be noticed. */
  const beat = () =>
    store
      .put(keys.node(node), { at: Date.now() }, { expiresAt: clock.now() + DEAD_AFTER_MS })
      .catch((error: unknown) => log.debug("heartbeat was not stored", { error: String(error) }));

  const isAlive = async (other: string): Promise<boolean> => {
    if (other === node) return true;
    const at = (await store.get(keys.node(other)))?.value["at"];
    return typeof at === "number" && Date.now() - at < DEAD_AFTER_MS;
  };

  const write = (key: string, items: readonly string[], before: Promise<void>): Promise<void> => {
    const done = before
      .then(() => store.append(key, items, { keep: MAX_EVENTS, expiresAt: clock.now() + EVENT_TTL_MS }))
      .catch((error: unknown) => log.warn("stream events were not stored", { error: String(error) }));
    writing.add(done);
    return done.finally(() => writing.delete(done));
  };

  return {
    begin(owner, request) {
      if (beating === undefined) {
        void beat();
        beating = setInterval(() => void beat(), HEARTBEAT_MS).unref();
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
      /** Events of one turn of the event loop share a write. */
      const enqueue = (item: string) => {
        pending.push(item);
        if (due) return;
        due = true;
        setImmediate(flush);
      };

      const stream: LoggedStream = {
        firstId: `${id}_0`,
        add(json) {
          enqueue(`${++number} ${json}`);
          return `${id}_${number}`;
        },
        end() {
          enqueue(END);
          open.delete(id);
        },
        detach() {
          attached = false;
        },
        onTakenOver: undefined,
      };
      due = true;
      setImmediate(flush);
      open.set(id, () => {
        attached = false;
        stream.onTakenOver?.();
        // The follower may have missed events written between its read of the log and this moment.
        void written.then(() => bus.publish(NEWS, id));
      });
      return stream;
    },

    async find(owner, eventId) {
      const [, id, seen] = EVENT_ID.exec(eventId) ?? [];
      if (id === undefined) return undefined;
      const key = keys.sessionStream(owner.tenant, owner.sessionId, id);
      // A client may resume before the first event is stored, and on a busy disk even before the first heartbeat.
      let items = await store.items(key);
      for (let tries = 0; items.length === 0 && tries < MAX_RETRIES; tries++) {
        if (tries >= RETRIES && !(await isAlive(nodeOf(id)))) break;
        await sleep(RETRY_MS);
        items = await store.items(key);
      }
      if (items.length === 0) return undefined;
      const { request } = headerIn(items);
      let last = Number(seen);

      /** Emits the unread events. Resolves to true when the stream is complete. */
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
          // Events from before the takeover may not be stored yet.
          for (let tries = 0; !(await read(event)) && tries < MAX_RETRIES; tries++) {
            if (tries % RETRIES === 0 && !(await isAlive(nodeOf(id)))) return void (await read(event));
            await sleep(RETRY_MS);
          }
        },
        follow(reader) {
          const inOrder = createSerialQueue();
          let over = false;
          const stop = () => {
            over = true;
            clearInterval(timer);
            followers.remove(id, readOn);
          };
          const readOn = () => {
            inOrder(id, async () => {
              if (over) return;
              // Checked before reading, so that the last events of a dying node are read too.
              const alive = await isAlive(nodeOf(id));
              const complete = await read((eventId, json) => {
                if (!over) reader.event(eventId, json);
              });
              if (over || (alive && !complete)) return;
              stop();
              if (complete || request === undefined) reader.end();
              else reader.abandoned(request);
            }).catch((error: unknown) => log.debug("stream could not be read", { error: String(error) }));
          };
          const timer = setInterval(readOn, REREAD_MS).unref();
          followers.add(id, readOn);
          bus.publish(TAKEN, id);
          readOn();
          return stop;
        },
      };
    },

    async close() {
      clearInterval(beating);
      for (const stop of stopListening) stop();
      // Events added in this turn are written in the next one.
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(writing);
      if (beating !== undefined) await store.delete(keys.node(node)).catch(() => undefined);
    },
  };
};
