import type { JsonValue } from "../../../platform/stores/store.ts";
import type { Agreement } from "../journal/journal-line.ts";

/** Whom the agent talks to. Keeps what it remembers in the record of the run. */
export interface Traveller {
  /** What it remembers at first. */
  readonly first: JsonValue;
  reply(question: Question, memory: JsonValue): Promise<Reply>;
}

export interface Question {
  readonly message: string;
  readonly proposal?: Proposal;
}

/** What the agent would book. */
export interface Proposal {
  /** US cents. */
  readonly total: number;
  readonly flightIds?: readonly string[];
  readonly hotelId?: string;
  readonly carId?: string;
  readonly pnr?: string;
}

export interface Reply {
  readonly reply: string;
  /** Only if something was proposed. */
  readonly agreement?: Agreement;
  readonly memory: JsonValue;
}
