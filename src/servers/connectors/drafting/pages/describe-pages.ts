import type { ProposedTool } from "../proposals/proposed-tool.ts";
import { nameOfPath } from "../tool-name.ts";
import { schemesIn } from "./auth-sections.ts";
import { type BaseUrl, baseUrlIn } from "./base-url.ts";
import { type EndpointSamples, samplesIn } from "./code-samples.ts";
import { describeRequest } from "./describe-request.ts";
import { responseOf } from "./describe-response.ts";
import type { DescribedApi, DescribedOperation, Scheme } from "./described-operation.ts";
import { columnOf, isGeneric } from "./field-words.ts";
import type { Mention } from "./mentions.ts";
import type { Block, Page } from "./page.ts";
import { docsOf } from "./page-docs.ts";
import { placeProposals } from "./proposed-mentions.ts";
import { type Field, partsOf } from "./section-fields.ts";
import { type Section, sectionsIn } from "./sections.ts";
import { endpointKey, isPlaceholder } from "./target.ts";
import { withProposal } from "./with-proposal.ts";

/** Reads endpoints out of pages of documentation by rules, with what a model proposed besides. */
export const describePages = (pages: readonly Page[], proposals: readonly ProposedTool[] = []): DescribedApi => {
  const blocks = pages.flatMap((page) => page.blocks);
  const base = baseUrlIn(blocks);
  const codes = codeTables(blocks);
  const endpoints = (added: readonly Mention[], known: ReadonlyMap<string, ProposedTool>) => {
    const sections = sectionsIn(blocks, base?.url, added);
    const found = base ?? commonBase(sections);
    const nested = new Set(sections.flatMap((section) => partsBelowHeading(section)));
    const general = schemesIn(blocks.filter((block) => !nested.has(block)));
    const context = { base, codes, schemes: general };
    const operations = sections.map((section) => {
      const operation = relativeTo(describeSection(section, context), found?.url);
      const isHere = operation.server === undefined;
      const ruled = isHere ? known.get(endpointKey(operation.method, operation.path)) : undefined;
      const tool = section.mention.proposal ?? ruled;
      return tool === undefined ? operation : withProposal(operation, tool, section, found?.url);
    });
    return { found, operations };
  };
  const rules = endpoints([], new Map());
  const placed = placeProposals(proposals, blocks, rules.found?.url, rules.operations);
  const { found, operations } = proposals.length === 0 ? rules : endpoints(placed.mentions, placed.known);
  const first = blocks.find((block) => block.kind === "heading");
  const title = pages[0]?.title ?? (first?.kind === "heading" ? first.text : "API");
  return {
    title: title
      .replaceAll("`", "")
      .replace(
        /(?<=\S)\s+(?:(?:rest|http|web|public) )?(?:api)?(?:[ -]?(?:documentation|docs|reference|dokumentation|guide|specification|schnittstelle))?$/i,
        "",
      )
      .replace(/(?<=\S)\s*[|–—-]\s*$/, ""),
    description: introOf(blocks),
    ...(found !== undefined && { base: found }),
    operations,
    docs: docsOf(blocks),
    problems: [
      ...(found === undefined ? ["The document does not name the API's address: set base_url."] : []),
      ...placed.problems,
    ],
  };
};

/** What stands below the endpoint's own heading is about this endpoint alone, also about its credentials. */
const partsBelowHeading = ({ blocks: [first, ...others] }: Section): readonly Block[] => {
  if (first?.kind !== "heading") return [];
  const from = others.findIndex((block) => block.kind === "heading" && block.level > first.level);
  return from < 0 ? [] : others.slice(from);
};

/** What stands above the first section. */
const introOf = (blocks: readonly Block[]): string => {
  const start = blocks.findIndex((block) => block.kind === "text");
  const end = blocks.findIndex((block, at) => at > start && block.kind === "heading");
  return blocks
    .slice(Math.max(0, start), end < 0 ? start + 3 : end)
    .flatMap((block) =>
      block.kind === "text" && !/\b(?:base|basis)[ -]?(?:url|adresse)/i.test(block.text) ? [block.text] : [],
    )
    .slice(0, 3)
    .join(" ");
};

