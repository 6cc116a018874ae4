/** What the work comes to, or `otherwise` when that takes longer than `ms`. The work itself goes on. */
export const within = async <T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    // After a stall of this process timers come before what has been waiting in the sockets: that is read first.
    timer = setTimeout(() => setImmediate(resolve, otherwise), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
