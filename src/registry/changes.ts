export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  /** A resource reads differently now; for one session only where each session has its own. */
  | { readonly kind: "resource"; readonly uri: string; readonly sessionId?: string };

export type ChangeListener = (change: Change) => void;

/** What changed in a server while clients are connected to it. */
export interface Changes {
  announce(change: Change): void;
  /** Returns what ends it. */
  listen(listener: ChangeListener): () => void;
}

export const createChanges = (): Changes => {
  const listeners = new Set<ChangeListener>();
  return {
    announce(change) {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
