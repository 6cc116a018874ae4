/** A content block of the protocol. */
export type ContentBlock = (
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
) & { readonly annotations?: ContentAnnotations };

interface ContentAnnotations {
  /** Default: both. */
  readonly audience?: readonly ("user" | "assistant")[];
  /** From 0 to 1. */
  readonly priority?: number;
}

export const CONTENT: unique symbol = Symbol.for("taxiway.content");

/** The output of a tool that chooses its content blocks itself. */
export interface Content {
  readonly [CONTENT]: readonly ContentBlock[];
  /** The structured content. If there are no blocks, its JSON becomes the text. */
  readonly structured?: unknown;
  /** The JSON of the structured content, from a tool that has already serialised it. */
  readonly json?: string;
  /** Notes about the result, appended as text. */
  readonly notes?: readonly string[];
  /** Metadata about the call, sent as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export const content = (blocks: readonly ContentBlock[], beside: Omit<Content, typeof CONTENT> = {}): Content => ({
  [CONTENT]: blocks,
  ...beside,
});

export const isContent = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && CONTENT in value;
