import type { Connector } from "../../../../src/servers/connectors/connector.ts";
import type { StepName, StepTrace } from "../../../../src/servers/connectors/pipeline.ts";
import type { Problem } from "../../api/client.ts";

export type {
  Binding,
  Connector,
  ConnectorTool,
  CredentialSlot,
} from "../../../../src/servers/connectors/connector.ts";
export type { StepName, StepTrace } from "../../../../src/servers/connectors/pipeline.ts";

/** Responses of the connector routes of the admin API; see docs/admin.md. */

/** Item of `GET /connectors`. */
export interface ConnectorSummary {
  readonly name: string;
  readonly title: string;
  readonly built_in: boolean;
  readonly served: boolean;
  readonly version: number | null;
  readonly versions: number;
  readonly draft?: { readonly tools: number; readonly approved: number; readonly saved_at: string };
}

export interface DraftedTool {
  readonly name: string;
  readonly approved: boolean;
  readonly approved_by?: string;
  readonly approved_at?: string;
}

/** Response of all routes that read or save a draft. */
export interface DraftResponse {
  readonly connector: Connector;
  readonly revision: number;
  readonly saved_at: string;
  readonly saved_by: string;
  readonly tools: readonly DraftedTool[];
}

/** Response of `POST /drafts`, with warnings that exist only while a document is read. */
export interface DraftingResponse extends DraftResponse {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly string[];
}

interface Candidate {
  readonly tool: string;
  readonly problems: readonly string[];
  readonly deprecated: boolean;
}

interface Difference {
  readonly field: string;
  readonly message: string;
  readonly breaking: boolean;
}

export interface Change {
  readonly tool?: string;
  readonly change: "added" | "removed" | "changed";
  readonly breaking: boolean;
  readonly details: readonly Difference[];
}

export interface DiffResponse {
  readonly changes: readonly Change[];
  readonly breaking: boolean;
  readonly left_out: readonly string[];
}

export interface VersionSummary {
  readonly version: number;
  readonly published_at: string;
  readonly published_by: string;
  readonly tools: number;
  readonly breaking: boolean;
}

export interface VersionsResponse {
  readonly active: number | null;
  readonly active_since?: string;
  readonly active_by?: string;
  readonly versions: readonly VersionSummary[];
}

export interface PublishResponse extends VersionSummary {
  readonly name: string;
  readonly unchanged: boolean;
}

export interface CredentialStatus {
  readonly name: string;
  readonly kind: "secret" | "basic" | "oauth2_client";
  readonly hosts: readonly string[];
  readonly set: boolean;
  readonly description?: string;
  readonly set_for_hosts?: readonly string[];
}

/** Response of `POST /connectors/:name/test`. */
export interface TestRun {
  readonly tool: string;
  readonly ok: boolean;
  readonly source?: "sandbox" | "live";
  readonly result?: unknown;
  readonly text?: string;
  readonly stopped_after?: StepName;
  readonly warnings?: readonly string[];
  readonly error?: Problem;
  readonly sent: boolean;
  readonly steps: readonly StepTrace[];
  readonly correlation_id: string;
}

export interface Invocation {
  readonly id: string;
  readonly at: string;
  readonly who?: string;
  readonly key_id?: string;
  readonly tool: string;
  readonly version?: string | number;
  readonly outcome: "ok" | "error";
  readonly error?: { readonly kind: string; readonly message: string; readonly http_status?: number };
  readonly source?: "sandbox" | "live";
  readonly milliseconds: number;
  readonly steps?: Readonly<Partial<Record<StepName, number>>>;
  readonly arguments: unknown;
}
