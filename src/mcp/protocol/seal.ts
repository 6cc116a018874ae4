import { createHmac, timingSafeEqual } from "node:crypto";

/** Keeps a state in the client's hands without the client being able to change it, or to use it for another purpose. */
export interface Seal {
  close(state: string, purpose: string): Promise<string>;
  /** Undefined when it is not ours, was changed, was made for something else, or is too old. */
  open(sealed: string, purpose: string): Promise<string | undefined>;
}

/** As long as a person may take to answer. */
const GOOD_FOR_MS = 60 * 60_000;

/** The key is shared by all nodes: a question of one may be answered at another. */
export const createSeal = (key: () => Promise<Buffer>, now: () => number = Date.now): Seal => {
  const sign = async (body: string, purpose: string): Promise<Buffer> =>
    createHmac("sha256", await key())
      .update(`${purpose}\n${body}`)
      .digest();

  return {
    async close(state, purpose) {
      const body = Buffer.from(JSON.stringify([now() + GOOD_FOR_MS, state])).toString("base64url");
      return `${body}.${(await sign(body, purpose)).toString("base64url")}`;
    },
    async open(sealed, purpose) {
      const [body = "", signature = "", ...rest] = sealed.split(".");
      const expected = await sign(body, purpose);
      const given = Buffer.from(signature, "base64url");
      // Base64 has several spellings of the same bytes; only ours is good.
      const ours = given.length === expected.length && timingSafeEqual(given, expected);
      if (!ours || rest.length > 0 || given.toString("base64url") !== signature) return undefined;
      const [until, state] = JSON.parse(Buffer.from(body, "base64url").toString()) as [number, string];
      return now() < until ? state : undefined;
    },
  };
};
