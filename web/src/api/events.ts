import { useEffect, useRef } from "react";
import type { ConsoleEvent, LiveCall } from "../../../src/console/contract.ts";
import { createStore, useStore } from "./store.ts";

type EventName = ConsoleEvent["event"];
type DataOf<N extends EventName> = Extract<ConsoleEvent, { event: N }>["data"];
type Listener = (data: never) => void;

/** `off`: not logged in. `waiting`: disconnected, retrying after a delay. */
export type Connection = "off" | "connecting" | "open" | "waiting";

const NAMES: readonly EventName[] = ["hello", "call", "rates", "booking", "tools"];
/** Same value as `EventSource.CLOSED`. */
const CLOSED = 2;
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000] as const;

/** The single event stream that all components share. */
export const createEvents = (open: () => EventSource) => {
  const connection = createStore<Connection>("off");
  const listeners = new Map<EventName, Set<Listener>>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const deliver = (name: EventName, text: string): void => {
    const data = parsedEvent(text);
    if (data === undefined) return;
    for (const listener of [...(listeners.get(name) ?? [])]) listener(data as never);
  };

  const onConnectionError = (): void => {
    // The browser reconnects by itself after a network error, but not after an HTTP error.
    if (source?.readyState !== CLOSED) {
      connection.set("connecting");
      return;
    }
    source = undefined;
    connection.set("waiting");
    timer = setTimeout(connect, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]);
    failures += 1;
  };

  const connect = (): void => {
    source?.close();
    clearTimeout(timer);
    connection.set("connecting");
    const opened = open();
    source = opened;
    opened.onopen = () => {
      failures = 0;
      connection.set("open");
    };
    opened.onerror = () => source === opened && onConnectionError();
    for (const name of NAMES) opened.addEventListener(name, ({ data }: MessageEvent<string>) => deliver(name, data));
  };

  return {
    connection,
    connect,
    close(): void {
      clearTimeout(timer);
      source?.close();
      source = undefined;
      connection.set("off");
    },
    on<N extends EventName>(name: N, listener: (data: DataOf<N>) => void): () => void {
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set.add(listener as Listener));
      return () => set.delete(listener as Listener);
    },
  };
};

const parsedEvent = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const events = createEvents(() => new EventSource("/admin/events"));

export const useConnection = (): Connection => useStore(events.connection);

/** Subscribes while the component is mounted. Always calls the latest `listener`. */
export const useEvent = <N extends EventName>(name: N, listener: (data: DataOf<N>) => void): void => {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => events.on(name, (data) => latest.current(data)), [name]);
};

const HIDDEN_MS = 60_000;

/**
 * Keeps the stream open while the tab is visible. Browsers limit connections per server across all tabs, so background tabs
 * disconnect after a minute. Returns a function that stops it.
 */
export const keepConnected = ({ connect, close }: Pick<ReturnType<typeof createEvents>, "connect" | "close">) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const onVisibilityChange = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = setTimeout(() => {
        isOpen = false;
        close();
      }, HIDDEN_MS);
    } else if (!isOpen) {
      isOpen = true;
      connect();
    }
  };

  connect();
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    clearTimeout(timer);
    close();
  };
};

/** Merges two lists of calls: newest first, without duplicates. */
export const mergeCalls = (
  newer: readonly LiveCall[],
  older: readonly LiveCall[],
  limit: number,
): readonly LiveCall[] => {
  const byId = new Map([...newer, ...older].map((call) => [call.id, call]));
  return [...byId.values()].sort(newestFirst).slice(0, limit);
};

/** ISO timestamps compare correctly as plain strings, about 100 times faster than with localeCompare. */
const newestFirst = (a: LiveCall, b: LiveCall): number => Number(b.at > a.at) - Number(b.at < a.at);
