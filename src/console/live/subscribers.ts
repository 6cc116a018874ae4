import type { Bus } from "../../platform/stores/bus.ts";
import type { Scope } from "./live-calls.ts";

/** The open consoles of all nodes, which announce them over the bus. */
export interface Subscribers {
  /** Adds a console at this node; returns a function that removes it. */
  join(scope: Scope): () => void;
  /** Whether there are any. Called with every tool call. */
  exist(): boolean;
  /** Whether a console shows the calls of the tenant. */
  wants(tenant: string): boolean;
  wantsAll(): boolean;
  /** The tenants with a console of their own. */
  tenants(): readonly string[];
  /** Calls the listener when the first console opens and when the last one closes; returns a function that stops it. */
  onChange(listener: (exist: boolean) => void): () => void;
  close(): void;
}

type Announcement = { readonly node: string; readonly tenants: readonly string[]; readonly all: boolean };

const TOPIC = "console:listening";
const BEAT_MS = 2_000;
/** A node that has not announced its consoles for this time has ended. */
const GONE_AFTER_MS = 3 * BEAT_MS;

export const createSubscribers = ({ bus, node }: { readonly bus: Bus; readonly node: string }): Subscribers => {
  const here = new Set<{ readonly scope: Scope }>();
  const elsewhere = new Map<string, { readonly announced: Announcement; readonly receivedAt: number }>();
  const listeners = new Set<(exist: boolean) => void>();
  let wanted: Announcement = { node, tenants: [], all: false };
  let exist = false;
  let timer: NodeJS.Timeout | undefined;

  const ownScopes = (): Announcement => {
    const scopes = [...new Set([...here].map(({ scope }) => scope))];
    return { node, tenants: scopes.filter((scope) => scope !== undefined), all: scopes.includes(undefined) };
  };

  const update = (): void => {
    const all = [ownScopes(), ...[...elsewhere.values()].map(({ announced }) => announced)];
    wanted = { node, tenants: [...new Set(all.flatMap(({ tenants }) => tenants))], all: all.some((one) => one.all) };
    const before = exist;
    exist = wanted.all || wanted.tenants.length > 0;
    if (exist && timer === undefined) timer = setInterval(beat, BEAT_MS).unref();
    if (!exist) {
      clearInterval(timer);
      timer = undefined;
    }
    if (before !== exist) for (const listener of listeners) listener(exist);
  };

  const announce = (): void => bus.publish(TOPIC, ownScopes());

  const beat = (): void => {
    const now = performance.now();
    for (const [other, { receivedAt }] of elsewhere) if (now - receivedAt > GONE_AFTER_MS) elsewhere.delete(other);
    if (here.size > 0) announce();
    update();
  };

  const stopListening = bus.listen(TOPIC, (body) => {
    const announced = announcementIn(body);
    if (announced === undefined || announced.node === node) return;
    const { all, tenants } = announced;
    if (all || tenants.length > 0) elsewhere.set(announced.node, { announced, receivedAt: performance.now() });
    else elsewhere.delete(announced.node);
    update();
  });

  return {
    join(scope) {
      const subscriber = { scope };
      here.add(subscriber);
      announce();
      update();
      return () => {
        if (!here.delete(subscriber)) return;
        announce();
        update();
      };
    },
    exist: () => exist,
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

const announcementIn = (body: unknown): Announcement | undefined => {
  const { node, tenants, all } = (body ?? {}) as Partial<Record<keyof Announcement, unknown>>;
  if (typeof node !== "string" || typeof all !== "boolean" || !Array.isArray(tenants)) return undefined;
  return { node, all, tenants: tenants.filter((tenant) => typeof tenant === "string") };
};
