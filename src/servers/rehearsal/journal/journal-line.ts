/**
 * What happened in a run, in order. `call` is a request of the agent, `fault` a call that was answered wrongly on purpose,
 * `cue` something scripted, `asked` a question to the traveller with its reply, `said` a message of the traveller or
 * the agent's last words.
 */
export interface JournalLine {
  /** 1 for the first line. */
  readonly n: number;
  /** Run time. */
  readonly at: string;
  readonly kind: "call" | "cue" | "said" | "asked" | "fault";
  readonly tool?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly outcome?: Outcome;
  /** One sentence, or the beginning of an answer as text. */
  readonly summary: string;
  /** Of `asked`. */
  readonly agreement?: Agreement;
  /** Of `fault`: its kind. */
  readonly fault?: string;
}

/** `lost`: it was carried out, and the agent did not hear of it. */
export type Outcome = "ok" | "refused" | "failed" | "lost";

/** What the traveller said to a proposal. */
export interface Agreement {
  readonly agreed: boolean;
  /** US cents. */
  readonly upTo?: number;
  /** Flight ids, hotel id, car id or PNR of the proposal. */
  readonly about?: readonly string[];
}
