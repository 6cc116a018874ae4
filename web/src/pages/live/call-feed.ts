import { useCallback, useEffect, useRef, useState } from "react";
import type { LiveCall } from "../../../../src/console/contract.ts";
import { mergeCalls, useEvent } from "../../api/events.ts";

/** Incoming calls: those shown, and those that arrived while the list is paused. */
export interface CallFeed {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly paused: boolean;
  readonly waiting: readonly LiveCall[];
  /** Calls received while paused; may exceed the length of `waiting`. */
  readonly receivedWhilePaused: number;
}

export const MAX_CALLS = 1_000;

export const NO_CALLS: CallFeed = { shown: [], paused: false, waiting: [], receivedWhilePaused: 0 };

/** Calls arrive oldest first; calls with equal timestamps keep that order. */
export const withCalls = (feed: CallFeed, calls: readonly LiveCall[]): CallFeed => {
  const newest = calls.toReversed();
  return feed.paused
    ? {
        ...feed,
        waiting: mergeCalls(newest, feed.waiting, MAX_CALLS),
        receivedWhilePaused: feed.receivedWhilePaused + calls.length,
      }
    : { ...feed, shown: mergeCalls(newest, feed.shown, MAX_CALLS) };
};

/** Inserts earlier calls in their place, also while paused. */
export const withLoaded = (feed: CallFeed, calls: readonly LiveCall[]): CallFeed => ({
  ...feed,
  shown: mergeCalls(feed.shown, calls, MAX_CALLS),
});

export const paused = (feed: CallFeed): CallFeed => ({ ...feed, paused: true });

export const resumed = ({ shown, waiting }: CallFeed): CallFeed => ({
  ...NO_CALLS,
  shown: mergeCalls(waiting, shown, MAX_CALLS),
});

export const emptied = (feed: CallFeed): CallFeed => ({ ...feed, shown: [], waiting: [], receivedWhilePaused: 0 });

interface Feed {
  readonly feed: CallFeed;
  readonly setFeed: (change: (feed: CallFeed) => CallFeed) => void;
  /** Freezes the rows while the pointer is down, so that the pressed row does not move away. */
  readonly holdRows: () => void;
}

export const useFeed = (): Feed => {
  const [feed, setFeed] = useState<CallFeed>(NO_CALLS);
  const heldCalls = useRef<LiveCall[] | undefined>(undefined);
  useEvent("call", (calls) => {
    if (heldCalls.current) heldCalls.current.push(...calls);
    else setFeed((before) => withCalls(before, calls));
  });

  const holdRows = useCallback(() => {
    heldCalls.current ??= [];
  }, []);
  useEffect(() => {
    const release = () => {
      const calls = heldCalls.current;
      heldCalls.current = undefined;
      if (calls && calls.length > 0) setFeed((before) => withCalls(before, calls));
    };
    // After the click event.
    const releaseSoon = () => setTimeout(release);
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    for (const name of ends) window.addEventListener(name, releaseSoon);
    return () => {
      for (const name of ends) window.removeEventListener(name, releaseSoon);
    };
  }, []);
  return { feed, setFeed, holdRows };
};