/** The address that most samples and endpoints have. */
const commonBase = (sections: readonly Section[]): BaseUrl | undefined => {
  const counts = new Map<string, { count: number; quote: string }>();
  for (const { mentions } of sections) {
    for (const { target, quote, prefix = "" } of mentions) {
      if (target.origin === undefined) continue;
      const url = `${target.origin}${prefix}`;
      const known = counts.get(url) ?? { count: 0, quote };
      counts.set(url, { ...known, count: known.count + 1 });
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (best !== undefined) return { url: best[0], quote: best[1].quote };
  const { host } = sections.flatMap((section) => section.mentions).find((mention) => mention.host !== undefined) ?? {};
  return host === undefined ? undefined : { url: `https://${host}`, quote: `Host: ${host}` };
};

/** An endpoint at another address than the document's keeps its own. */
const relativeTo = ({ server, ...operation }: DescribedOperation, base: string | undefined): DescribedOperation => {
  if (server === undefined || base === undefined) return operation;
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, "");
  if (server !== origin) return { ...operation, server };
  if (prefix === "") return operation;
  return operation.path.startsWith(`${prefix}/`)
    ? { ...operation, path: operation.path.slice(prefix.length) }
    : operation;
};

interface Context {
  readonly base: BaseUrl | undefined;
  readonly codes: ReadonlyMap<string, Codes>;
  /** For all endpoints. */
  readonly schemes: readonly Scheme[];
}

const describeSection = (section: Section, { base, codes, schemes }: Context): DescribedOperation => {
  const { mention, mentions, heading, group, blocks } = section;
  const { method, target } = mention;
  const parts = partsOf(blocks);
  const samples = samplesIn(parts.code, method);
  const curls = samples.curls.filter((curl) => curl.method === method);
  const own: EndpointSamples = { ...samples, curls };
  const fields = parts.fields.map((field) => withCodes(field, codes));
  const request = describeRequest(
    method,
    mentions.map((each) => each.target),
    fields,
    own,
    [...schemesIn(partsBelowHeading(section)), ...schemes],
  );
  const xml = { requests: onlyXml(own.requests), responses: onlyXml(own.responses), errors: onlyXml(own.errors) };
  const description = descriptionOf(parts.prose, mention.words, heading);
  const quotes = new Map(fields.map((field) => [field.steps.join("."), field.quote]));
  for (const { name, quote } of request.schemes) quotes.set(`auth.${name}`, quote);
  quotes.set("path", mention.quote);
  const isGuess = mention.kind === "sample" || mention.kind === "prose";
  return {
    method,
    path: target.path,
    ...(target.origin !== undefined && base?.url.startsWith(target.origin) !== true && { server: target.origin }),
    title: titleOf(mention, heading),
    description,
    ...(group !== undefined && { tag: group.replace(ONLY_NAME, "") }),
    ...request,
    ...responseOf(
      own.responses,
      fields.filter(({ topic }) => topic === "response"),
    ),
    xml,
    fields,
    quotes,
    samples: [...parts.code.map(({ text }) => text), ...mentions.map(({ quote }) => quote)],
    problems: [
      ...request.problems,
      ...(isGuess ? ["Only a sample shows this endpoint: verify its path and arguments."] : []),
    ],
  };
};

const onlyXml = (samples: EndpointSamples["requests"]): EndpointSamples["requests"] =>
  samples.filter(({ format }) => format === "xml");

const ONLY_NAME = /^(?:\d+(?:\.\d+)*\.?\s+)?/;

/** Words for the tool's name: the heading without the address, or else the description in a list. */
const titleOf = ({ kind, words, method, target }: Section["mention"], heading: string | undefined): string => {
  const own = (kind === "heading" ? words : (heading ?? ""))
    .replace(/`[^`]*[/{][^`]*`/g, "")
    .replace(ONLY_NAME, "")
    .replaceAll("`", "")
    .replace(/[:.\s]+$/, "")
    .trim();
  if (
    kind !== "listing" &&
    kind !== "prose" &&
    own !== "" &&
    !isGeneric(own) &&
    own.length <= 60 &&
    !/^\/|https?:/.test(own)
  )
    return own;
  const short = words.split(/[.;]\s/, 1)[0] ?? "";
  if (short !== "" && !/https?:/.test(short) && short.length <= 60 && short.split(" ").length <= 7) return short;
  return nameOfPath(method, target.path.replace(/^\/(?:api\/)?v\d+(?=\/)/, ""));
};

const descriptionOf = (prose: readonly string[], words: string, heading: string | undefined): string => {
  const texts = prose.filter(
    (text) =>
      text.length > 20 &&
      !/^`?(?:content-type|url|endpoint|base url|accept)\b/i.test(text) &&
      !/^(?:https?:|\/|`)?\S*$/.test(text) &&
      !/^`?(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b/.test(text),
  );
  const said = texts.slice(0, 6).join(" ");
  return said !== "" ? said : words.length > 3 && !isGeneric(words) ? words : (heading ?? "").replace(ONLY_NAME, "");
};

type Codes = ReadonlyMap<string, string>;

/** Tables that explain the values of one field: "| board | meaning |", with a row for each. */
const codeTables = (blocks: readonly Block[]): ReadonlyMap<string, Codes> => {
  const found = new Map<string, Codes>();
  for (const block of blocks) {
    if (block.kind !== "table" || found.size >= 100) continue;
    const [header = [], ...rows] = block.rows;
    const name = (header[0] ?? "").replaceAll("`", "").trim().toLowerCase();
    const isCode = columnOf(name) === undefined && header.length === 2 && rows.length > 1;
    const values = rows.map(([value = ""]) => value.replaceAll("`", "").trim());
    if (
      isCode &&
      /^[\w.-]{2,40}$/.test(name) &&
      values.every((value) => /^[\w-]{1,20}$/.test(value) && !isPlaceholder(`<${value}`))
    ) {
      found.set(name, new Map(rows.map(([value = "", meaning = ""]) => [value.replaceAll("`", "").trim(), meaning])));
    }
  }
  return found;
};

const withCodes = (field: Field, tables: ReadonlyMap<string, Codes>): Field => {
  const codes = tables.get((field.steps.at(-1) ?? "").toLowerCase());
  if (codes === undefined || field.schema["enum"] !== undefined) return field;
  const isNumber = field.schema["type"] === "integer" || field.schema["type"] === "number";
  const values = [...codes.keys()];
  if (isNumber && !values.every((value) => /^\d+$/.test(value))) return field;
  const listed = [...codes].map(([value, meaning]) => `${value}: ${meaning}`).join(", ");
  return {
    ...field,
    schema: { ...field.schema, enum: isNumber ? values.map(Number) : values },
    description:
      `${field.description}${/[.!?]$/.test(field.description) || field.description === "" ? "" : "."} ${listed}.`.trim(),
  };
};
