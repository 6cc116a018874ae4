import type { ClientSession, Visitor } from "./client-sessions.ts";

/** A remote client at the other end, as operators see it under `connection:{connectionId}`. Unix milliseconds. */
export type ConnectionRecord = {
  readonly connectionId: string;
  readonly sessionId: string;
  readonly remoteIP: string;
  readonly connectedAt: number;
  readonly lastActivityAt: number;
  readonly transportType: "http";
  readonly userAgent: string;
  readonly requestCount: number;
};

const LONGEST_USER_AGENT = 256;

/** The request that opens it is its first. */
export const newConnection = (
  { connectionId, sessionId }: Pick<ClientSession, "connectionId" | "sessionId">,
  { address, userAgent }: Visitor,
  now: number,
): ConnectionRecord => ({
  connectionId,
  sessionId,
  remoteIP: address,
  connectedAt: now,
  lastActivityAt: now,
  transportType: "http",
  userAgent: userAgent.replace(/\p{Cc}/gu, "").slice(0, LONGEST_USER_AGENT),
  requestCount: 1,
});
