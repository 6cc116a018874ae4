import type { Admission } from "../../../platform/limits/admission.ts";
import { type Answer, type HttpContext, plainAnswer } from "./http-context.ts";

/** How many are inside. Each context counts as a request or as a stream, until its response is closed. */
export interface Capacity {
  /** Says so if there is none. */
  enter(context: HttpContext): Answer | undefined;
  /** The request turns into a stream and no longer counts as a request, unless there is no room for one. */
  becomeStream(context: HttpContext): Answer | undefined;
  leave(context: HttpContext): void;
}

export const createCapacity = (admission: Admission): Capacity => ({
  enter(context) {
    const full = admission.enter(context.client);
    if (full !== undefined) return plainAnswer(full.status, full.reason, ["Retry-After", String(full.retryAfter)]);
    context.counted = "request";
    return undefined;
  },
  becomeStream(context) {
    if (context.counted !== "request") return undefined;
    const full = admission.openStream(context.client);
    if (full !== undefined) return plainAnswer(full.status, full.reason, ["Retry-After", String(full.retryAfter)]);
    admission.leave(context.client);
    context.counted = "stream";
    return undefined;
  },
  leave({ counted, client }) {
    if (counted === "request") admission.leave(client);
    else if (counted === "stream") admission.closeStream(client);
  },
});
