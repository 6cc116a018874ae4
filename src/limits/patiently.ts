/** Waits for an answer, but not for longer than that. Never rejects: an error is as good as no answer. */
export const patiently = async <T>(
  answer: Promise<T>,
  patienceMs: number,
): Promise<{ readonly answer: T } | { readonly silence: string }> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<{ silence: string }>((resolve) => {
    const giveUp = (): void => resolve({ silence: `no answer within ${patienceMs} ms` });
    // When it was this process that did not listen, the answer has arrived and is read before an immediate runs.
    timer = setTimeout(() => setImmediate(giveUp), patienceMs).unref();
  });
  try {
    return await Promise.race([answer.then((value) => ({ answer: value })), silence]);
  } catch (error) {
    return { silence: String(error) };
  } finally {
    clearTimeout(timer);
  }
};
