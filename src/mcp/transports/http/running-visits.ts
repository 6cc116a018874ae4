import type { Caller } from "../../../model/caller.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { Standing } from "./door.ts";
import type { HttpVisit } from "./http-visit.ts";

/** Requests in progress. They are never known by their ids: a client may use one twice at the same time. */
export interface RunningVisits {
  add(visit: HttpVisit): void;
  remove(visit: HttpVisit): void;
  /** Without an id, all of a session. */
  cancel(owner: Pick<Caller, "tenant" | "sessionId">, id?: RequestId): void;
  /** Those that only listen. */
  standing(): Standing;
  /** Answers all that it can be repeated, and cancels it. */
  cutOff(): void;
  /** Ends those that stand open, and resolves when none is left. */
  drain(): Promise<void>;
}

const STOPPED = {
  code: CODES.internal,
  message: "The server stopped before this request was done.",
  data: { retryable: true, hint: "Look whether it was done before you repeat it." },
};

/** An array in which the last one takes the place of whoever leaves: a Map would grow and be made anew all the time. */
export const createRunningVisits = (): RunningVisits => {
  const visits: HttpVisit[] = [];
  let onEmpty: (() => void) | undefined;
  return {
    add(visit) {
      visit.place = visits.push(visit) - 1;
    },
    remove(visit) {
      const last = visits.pop();
      if (last !== undefined && last !== visit) {
        visits[visit.place] = last;
        last.place = visit.place;
      }
      if (visits.length === 0) onEmpty?.();
    },
    cancel({ tenant, sessionId }, id) {
      for (const visit of visits) {
        const { caller, message } = visit;
        const isOwn = caller.sessionId === sessionId && caller.tenant === tenant;
        if (isOwn && (id === undefined || message.id === id)) visit.cancel();
      }
    },
    standing: () =>
      visits.flatMap(({ exchange, finishStanding }) =>
        finishStanding === undefined ? [] : [[exchange, finishStanding] as const],
      ),
    cutOff() {
      for (const visit of [...visits]) {
        visit.answer({ json: errorAnswer(visit.message.id, STOPPED), status: 503 }, ["Retry-After", "1"]);
        visit.cancel();
      }
    },
    async drain() {
      for (const visit of [...visits]) visit.finishStanding?.();
      if (visits.length === 0) return;
      await new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
    },
  };
};
