/** One expression of a job. */
export interface MappingStep {
  readonly expression: string;
  /**
   * What it is evaluated over: the result of an earlier step by its place, or a member of the input by its name. Left
   * out: the input.
   */
  readonly over?: number | string;
  /** If it yields something, no step after it is evaluated. */
  readonly stops?: boolean;
}

export type MappingJob =
  | {
      readonly steps: readonly MappingStep[];
      /** JSON: both sides read it faster than the copy that processes hand each other. */
      readonly input: string;
      /** What `$now()` and `$millis()` say; absent: there are no such functions. */
      readonly now?: number;
      /** When JSONata gives up by itself: sooner than the worker is killed. */
      readonly timeoutMs: number;
    }
  | { readonly check: string };

/** JSON per step that was evaluated, undefined for nothing; of a check, what is wrong. */
export type MappingAnswer = readonly (string | undefined)[];
