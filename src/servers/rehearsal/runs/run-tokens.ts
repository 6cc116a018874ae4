import { createHash, randomBytes } from "node:crypto";

/** 144 bits. */
const TOKEN_BYTES = 18;
const TOKEN = /^[A-Za-z0-9_-]{24}$/;

/** The agent's credential: it opens the MCP server and the brief of one run, and nothing else. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** What the store has of a token; undefined for a text that no token can be. */
export const tokenDigest = (token: string): string | undefined =>
  TOKEN.test(token) ? createHash("sha256").update(token).digest("base64url") : undefined;

/** Without letters and digits that look alike. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const ID_LETTERS = 10;

/** The public name of a run, for lists and reports. */
export const newRunId = (): string =>
  `r-${Array.from(randomBytes(ID_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
