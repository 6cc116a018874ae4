import type { Connector, ConnectorTool } from "../../../../src/servers/connectors/connector.ts";
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
  /** What to check before approving it. */
  readonly problems?: readonly string[];
  readonly deprecated?: boolean;
  /** Where the document says so, by field. */
  readonly evidence?: readonly Evidence[];
}

export interface Evidence {
  readonly field: string;
  /** Absent if the field was not found in the document. */
  readonly quote?: string;
}

/** The document does not say how callers authenticate. */
export interface AuthQuestion {
  readonly text: string;
  readonly guesses: readonly { readonly auth: string; readonly because: string }[];
}

/** Response of `POST /drafts/operations`: what a document has, before anything is drafted. */
export interface OperationIndex {
  readonly format: string;
  readonly title: string;
  readonly base_url: string;
  readonly operations: readonly IndexedOperation[];
  readonly problems: readonly string[];
  readonly auth_question?: AuthQuestion;
}

/** Whether the document does not name the API's address. */
export const isPlaceholder = (base_url: string): boolean =>
  URL.canParse(base_url) && new URL(base_url).hostname.endsWith(".invalid");

export interface IndexedOperation {
  /** `GET /pets` */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly operation_id?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly risk: ConnectorTool["risk"];
  readonly deprecated: boolean;
  readonly token_cost: number;
}

/** Response of all routes that read or save a draft. */
export interface DraftResponse {
  readonly connector: Connector;
  readonly revision: number;
  readonly saved_at: string;
  readonly saved_by: string;
  readonly tools: readonly DraftedTool[];
  /** Problems of the whole document, and what was left out of it. */
  readonly problems?: readonly string[];
  readonly auth_question?: AuthQuestion;
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
  /** Names of credentials that the approved tools need and that are not set. */
  readonly credentials_missing?: readonly string[];
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
  readonly credentials_missing?: readonly string[];
}

export interface CredentialStatus {
  readonly name: string;
  readonly kind: "secret" | "basic" | "oauth2_client" | "oauth2_refresh";
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
