import { integer, object, type Static, string } from "./schema.ts";

/** Who is asking. Made by the transport, believed by every room below it. */
export interface Caller {
  readonly tenant: string;
  /** The session that bookings and searches are counted in. */
  readonly sessionId: string;
  readonly transport: "stdio" | "http";
}

export const Session = object({
  id: string({ format: "uuid" }),
  createdAt: integer({ description: "Unix time in milliseconds" }),
  expiresAt: integer({ description: "Unix time in milliseconds; moves with every call" }),
  lastActivity: integer({ description: "Unix time in milliseconds" }),
  bookingCount: integer({ minimum: 0 }),
  searchCount: integer({ minimum: 0 }),
});
export type Session = Static<typeof Session>;
