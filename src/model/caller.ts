import type { Grant } from "./grant.ts";

/** Who is asking. Made by the transport, believed by every room below it. */
export interface Caller {
  readonly tenant: string;
  /** The session that bookings and searches are counted in. */
  readonly sessionId: string;
  readonly transport: "stdio" | "http";
  /** What they may do. Absent: everything but administer. */
  readonly grant?: Grant;
  /** A session that nobody can come back to unless it books: its searches are not worth a record. */
  readonly passing?: true;
  /** The session was opened before this call: if it is gone, it has ended, and nothing may begin it again. */
  readonly opened?: true;
}

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
