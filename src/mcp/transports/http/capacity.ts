import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Admission } from "../../../platform/limits/admission.ts";
import type { HttpContext } from "./http-context.ts";

/** Limits how many requests and streams are open. Each counts as one or the other until its response is closed. */
export interface Capacity {
  /** Counts the request; returns a refusal if too many are open. */
  enter(context: HttpContext): HttpRefusal | undefined;
  /** Counts the request as a stream from now on; returns a refusal if too many streams are open. */
  becomeStream(context: HttpContext): HttpRefusal | undefined;
  leave(context: HttpContext): void;
}

const refusalOf = ({ status, reason, retryAfter }: NonNullable<ReturnType<Admission["enter"]>>): HttpRefusal => ({
  status,
  message: reason,
  headers: ["Retry-After", String(retryAfter)],
});

export const createCapacity = (admission: Admission): Capacity => ({
  enter(context) {
    const full = admission.enter(context.client);
    if (full !== undefined) return refusalOf(full);
    context.counted = "request";
    return undefined;
  },
  becomeStream(context) {
    if (context.counted !== "request") return undefined;
    const full = admission.openStream(context.client);
    if (full !== undefined) return refusalOf(full);
    admission.leave(context.client);
    context.counted = "stream";
    return undefined;
  },
  leave({ counted, client }) {
    if (counted === "request") admission.leave(client);
    else if (counted === "stream") admission.closeStream(client);
  },
});
