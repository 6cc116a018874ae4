import { type Content, type ContentBlock, content } from "../../../mcp/tools/content.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import type { PublishedConnector } from "../library/library.ts";
import type { PipelineResult } from "../pipeline.ts";
import { type KeptResult, type KeptResults, RESULT_URI } from "../results/kept-results.ts";
import { isShort, type TrimmedResult, trimResult } from "../results/trim-result.ts";
import { withAdded } from "../tool-schemas.ts";
import { fileText } from "./file-text.ts";

/** About ten thousand tokens, so that a result does not fill the model's context. */
const LIMITS = { maxBytes: 50_000, maxItems: 100, maxString: 5_000 };

/** Kept results have one URI in the store, and one per connector for clients. */
export const resultTemplate = (connector: string): string => `connector://${connector}/results/{id}`;
export const keptUri = (id: string): string => RESULT_URI.replace("{id}", () => id);
const clientUri = (connector: string, uri: string): string =>
  resultTemplate(connector).replace("{id}", () => uri.slice(RESULT_URI.indexOf("{")));

const linkToResult = (trimmed: NonNullable<TrimmedResult["trimmed"]>): readonly ContentBlock[] =>
  trimmed.uri === undefined
    ? []
    : [
        {
          type: "resource_link",
          uri: trimmed.uri,
          name: "result",
          title: "The whole result",
          description: `All ${trimmed.total} bytes, for a limited time.`,
          mimeType: "application/json",
        },
      ];

/** Those that every model API takes. */
const IMAGES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const LARGEST_IMAGE = 1_000_000;

type File = NonNullable<PipelineResult["file"]>;

/** An image as such; anything else, and large images, as a link to where the file is kept. */
const fileBlocks = ({ bytes, mediaType, name }: File, uri: string | undefined): readonly ContentBlock[] => {
  if (IMAGES.has(mediaType) && bytes.length <= LARGEST_IMAGE)
    return [{ type: "image", data: Buffer.from(bytes).toString("base64"), mimeType: mediaType }];
  if (uri === undefined) return [];
  const description = `${bytes.length} bytes, for a limited time.`;
  return [{ type: "resource_link", uri, name: name ?? "file", description, mimeType: mediaType }];
};

interface ShownOptions {
  readonly published: PublishedConnector;
  readonly tool: ConnectorTool;
  readonly results: KeptResults;
  readonly wantsRaw: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The result of a pipeline as tool content, trimmed to a size that suits a model. */
export const shownResult = async (result: PipelineResult, options: ShownOptions): Promise<Content> => {
  const { tool, wantsRaw, meta } = options;
  const { next, source, file } = result;
  const { data, trimmed } = await trimmedData(result.data, options);
  const uri = file && (await kept({ content: file.bytes, mimeType: file.mediaType }, options));
  const text = result.text ?? (file && fileText(file, uri));
  const truncated = trimmed && {
    total_bytes: trimmed.total,
    hint: trimmed.hint,
    ...(trimmed.uri !== undefined && { uri: trimmed.uri }),
  };
  const structured = withAdded(data, { uri, source, next, truncated });
  const raw = wantsRaw && result.raw ? await shortRaw(result.raw) : undefined;
  const json = JSON.stringify(structured);
  return content(
    toolContent(tool, { text, raw }, { structured, json }, [
      ...(file ? fileBlocks(file, uri) : []),
      ...(trimmed ? linkToResult(trimmed) : []),
    ]),
    {
      structured,
      json,
      notes: [...notesOn(result), ...(trimmed ? [trimmed.hint] : [])],
      meta,
    },
  );
};

/** The call has had its effect, so a result that cannot be kept must not make it fail. */
const kept = (result: KeptResult, { published, results }: ShownOptions): Promise<string | undefined> =>
  results.keep(published.tenant, result).then(
    (uri) => (uri === undefined ? undefined : clientUri(published.connector.name, uri)),
    () => undefined,
  );

const trimmedData = async (data: unknown, options: ShownOptions): Promise<TrimmedResult> => {
  if (isShort(data, LIMITS)) return { data };
  const keep = (json: string) => kept({ content: json, mimeType: "application/json" }, options);
  return trimResult(data, { ...LIMITS, keep });
};

const shortRaw = async (raw: NonNullable<PipelineResult["raw"]>) => {
  const { data } = await trimResult(raw.text, { ...LIMITS, maxString: LIMITS.maxBytes });
  return { ...raw, text: String(data) };
};

const ASSISTANT = { audience: ["assistant"] } as const;
const USER = { audience: ["user"] } as const;

/** A summary for tools without a text of their own. */
const summaryOf = ({ title, name }: ConnectorTool, structured: JsonObject): string => {
  const [first, ...more] = Object.entries(structured).filter(([, member]) => Array.isArray(member));
  const label = title ?? name;
  if (first === undefined || more.length > 0) return `${label}: done.`;
  const [member, entries] = first as [string, readonly unknown[]];
  return `${label}: ${entries.length} in ${member}.`;
};

type Members = readonly (readonly [member: string, value: unknown])[];

const byAudience = (
  structured: JsonObject,
  audience: NonNullable<ConnectorTool["response"]>["audience"],
): readonly [rest: JsonObject, forPeople: Members] => {
  if (audience === undefined) return [structured, []];
  const isForPeople = (member: string): boolean => Object.hasOwn(audience, member) && audience[member] === "user";
  const members = Object.entries(structured);
  const rest = members.filter(([member]) => !isForPeople(member));
  return [Object.fromEntries(rest), members.filter(([member]) => isForPeople(member))];
};

/** A short text, the data for models whose client hides structured content from them, then what is for people only. */
const toolContent = (
  tool: ConnectorTool,
  { text, raw }: Pick<PipelineResult, "text" | "raw">,
  { structured, json }: { readonly structured: JsonObject; readonly json: string },
  more: readonly ContentBlock[] = [],
): readonly ContentBlock[] => {
  const [rest, forPeople] = byAudience(structured, tool.response?.audience);
  return [
    { type: "text", text: text ?? summaryOf(tool, structured) },
    { type: "text", text: rest === structured ? json : JSON.stringify(rest), annotations: ASSISTANT },
    ...forPeople.map(([member, value]): ContentBlock => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return { type: "text", text: `${member}: ${text}`, annotations: USER };
    }),
    ...more,
    ...(raw ? [{ type: "text", text: raw.text, annotations: { ...ASSISTANT, priority: 0 } } as const] : []),
  ];
};

/** Notes for the model besides the result. */
const notesOn = ({ next, warnings = [] }: Pick<PipelineResult, "next" | "warnings">): readonly string[] => [
  ...(next ? [`There is more: call again with ${next.argument} = ${JSON.stringify(next.value)}.`] : []),
  ...warnings,
];
