import type { ToolDescription } from "./tool-description.ts";

/** One version of a tool, as it was registered. */
export interface Registration {
  readonly name: string;
  /** 1, 2, … */
  readonly number: number;
  /** `search_tool_v1` */
  readonly toolId: string;
  readonly description: ToolDescription;
  /** Of everything a caller could notice: the same description registered again has the same. */
  readonly fingerprint: string;
  /** Unix milliseconds. */
  readonly registeredAt: number;
}

export interface CatalogueEntry {
  readonly name: string;
  readonly active: Registration;
  /** A changed description waits here until its backend has answered; until then the active one goes on. */
  readonly next?: Registration;
  /** When somebody last heard of it: registered, renewed, or found healthy. */
  readonly lastSeenAt: number;
}

/**
 * The tools that services registered. Kept in the store, so that they survive restarts and all nodes have the same; held
 * in memory, so that listing and calling them waits for nothing.
 */
export interface Catalogue {
  /** Also under another mixture of upper and lower case. */
  get(name: string): CatalogueEntry | undefined;
  /** Reads it again from the store: another node may have registered it a moment ago. Rejects when the store is away. */
  look(name: string): Promise<void>;
  /** By name. A new array whenever something changed. */
  list(): readonly CatalogueEntry[];
  /** The description has been checked. */
  register(description: ToolDescription): Promise<Registered>;
  /** The next version becomes the active one, unless it is no longer that number. */
  promote(name: string, number: number): Promise<void>;
  /** A sign of life: prolongs the lease. Cheap to call often. */
  seen(name: string): Promise<void>;
  /** Forgets the tool if nobody has seen it for longer than its lease; true if it did. */
  lapse(name: string): Promise<boolean>;
  unregister(name: string): Promise<boolean>;
  /** Called with the name of what changed, here or on another node; returns what ends it. */
  onChange(listener: (name: string) => void): () => void;
  close(): Promise<void>;
}

export interface Registered {
  readonly entry: CatalogueEntry;
  /** The one that was asked for: the active one, or the next. */
  readonly registration: Registration;
  readonly outcome: "created" | "renewed" | "changed";
}
