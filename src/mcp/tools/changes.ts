export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  /** A resource reads differently now; for one tenant, or one of its sessions, where each has its own. */
  | {
      readonly kind: "resource";
      readonly uri: string;
      readonly of?: { readonly tenant: string; readonly sessionId?: string };
    };

export type ChangeListener = (change: Change) => void;

/** What changed in a server while clients are connected to it. */
export interface Changes {
  announce(change: Change): void;
  /** Returns what ends it. */
  listen(listener: ChangeListener): () => void;
  /** From now on announcements take this way, which also brings those of other processes. */
  relay(through: ChangeRelay): void;
}

export interface ChangeRelay {
  publish(change: Change): void;
  listen(listener: ChangeListener): void;
}

export const createChanges = (): Changes => {
  const listeners = new Set<ChangeListener>();
  const tell: ChangeListener = (change) => {
    for (const listener of listeners) listener(change);
  };
  let publish = tell;
  return {
    announce: (change) => publish(change),
    relay(through) {
      through.listen(tell);
      publish = through.publish;
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
