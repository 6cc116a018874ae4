import type { MaybePromise } from "../../model/maybe-promise.ts";
import type { Call } from "./tool.ts";
import type { ToolSet } from "./tool-set.ts";

/** One MCP server: a named set of tools with its resources, prompts and instructions. */
export interface ServerDefinition {
  readonly name: string;
  /** Its name in the grants of API keys and at the end of its path. Default: its name. */
  readonly scope?: string;
  /** The tenant, where each tenant has its own server. */
  readonly tenant?: string;
  readonly title: string;
  readonly version: string;
  /** For people choosing a server. */
  readonly description?: string;
  /** Read by the model before its first call. */
  readonly instructions: string;
  readonly tools: ToolSet;
  readonly resources?: readonly Resource[];
  readonly templates?: readonly ResourceTemplate[];
  readonly prompts?: readonly Prompt[];
  /** How long a modern client may keep the list of tools. Default: a minute. */
  readonly toolsTtlMs?: number;
  /** Custom methods. A custom `tools/call` answers requests without the MCP parameter `name`. */
  readonly methods?: ReadonlyMap<string, Method>;
  /** The set of error codes. Default: `contract`. */
  readonly errors?: "contract" | "registry";
  /** Announces changes to connected clients; enables subscriptions to resources. */
  readonly changes?: Changes;
}

/** A custom method: returns the `result` of the answer. */
export type Method = (params: Readonly<Record<string, unknown>>, call: Call) => MaybePromise<object>;

interface ResourceDescription {
  readonly name: string;
  /** The tool that exposes the same data. Keys without access to it do not see this resource. */
  readonly tool?: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** How long and for whom clients may cache the content. Default: no caching. */
  readonly cache?: { readonly ttlMs: number; readonly scope: "public" | "private" };
  readonly annotations?: { readonly audience?: readonly ("user" | "assistant")[]; readonly priority?: number };
}

/** Text, or bytes that are sent as base64; with a media type if it differs from that of the resource. */
export type ResourceContent =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mimeType: string };

export interface Resource extends ResourceDescription {
  readonly uri: string;
  /** Throws a `not_found` Failure if the resource no longer exists. */
  read(call: Call): MaybePromise<ResourceContent>;
}

export type Variables = Readonly<Record<string, string>>;

/** Suggests values for an argument from the text typed so far, best first; `others` are the other arguments. */
export type Complete = (name: string, text: string, others: Variables) => MaybePromise<readonly string[]>;

export interface ResourceTemplate extends ResourceDescription {
  /** RFC 6570, level 1: `gds://booking/{pnr}`. */
  readonly uriTemplate: string;
  read(variables: Variables, call: Call): MaybePromise<ResourceContent>;
  readonly complete?: Complete;
}

interface PromptArgument {
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
  /** A string is one message from the user. */
  get(values: Variables, call: Call): MaybePromise<string | readonly PromptMessage[]>;
  readonly complete?: Complete;
}

export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  /** A resource has new content: for all clients, or for one tenant or session where each has its own. */
  | {
      readonly kind: "resource";
      readonly uri: string;
      readonly of?: { readonly tenant: string; readonly sessionId?: string };
    };

export type ChangeListener = (change: Change) => void;

/** Announces changes of a server to connected clients. */
export interface Changes {
  announce(change: Change): void;
  /** Returns a function that stops listening. */
  listen(listener: ChangeListener): () => void;
  /** Sends announcements through a relay, which also delivers those of other processes. */
  relay(through: ChangeRelay): void;
}

interface ChangeRelay {
  publish(change: Change): void;
  listen(listener: ChangeListener): void;
}

export const createChanges = (): Changes => {
  const listeners = new Set<ChangeListener>();
  const notify: ChangeListener = (change) => {
    for (const listener of listeners) listener(change);
  };
  let publish = notify;
  return {
    announce: (change) => publish(change),
    relay(through) {
      through.listen(notify);
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
