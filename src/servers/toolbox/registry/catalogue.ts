import type { ToolDescription } from "./tool-description.ts";

/** One version of a tool, as it was registered. */
export interface Registration {
  readonly name: string;
  readonly number: number;
  /** `search_tool_v1` */
  readonly toolId: string;
  readonly description: ToolDescription;
  /** Hash of everything a caller can observe; equal if the same description is registered again. */
  readonly fingerprint: string;
  /** Unix milliseconds. */
  readonly registeredAt: number;
}

export interface CatalogueEntry {
  readonly name: string;
  readonly active: Registration;
  /** A changed description, not active until its backend has passed a health check. */
  readonly next?: Registration;
  /** Last sign of life: registration, renewal or successful health check. */
  readonly lastSeenAt: number;
}

/**
 * The registered tools. The store is shared by all nodes and survives restarts; a copy in memory serves lists and
 * calls.
 */
export interface Catalogue {
  /** Case-insensitive. */
  get(name: string): CatalogueEntry | undefined;
  /**
   * Reads a tool from the store, because another node may have just registered it. Rejects if the store is unavailable.
   */
  reload(name: string): Promise<void>;
  /** Sorted by name. Returns a new array after every change. */
  list(): readonly CatalogueEntry[];
  /** Expects a validated description. */
  register(description: ToolDescription): Promise<Registered>;
  /** Activates the next version, unless its number has changed. */
  promote(name: string, number: number): Promise<void>;
  /** Renews the lease; cheap to call often. */
  renewLease(name: string): Promise<void>;
  /** Deletes the tool if its lease is over; returns whether it did. */
  expire(name: string): Promise<boolean>;
  unregister(name: string): Promise<boolean>;
  /** Calls the listener with the name of a tool that changed on any node. Returns a function that unsubscribes. */
  onChange(listener: (name: string) => void): () => void;
  close(): Promise<void>;
}

export interface Registered {
  readonly entry: CatalogueEntry;
  /** The registration for this description: the active or the next one. */
  readonly registration: Registration;
  readonly outcome: "created" | "renewed" | "changed";
}
