import { type Grant, NO_KEY } from "./grant.ts";

/** Who is asking. Made by the transport, believed by every room below it. */
export interface Caller {
  readonly tenant: string;
  /** The session that bookings and searches are counted in. */
  readonly sessionId: string;
  readonly transport: "stdio" | "http";
  /** What they may do. Absent: everything but administer. */
  readonly grant?: Grant;
  /** Of the client, as rate limits count it: an IPv6 one is its network. Absent on stdio. */
  readonly address?: string;
  /** How a session is found that its client neither opened nor named in a header. It lives as long as bookings do. */
  readonly knownBy?: "url" | "key" | "address";
  /** A session that nobody can come back to unless it books: its searches are not worth a record. */
  readonly passing?: true;
  /** The session was opened before this call: if it is gone, it has ended, and nothing may begin it again. */
  readonly opened?: true;
}

/** Whose share of a common resource a call takes: the key's, else the address's. A client can open any number of sessions. */
export const clientOf = ({
  tenant,
  grant,
  address,
  sessionId,
}: Pick<Caller, "tenant" | "grant" | "address" | "sessionId">): string =>
  grant !== undefined && grant.keyId !== NO_KEY
    ? `${tenant}\nkey\n${grant.keyId}`
    : address !== undefined
      ? `${tenant}\naddress\n${address}`
      : `${tenant}\nsession\n${sessionId}`;

/** What a session has done so far. Times are Unix milliseconds. */
export type Session = {
  readonly id: string;
  readonly createdAt: number;
  /** Moves with every call. */
  readonly expiresAt: number;
  readonly lastActivity: number;
  readonly bookingCount: number;
  readonly searchCount: number;
};
