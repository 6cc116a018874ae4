import { createHash, timingSafeEqual } from "node:crypto";
import { CapcornRefusal } from "./capcorn-refusal.ts";

/** What a client shows: for a room search who it is, for a reservation the hotel's PIN. */
export interface CapcornCredentials {
  readonly user: string;
  readonly password: string;
  readonly system: string;
  readonly pin: string;
}

/** Throws unless the query shows all of them, and the right ones where some are configured. Says nothing of which is wrong. */
export const checkCredentials = (
  query: URLSearchParams,
  names: readonly (keyof CapcornCredentials)[],
  expected: CapcornCredentials | undefined,
): void => {
  for (const name of names) {
    if ((query.get(name) ?? "") === "") {
      throw new CapcornRefusal(
        "credentials",
        `The address must end in ?${names.map((word) => `${word}=…`).join("&")}.`,
      );
    }
  }
  if (expected === undefined) return;
  const isRight = names.map((name) => same(query.get(name) as string, expected[name])).every((right) => right);
  if (!isRight) throw wrongCredentials();
};

export const wrongCredentials = (): CapcornRefusal =>
  new CapcornRefusal("credentials", "These credentials are not known.");

const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
