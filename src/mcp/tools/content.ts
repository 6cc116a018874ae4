/** One thing a model reads, sees or hears, as the protocol writes it. */
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

export interface ContentAnnotations {
  /** Left out: for both. */
  readonly audience?: readonly ("user" | "assistant")[];
  /** From 0 to 1. */
  readonly priority?: number;
}

export const CONTENT: unique symbol = Symbol("content");

/** What a tool returns that chose itself what a model reads, sees or hears. */
export interface Content {
  readonly [CONTENT]: readonly ContentBlock[];
  /** For the host. Without blocks, its JSON is also what the model reads. */
  readonly structured?: unknown;
  /** What the reader should know beside the result. */
  readonly notes?: readonly string[];
  /** About the call, not about its result. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export const content = (blocks: readonly ContentBlock[], beside: Omit<Content, typeof CONTENT> = {}): Content => ({
  [CONTENT]: blocks,
  ...beside,
});

export const isContent = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && CONTENT in value;
