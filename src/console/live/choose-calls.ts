import type { NotedCall } from "./noted-call.ts";

/**
 * Some of many calls, for people who cannot read them all: of every tenant as many as of any other, what went wrong first but
 * not alone, and both spread over the time in which they came. Takes the newest first, returns the newest last.
 */
export const chooseCalls = (calls: readonly NotedCall[], most: number): readonly NotedCall[] => {
  if (calls.length <= most) return [...calls].reverse();
  // Those with few calls first: what they leave over is for the others.
  const tenants = byTenant(calls).sort((a, b) => a.length - b.length);
  const taken: NotedCall[] = [];
  for (const [index, own] of tenants.entries()) {
    const share = Math.floor((most - taken.length) / (tenants.length - index));
    taken.push(...chooseOwn(own, share));
  }
  return taken.sort((a, b) => a.number - b.number);
};

const byTenant = (calls: readonly NotedCall[]): NotedCall[][] => {
  const all = new Map<string, NotedCall[]>();
  for (const call of calls) {
    const own = all.get(call.tenant);
    if (own === undefined) all.set(call.tenant, [call]);
    else own.push(call);
  }
  return [...all.values()];
};

const chooseOwn = (calls: readonly NotedCall[], most: number): readonly NotedCall[] => {
  if (calls.length <= most) return calls;
  const fine = calls.filter(isFine);
  const wrong = calls.filter((call) => !isFine(call));
  // A list of nothing but failures would look as if nothing went well.
  const wrongs = Math.min(wrong.length, Math.max(Math.ceil(most / 2), most - fine.length));
  return [...spread(wrong, wrongs), ...spread(fine, most - wrongs)];
};

const isFine = ({ outcome }: NotedCall): boolean => outcome === "ok";

/** The newest, and others at even distances. */
const spread = (calls: readonly NotedCall[], count: number): readonly NotedCall[] =>
  Array.from({ length: count }, (_, index) => calls[Math.floor((index * calls.length) / count)] as NotedCall);
