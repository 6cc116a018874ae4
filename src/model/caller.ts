import { type Grant, NO_KEY } from "./grant.ts";

/** The caller of a request, created by the transport after authentication. The layers below trust it. */
export interface Caller {
  readonly tenant: string;
  /** The session that bookings and searches are attributed to. */
  readonly sessionId: string;
  readonly transport: "stdio" | "http";
  /** The caller's permissions. Absent: everything except administration. */
  readonly grant?: Grant;
  /** The client's address as rate limits count it: for IPv6, its /64 network. Absent on stdio. */
  readonly address?: string;
  /** How the session ID was derived if the client sent none. Such a session lives as long as its bookings. */
  readonly knownBy?: "url" | "key" | "address";
  /** The client cannot return to this session unless it books, so its searches are not recorded. */
  readonly passing?: true;
  /** The session existed before this call. If it is missing now, it has ended and must not be created again. */
  readonly opened?: true;
}

/** Returns the identity that limits are counted by: the key, or the address. Not the session: clients can open many. */
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

/** A session and its counters. Times are Unix milliseconds. */
export type Session = {
  readonly id: string;
  readonly createdAt: number;
  /** Extended by every call. */
  readonly expiresAt: number;
  readonly lastActivity: number;
  readonly bookingCount: number;
  readonly searchCount: number;
};
