import { within } from "../../model/within.ts";

/** Waits for an answer, but not for longer than that. Never rejects: an error is as good as no answer. */
export const withTimeout = <T>(
  answer: Promise<T>,
  patienceMs: number,
): Promise<{ readonly answer: T } | { readonly silence: string }> =>
  within(
    patienceMs,
    answer.then(
      (value) => ({ answer: value }),
      (error: unknown) => ({ silence: String(error) }),
    ),
    { silence: `no answer within ${patienceMs} ms` },
  );
