import { useCallback, useEffect, useRef, useState } from "react";
import type { LiveCall } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { type CallFeed, NO_CALLS, withCalls } from "./call-feed.ts";

export interface Feed {
  readonly feed: CallFeed;
  readonly setFeed: (change: (feed: CallFeed) => CallFeed) => void;
  /** Somebody presses on the list: it stands still until they let go, or the row would be gone from under the pointer. */
  readonly hold: () => void;
}

export const useFeed = (): Feed => {
  const [feed, setFeed] = useState<CallFeed>(NO_CALLS);
  const held = useRef<LiveCall[] | undefined>(undefined);
  useEvent("call", (calls) => {
    if (held.current) held.current.push(...calls);
    else setFeed((before) => withCalls(before, calls));
  });

  const hold = useCallback(() => {
    held.current ??= [];
  }, []);
  useEffect(() => {
    const letGo = () => {
      const calls = held.current;
      held.current = undefined;
      if (calls && calls.length > 0) setFeed((before) => withCalls(before, calls));
    };
    // After the click that belongs to it.
    const soon = () => setTimeout(letGo);
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    for (const name of ends) window.addEventListener(name, soon);
    return () => {
      for (const name of ends) window.removeEventListener(name, soon);
    };
  }, []);
  return { feed, setFeed, hold };
};
