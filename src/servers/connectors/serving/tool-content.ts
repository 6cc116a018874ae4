import type { ContentBlock } from "../../../mcp/tools/content.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import type { PipelineResult } from "../pipeline.ts";

/** For the model alone: people read what it makes of it. */
const ASSISTANT = { audience: ["assistant"] } as const;
const USER = { audience: ["user"] } as const;

/** What a result comes to, for tools that do not say it themselves. */
const summaryOf = ({ title, name }: ConnectorTool, structured: JsonObject): string => {
  const [first, ...more] = Object.entries(structured).filter(([, member]) => Array.isArray(member));
  const what = title ?? name;
  if (first === undefined || more.length > 0) return `${what}: done.`;
  const [member, entries] = first as [string, readonly unknown[]];
  return `${what}: ${entries.length} in ${member}.`;
};

type Members = readonly (readonly [member: string, value: unknown])[];

const sorted = (
  structured: JsonObject,
  audience: NonNullable<ConnectorTool["response"]>["audience"],
): readonly [rest: JsonObject, forPeople: Members] => {
  if (audience === undefined) return [structured, []];
  const isForPeople = (member: string): boolean => Object.hasOwn(audience, member) && audience[member] === "user";
  const members = Object.entries(structured);
  const rest = members.filter(([member]) => !isForPeople(member));
  return [Object.fromEntries(rest), members.filter(([member]) => isForPeople(member))];
};

/** A short text first, then the data for models whose client keeps structured content to itself, then what is for people only. */
export const toolContent = (
  tool: ConnectorTool,
  { text, raw }: Pick<PipelineResult, "text" | "raw">,
  structured: JsonObject,
  more: readonly ContentBlock[] = [],
): readonly ContentBlock[] => {
  const [rest, forPeople] = sorted(structured, tool.response?.audience);
  return [
    { type: "text", text: text ?? summaryOf(tool, structured) },
    { type: "text", text: JSON.stringify(rest), annotations: ASSISTANT },
    ...forPeople.map(([member, value]): ContentBlock => {
      const said = typeof value === "string" ? value : JSON.stringify(value);
      return { type: "text", text: `${member}: ${said}`, annotations: USER };
    }),
    ...more,
    ...(raw ? [{ type: "text", text: raw.text, annotations: { ...ASSISTANT, priority: 0 } } as const] : []),
  ];
};

/** What the reader should know beside the result. */
export const notesOn = ({ next, warnings = [] }: Pick<PipelineResult, "next" | "warnings">): readonly string[] => [
  ...(next ? [`There is more: call again with ${next.argument} = ${JSON.stringify(next.value)}.`] : []),
  ...warnings,
];
