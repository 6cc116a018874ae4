import { createHash, timingSafeEqual } from "node:crypto";
import { keys } from "../model/keys.ts";
import type { Store } from "../platform/stores/store.ts";

/**
 * The token in the link that is printed at the start. It is good once, at whichever of the processes that share a start
 * it arrives, for as long as they run: nobody but them knows it, and that it was used is in the store.
 */
export interface LoginLink {
  matches(text: string): boolean;
  /** False if somebody was faster. */
  use(): Promise<boolean>;
}

/** Longer than the processes run that would take it again. */
const REMEMBERED_MS = 366 * 86_400_000;

export const createLoginLink = ({
  token,
  store,
  storeNow,
}: {
  /** Absent: there is no such link. */
  readonly token: string | undefined;
  readonly store: Store;
  readonly storeNow: () => number;
}): LoginLink => {
  const wanted = token === undefined ? undefined : digestOf(token);
  return {
    matches: (text) => wanted !== undefined && timingSafeEqual(digestOf(text), wanted),
    async use() {
      if (wanted === undefined) return false;
      const key = keys.usedLoginLink(wanted.toString("base64url"));
      const used = await store.put(key, { used: true }, { ifVersion: 0, expiresAt: storeNow() + REMEMBERED_MS });
      return used !== undefined;
    },
  };
};

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
