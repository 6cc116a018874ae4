import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs a state that the client keeps, so that the client cannot change it or use it for another purpose. */
export interface Seal {
  close(state: string, purpose: string): Promise<string>;
  /** Returns undefined for a state that was not sealed here, was changed, has another purpose or has expired. */
  open(sealed: string, purpose: string): Promise<string | undefined>;
}

/** The time a person has to answer a question. */
const VALID_FOR_MS = 60 * 60_000;

/** All nodes share the key, because the answer to a question may arrive at another node. */
export const createSeal = (key: () => Promise<Buffer>, now: () => number = Date.now): Seal => {
  const sign = async (body: string, purpose: string): Promise<Buffer> =>
    createHmac("sha256", await key())
      .update(`${purpose}\n${body}`)
      .digest();

  return {
    async close(state, purpose) {
      const body = Buffer.from(JSON.stringify([now() + VALID_FOR_MS, state])).toString("base64url");
      return `${body}.${(await sign(body, purpose)).toString("base64url")}`;
    },
    async open(sealed, purpose) {
      const [body = "", signature = "", ...rest] = sealed.split(".");
      const expected = await sign(body, purpose);
      const given = Buffer.from(signature, "base64url");
      // Base64 can encode the same bytes in several ways; only the canonical one is valid.
      const isValid = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isValid || rest.length > 0 || given.toString("base64url") !== signature) return undefined;
      const [until, state] = JSON.parse(Buffer.from(body, "base64url").toString()) as [number, string];
      return now() < until ? state : undefined;
    },
  };
};
