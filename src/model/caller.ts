/** Who is asking. Made by the transport, believed by every room below it. */
export interface Caller {
  readonly tenant: string;
  /** The session that bookings and searches are counted in. */
  readonly sessionId: string;
  readonly transport: "stdio" | "http";
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
