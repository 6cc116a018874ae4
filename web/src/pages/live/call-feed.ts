import type { LiveCall } from "../../../../src/console/contract.ts";
import { joinCalls } from "../home/join-calls.ts";

/** Calls as they come in: those that are shown, and those that came while somebody wanted to look at them in peace. */
export interface CallFeed {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly paused: boolean;
  readonly waiting: readonly LiveCall[];
  /** While paused; more than `waiting` holds when it is long. */
  readonly came: number;
}

export const MOST_CALLS = 1_000;

export const NO_CALLS: CallFeed = { shown: [], paused: false, waiting: [], came: 0 };

/** Calls come with the newest last; those of one moment stay in that order. */
export const withCalls = (feed: CallFeed, calls: readonly LiveCall[]): CallFeed => {
  const newest = calls.toReversed();
  return feed.paused
    ? { ...feed, waiting: joinCalls(newest, feed.waiting, MOST_CALLS), came: feed.came + calls.length }
    : { ...feed, shown: joinCalls(newest, feed.shown, MOST_CALLS) };
};

/** Those that were made before anybody listened: in their place, also while paused. */
export const withEarlier = (feed: CallFeed, calls: readonly LiveCall[]): CallFeed => ({
  ...feed,
  shown: joinCalls(feed.shown, calls, MOST_CALLS),
});

export const paused = (feed: CallFeed): CallFeed => ({ ...feed, paused: true });

export const resumed = ({ shown, waiting }: CallFeed): CallFeed => ({
  ...NO_CALLS,
  shown: joinCalls(waiting, shown, MOST_CALLS),
});

export const emptied = (feed: CallFeed): CallFeed => ({ ...feed, shown: [], waiting: [], came: 0 });
