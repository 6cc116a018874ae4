import type { Admission } from "../../../platform/limits/admission.ts";
import { type Answer, type HttpExchange, plainAnswer } from "./http-exchange.ts";

/** How many are inside. Each exchange counts as a request or as a stream, until its response is closed. */
export interface Room {
  /** Says so if there is none. */
  enter(exchange: HttpExchange): Answer | undefined;
  /** The request turns into a stream and no longer counts as a request, unless there is no room for one. */
  becomeStream(exchange: HttpExchange): Answer | undefined;
  leave(exchange: HttpExchange): void;
}

export const createRoom = (admission: Admission): Room => ({
  enter(exchange) {
    const full = admission.enter(exchange.client);
    if (full !== undefined) return plainAnswer(full.status, full.reason, ["Retry-After", String(full.retryAfter)]);
    exchange.counted = "request";
    return undefined;
  },
  becomeStream(exchange) {
    if (exchange.counted !== "request") return undefined;
    const full = admission.openStream(exchange.client);
    if (full !== undefined) return plainAnswer(full.status, full.reason, ["Retry-After", String(full.retryAfter)]);
    admission.leave(exchange.client);
    exchange.counted = "stream";
    return undefined;
  },
  leave({ counted, client }) {
    if (counted === "request") admission.leave(client);
    else if (counted === "stream") admission.closeStream(client);
  },
});
