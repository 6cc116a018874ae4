/** What was answered last, by address: shown at once when a page is opened again, while it is asked anew. */
const MOST = 60;
const kept = new Map<string, unknown>();

export const answerKept = <T>(address: string): T | undefined => kept.get(address) as T | undefined;

export const keepAnswer = (address: string, answer: unknown): void => {
  kept.delete(address);
  kept.set(address, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
};

/** Somebody else may be looking now. */
export const forgetAnswers = (): void => kept.clear();
