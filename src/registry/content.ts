/** One thing a model reads, sees or hears, as the protocol writes it. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    };

export const CONTENT: unique symbol = Symbol("content");

/** What a tool returns that has no structured output: it chose the blocks itself. */
export interface Content {
  readonly [CONTENT]: readonly ContentBlock[];
}

export const content = (blocks: readonly ContentBlock[]): Content => ({ [CONTENT]: blocks });

export const isContent = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && CONTENT in value;
