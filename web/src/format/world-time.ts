let ahead = 0;

/** What time it is in the server's world, whose clock may be set to another day. */
export const setWorldTime = (at: string, here = Date.now()): void => {
  const there = Date.parse(at);
  ahead = Number.isNaN(there) ? 0 : there - here;
};

export const worldTime = (here = Date.now()): Date => new Date(here + ahead);
