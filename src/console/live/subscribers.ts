import type { Bus } from "../../platform/stores/bus.ts";
import type { Scope } from "./live-calls.ts";

/** Who has a console open: here, and at other nodes, which say so over the bus. */
export interface Subscribers {
  /** Somebody listens here; returns what ends it. */
  join(scope: Scope): () => void;
  /** Whether anybody listens at all. Asked with every call. */
  isThere(): boolean;
  /** Whether somebody listens to that tenant's calls. */
  wants(tenant: string): boolean;
  wantsAll(): boolean;
  /** Tenants that somebody listens to in particular. */
  tenants(): readonly string[];
  /** Called when the first one comes, and when the last one has left; returns what ends it. */
  onChange(listener: (isThere: boolean) => void): () => void;
  close(): void;
}

type Listening = { readonly node: string; readonly tenants: readonly string[]; readonly all: boolean };

const TOPIC = "console:listening";
const BEAT_MS = 2_000;
/** Somebody who is not heard of for so long has gone without a word. */
const GONE_AFTER_MS = 3 * BEAT_MS;

export const createSubscribers = ({ bus, node }: { readonly bus: Bus; readonly node: string }): Subscribers => {
  const here = new Set<{ readonly scope: Scope }>();
  const elsewhere = new Map<string, { readonly said: Listening; readonly heardAt: number }>();
  const listeners = new Set<(isThere: boolean) => void>();
  let wanted: Listening = { node, tenants: [], all: false };
  let isThere = false;
  let timer: NodeJS.Timeout | undefined;

  const ownScopes = (): Listening => {
    const scopes = [...new Set([...here].map(({ scope }) => scope))];
    return { node, tenants: scopes.filter((scope) => scope !== undefined), all: scopes.includes(undefined) };
  };

  const count = (): void => {
    const all = [ownScopes(), ...[...elsewhere.values()].map(({ said }) => said)];
    wanted = { node, tenants: [...new Set(all.flatMap(({ tenants }) => tenants))], all: all.some((one) => one.all) };
    const before = isThere;
    isThere = wanted.all || wanted.tenants.length > 0;
    if (isThere && timer === undefined) timer = setInterval(beat, BEAT_MS).unref();
    if (!isThere) {
      clearInterval(timer);
      timer = undefined;
    }
    if (before !== isThere) for (const listener of listeners) listener(isThere);
  };

  const tell = (): void => bus.publish(TOPIC, ownScopes());

  const beat = (): void => {
    const now = performance.now();
    for (const [other, { heardAt }] of elsewhere) if (now - heardAt > GONE_AFTER_MS) elsewhere.delete(other);
    if (here.size > 0) tell();
    count();
  };

  const stopListening = bus.listen(TOPIC, (body) => {
    const said = listeningIn(body);
    if (said === undefined || said.node === node) return;
    if (said.all || said.tenants.length > 0) elsewhere.set(said.node, { said, heardAt: performance.now() });
    else elsewhere.delete(said.node);
    count();
  });

  return {
    join(scope) {
      const one = { scope };
      here.add(one);
      tell();
      count();
      return () => {
        if (!here.delete(one)) return;
        tell();
        count();
      };
    },
    isThere: () => isThere,
    wants: (tenant) => wanted.all || wanted.tenants.includes(tenant),
    wantsAll: () => wanted.all,
    tenants: () => wanted.tenants,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopListening();
      clearInterval(timer);
    },
  };
};

const listeningIn = (body: unknown): Listening | undefined => {
  const { node, tenants, all } = (body ?? {}) as Partial<Record<keyof Listening, unknown>>;
  if (typeof node !== "string" || typeof all !== "boolean" || !Array.isArray(tenants)) return undefined;
  return { node, all, tenants: tenants.filter((tenant) => typeof tenant === "string") };
};
