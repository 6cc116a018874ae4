import type { Connector } from "../connector.ts";
import type { ConnectorChange } from "../drafting/diff-connectors.ts";

/** The connectors of all tenants: drafts that people work on, and versions that are served. Kept in the store. */
export interface Library {
  /** What one tenant has; there is no way from it to what others have. */
  tenantConnectors(tenant: string): TenantConnectors;
  close(): Promise<void>;
}

export interface TenantConnectors {
  list(): Promise<readonly Listed[]>;

  draft(name: string): Promise<Draft>;
  /**
   * Checks the document and keeps it as the draft of its name. Tools that are as they were when somebody approved them
   * stay approved; what the document itself says about approval is not believed.
   */
  saveDraft(raw: unknown, by: string, options?: { readonly ifRevision?: number }): Promise<Draft>;
  deleteDraft(name: string): Promise<void>;
  /** All tools when none are named. `approved: false` takes it back. */
  approve(name: string, by: string, options?: ApproveOptions): Promise<Draft>;

  /** The approved tools of the draft become a version that never changes again, and is served from now on. */
  publish(name: string, by: string, options?: { readonly allowBreaking?: boolean }): Promise<Publication>;
  /** What publishing would do, without doing it. */
  preview(name: string): Promise<Preview>;
  /** Serves an older version again; left out: the one before the one that is served. */
  rollback(name: string, by: string, to?: number): Promise<VersionNote>;
  /** Nothing is served under the name any more, or what ships with Taxiway; its versions stay. */
  unpublish(name: string, by: string): Promise<void>;
  /** Oldest first. */
  versions(name: string): Promise<Versions>;
  version(name: string, number: number): Promise<Connector>;

  /** What is served under the name now. At once when this process has it already. */
  active(name: string): Published | undefined | Promise<Published | undefined>;
  /** Called after each change of what is served under the name, here or elsewhere; returns what ends it. */
  onChange(name: string, listener: () => void): () => void;
}

export interface ApproveOptions {
  readonly tools?: readonly string[];
  readonly approved?: boolean;
}

export interface Draft {
  /** Its tools say whether they are approved. */
  readonly connector: Connector;
  /** Changes with every save. */
  readonly revision: number;
  readonly savedAt: number;
  readonly savedBy: string;
  /** By tool. */
  readonly approvals: Readonly<Record<string, Approval>>;
}

export interface Approval {
  readonly by: string;
  readonly at: number;
}

export interface VersionNote {
  readonly number: number;
  readonly publishedAt: number;
  readonly publishedBy: string;
  readonly tools: number;
  /** Somebody who called the version before it may have to change something. */
  readonly breaking: boolean;
}

export interface Versions {
  /** The number of the one that is served. */
  readonly active: number | undefined;
  readonly activeSince?: number;
  readonly activeBy?: string;
  readonly versions: readonly VersionNote[];
}

export interface Preview {
  readonly connector: Connector;
  readonly changes: readonly ConnectorChange[];
  readonly breaking: boolean;
  /** Tools of the draft that nobody has approved: they stay behind. */
  readonly left_out: readonly string[];
}

export interface Publication extends VersionNote {
  /** It says the same as what is served already: nothing was done. */
  readonly unchanged: boolean;
  readonly changes: readonly ConnectorChange[];
}

/** A version as it is served. Stays the same object as long as it is. */
export interface Published {
  readonly tenant: string;
  readonly number: number;
  readonly publishedAt: number;
  readonly connector: Connector;
  /** Ships with Taxiway; a tenant's own of the same name takes its place. */
  readonly builtIn: boolean;
}

export interface Listed {
  readonly name: string;
  readonly title: string;
  readonly builtIn: boolean;
  readonly active: number | undefined;
  readonly versions: number;
  readonly draft?: { readonly tools: number; readonly approved: number; readonly savedAt: number };
}
