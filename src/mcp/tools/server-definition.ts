import type { Changes } from "./changes.ts";
import type { Call } from "./tool.ts";
import type { ToolSet } from "./tool-set.ts";

type Awaitable<T> = T | Promise<T>;

/** One MCP server: a named set of tools, and what a client finds around them. */
export interface ServerDefinition {
  readonly name: string;
  /** By which keys name it; also the end of its path. Default: its name. */
  readonly scope?: string;
  /** Whose it is, where each tenant has its own. */
  readonly tenant?: string;
  readonly title: string;
  readonly version: string;
  /** For people who choose among servers. */
  readonly description?: string;
  /** Read by the model before its first call. */
  readonly instructions: string;
  readonly tools: ToolSet;
  readonly resources?: readonly Resource[];
  readonly templates?: readonly ResourceTemplate[];
  readonly prompts?: readonly Prompt[];
  /** How long a modern client may keep the list of tools. Default: a minute. */
  readonly toolsTtlMs?: number;
  /** Methods beside those of MCP; `tools/call` is this one when its params name no tool in MCP's way. */
  readonly methods?: ReadonlyMap<string, Method>;
  /** Whose error codes it speaks. Default: the contract's. */
  readonly errors?: "contract" | "registry";
  /** Announces what changed while clients are connected; with it, resources can be subscribed to. */
  readonly changes?: Changes;
}

/** Resolves to the result. */
export type Method = (params: Readonly<Record<string, unknown>>, call: Call) => Awaitable<object>;

interface ResourceDescription {
  readonly name: string;
  /** The tool that shows the same: for a key that does not cover it, there is no such resource. */
  readonly tool?: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** For how long and for whom a client may keep what it read. Left out: not at all. */
  readonly cache?: { readonly ttlMs: number; readonly scope: "public" | "private" };
  readonly annotations?: { readonly audience?: readonly ("user" | "assistant")[]; readonly priority?: number };
}

/** Text as it is sent, or bytes. */
export type ResourceContent = string | Uint8Array;

export interface Resource extends ResourceDescription {
  readonly uri: string;
  /** Throws a `not_found` Failure when it is gone. */
  read(call: Call): Awaitable<ResourceContent>;
}

export type Variables = Readonly<Record<string, string>>;

/** Suggests values that begin with or are meant by `text`, best first; `others` are the arguments already chosen. */
export type Complete = (name: string, text: string, others: Variables) => Awaitable<readonly string[]>;

export interface ResourceTemplate extends ResourceDescription {
  /** RFC 6570, level 1: `gds://booking/{pnr}`. */
  readonly uriTemplate: string;
  read(variables: Variables, call: Call): Awaitable<ResourceContent>;
  readonly complete?: Complete;
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly required?: boolean;
}

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: { readonly type: string; readonly [field: string]: unknown };
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Plain text is one message from the user. */
  get(values: Variables, call: Call): Awaitable<string | readonly PromptMessage[]>;
  readonly complete?: Complete;
}
