import type { JsonObject } from "../../../../model/json.ts";
import type { RequestStep } from "../../connector.ts";
import type { ProposedTool } from "../proposals/proposed-tool.ts";
import type { BodySample } from "./code-samples.ts";
import type { Field } from "./section-fields.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly description: string;
}

/** A way to authenticate that samples show. Its shape is a security scheme of OpenAPI. */
export interface Scheme {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly quote: string;
}

/** One endpoint, as documentation other than OpenAPI describes it. */
export interface DescribedOperation {
  readonly method: RequestStep["method"];
  /** Below the base URL. */
  readonly path: string;
  /** Another base URL than the document's. */
  readonly server?: string;
  /** Words for its name. */
  readonly title: string;
  readonly description: string;
  readonly tag?: string;
  readonly parameters: readonly Parameter[];
  readonly body?: DescribedBody;
  readonly response?: { readonly schema: JsonObject; readonly type: string };
  readonly schemes: readonly Scheme[];
  /** Samples in XML; `samples/` drafts from them. */
  readonly xml: {
    readonly requests: readonly BodySample[];
    readonly responses: readonly BodySample[];
    readonly errors: readonly BodySample[];
  };
  /** Arguments that callers neither see nor set. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Headers that every request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly Field[];
  /** Where the document says it, by the name of a field. */
  readonly quotes: ReadonlyMap<string, string>;
  /** Texts of all samples, where fields are looked up that no sentence describes. */
  readonly samples: readonly string[];
  readonly problems: readonly string[];
  /** What a model proposed for it. */
  readonly proposal?: OperationProposal;
}

export interface OperationProposal {
  readonly tool: ProposedTool;
  /** Whether the rules did not find the endpoint. */
  readonly isNew: boolean;
  /** Samples in JSON that the proposal has to fit. */
  readonly requests: readonly unknown[];
  readonly responses: readonly unknown[];
  /** Parameters in the addresses of samples. */
  readonly query: readonly string[];
  /** The sentences about the endpoint. */
  readonly sentences: readonly string[];
}

export interface DescribedBody {
  readonly type: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** An API, as documentation other than OpenAPI describes it. */
export interface DescribedApi {
  readonly title: string;
  readonly description: string;
  readonly base?: { readonly url: string; readonly quote: string };
  readonly operations: readonly DescribedOperation[];
  /** Excerpts for people and models. */
  readonly docs: readonly { readonly title: string; readonly text: string }[];
  readonly problems: readonly string[];
}
