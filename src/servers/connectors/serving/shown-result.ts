import { type Content, type ContentBlock, content } from "../../../mcp/tools/content.ts";
import type { ConnectorTool } from "../connector.ts";
import type { PublishedConnector } from "../library/library.ts";
import type { PipelineResult } from "../pipeline.ts";
import { type KeptResults, RESULT_URI } from "../results/kept-results.ts";
import { isShort, type TrimmedResult, trimResult } from "../results/trim-result.ts";
import { notesOn, toolContent } from "./tool-content.ts";
import { withBeside } from "./tool-schemas.ts";

/** Some ten thousand tokens: what a conversation can bear. */
const LIMITS = { maxBytes: 50_000, maxItems: 100, maxString: 5_000 };

/** Kept results have one address in the store, and one per connector for clients. */
export const resultTemplate = (connector: string): string => `connector://${connector}/results/{id}`;
export const keptAddress = (id: string): string => RESULT_URI.replace("{id}", () => id);
const shownAddress = (connector: string, uri: string): string =>
  resultTemplate(connector).replace("{id}", () => uri.slice(RESULT_URI.indexOf("{")));

const linkTo = (trimmed: NonNullable<TrimmedResult["trimmed"]>): readonly ContentBlock[] =>
  trimmed.uri === undefined
    ? []
    : [
        {
          type: "resource_link",
          uri: trimmed.uri,
          name: "result",
          title: "The whole result",
          description: `All ${trimmed.total} bytes of it, for a while.`,
          mimeType: "application/json",
        },
      ];

export interface ShownOptions {
  readonly published: PublishedConnector;
  readonly tool: ConnectorTool;
  readonly results: KeptResults;
  readonly wantsRaw: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What came out of the pipeline, as a model can bear it. */
export const shownResult = async (result: PipelineResult, options: ShownOptions): Promise<Content> => {
  const { tool, wantsRaw, meta } = options;
  const { text, next, source } = result;
  const { data, trimmed } = await borne(result.data, options);
  const truncated = trimmed && {
    total_bytes: trimmed.total,
    hint: trimmed.hint,
    ...(trimmed.uri !== undefined && { uri: trimmed.uri }),
  };
  const structured = withBeside(data, { source, next, truncated });
  const raw = wantsRaw && result.raw ? await shortRaw(result.raw) : undefined;
  return content(toolContent(tool, { text, raw }, structured, trimmed ? linkTo(trimmed) : []), {
    structured,
    notes: [...notesOn(result), ...(trimmed ? [trimmed.hint] : [])],
    meta,
  });
};

const borne = async (data: unknown, { published, results }: ShownOptions): Promise<TrimmedResult> => {
  if (isShort(data, LIMITS)) return { data };
  const { tenant, connector } = published;
  return trimResult(data, {
    ...LIMITS,
    // What was done is done: nobody must hear otherwise because the rest of the answer cannot be kept.
    keep: (json) =>
      results.keep(tenant, json).then(
        (uri) => (uri === undefined ? undefined : shownAddress(connector.name, uri)),
        () => undefined,
      ),
  });
};

const shortRaw = async (raw: NonNullable<PipelineResult["raw"]>) => {
  const { data } = await trimResult(raw.text, { ...LIMITS, maxString: LIMITS.maxBytes });
  return { ...raw, text: String(data) };
};
