import type { Connector } from "../connector.ts";
import type { ConnectorChange } from "../drafting/diff-connectors.ts";
import type { Remarks } from "./remarks.ts";

/** The connectors of all tenants in the store: drafts, and published versions. */
export interface Library {
  /** The connectors of one tenant. Nothing in it reaches those of other tenants. */
  forTenant(tenant: string): TenantLibrary;
  close(): Promise<void>;
}

export interface TenantLibrary {
  list(): Promise<readonly ListedConnector[]>;

  draft(name: string): Promise<Draft>;
  /**
   * Checks the document and saves it as the draft of its name. Unchanged tools stay approved; approvals in the document
   * itself are ignored. `ifRevision` rejects the save if the draft has changed since. `remarks` replaces those of the
   * draft; without it, tools keep theirs.
   */
  saveDraft(raw: unknown, by: string, options?: SaveOptions): Promise<Draft>;
  deleteDraft(name: string): Promise<void>;
  /** Approves the named tools, or all of them. `approved: false` revokes the approval. */
  approve(
    name: string,
    by: string,
    options?: { readonly tools?: readonly string[]; readonly approved?: boolean },
  ): Promise<Draft>;

  /** Publishes the approved tools of the draft as a new, immutable version and serves it. */
  publish(name: string, by: string, options?: { readonly allowBreaking?: boolean }): Promise<Publication>;
  /** Returns what publishing would change. */
  preview(name: string): Promise<Preview>;
  /** Serves an older version again; by default the one before the current one. */
  rollback(name: string, by: string, to?: number): Promise<VersionSummary>;
  /** Stops serving the connector; a built-in one of the same name is served instead. Its versions are kept. */
  unpublish(name: string, by: string): Promise<void>;
  /** Oldest first. */
  versions(name: string): Promise<Versions>;
  version(name: string, number: number): Promise<Connector>;

  /** Returns the version that is served; synchronously if this process has it cached. */
  active(name: string): PublishedConnector | undefined | Promise<PublishedConnector | undefined>;
  /** Calls the listener after another version is served, changed on any node. Returns a function that unsubscribes. */
  onChange(name: string, listener: () => void): () => void;
}

interface SaveOptions {
  readonly ifRevision?: number;
  readonly remarks?: Remarks;
}

export interface Draft {
  /** Each tool says whether it is approved. */
  readonly connector: Connector;
  /** Changes with every save. */
  readonly revision: number;
  readonly savedAt: number;
  readonly savedBy: string;
  /** By tool name. */
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly remarks: Remarks;
}

export interface Approval {
  readonly by: string;
  readonly at: number;
}

export interface VersionSummary {
  readonly number: number;
  readonly publishedAt: number;
  readonly publishedBy: string;
  readonly tools: number;
  /** Callers of the version before it may have to change something. */
  readonly breaking: boolean;
}

interface Versions {
  /** The number of the version that is served. */
  readonly active: number | undefined;
  readonly activeSince?: number;
  readonly activeBy?: string;
  readonly versions: readonly VersionSummary[];
}

interface Preview {
  readonly changes: readonly ConnectorChange[];
  readonly breaking: boolean;
  /** Tools of the draft that are not approved and so not published. */
  readonly left_out: readonly string[];
}

interface Publication extends VersionSummary {
  /** True if the served version is the same already, and nothing was published. */
  readonly unchanged: boolean;
  readonly changes: readonly ConnectorChange[];
}

/** A version that is served. Stays the same object while it is served, so that it can be a cache key. */
export interface PublishedConnector {
  readonly tenant: string;
  readonly number: number;
  readonly publishedAt: number;
  readonly connector: Connector;
  /** Ships with Taxiway. A tenant's own connector of the same name replaces it. */
  readonly builtIn: boolean;
}

export interface ListedConnector {
  readonly name: string;
  readonly title: string;
  readonly builtIn: boolean;
  readonly active: number | undefined;
  readonly versions: number;
  readonly draft?: { readonly tools: number; readonly approved: number; readonly savedAt: number };
}
