import {
  type Change,
  type Changes,
  createChanges,
  type ServerDefinition,
} from "../../../mcp/tools/server-definition.ts";
import type { Tool } from "../../../mcp/tools/tool.ts";
import { createToolSet } from "../../../mcp/tools/tool-set.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { withoutTells } from "./candour.ts";

export interface RehearsedServer extends ServerDefinition {
  /** Whether a client listens to its changes. */
  isHeard(): boolean;
}

interface Parts {
  readonly scenario: Scenario;
  readonly brief: string;
  /** The tenant of the run's clients. */
  readonly tenant: string;
  /** The traveller's tools, wrapped like all others. */
  readonly tools: readonly Tool[];
}

const POLICY = "rehearsal://policy";

/** The server of a run: that of the GDS, with the traveller's tools and the agent's brief. */
export const rehearsedServer = (inner: ServerDefinition, parts: Parts): RehearsedServer => {
  const { scenario, brief, tenant, tools } = parts;
  const { candour = "untold", policy } = scenario;
  const shown = candour === "told" ? (text: string) => text : withoutTells;
  const describe = <Described extends { readonly description: string }>(one: Described): Described => ({
    ...one,
    description: shown(one.description),
  });
  const heard = heardChanges(inner.changes ?? createChanges());
  const text = { mimeType: "text/plain" } as const;
  return {
    ...inner,
    tenant,
    scope: "run",
    instructions: [shown(inner.instructions), ...(policy === undefined ? [] : [`Policy:\n${policy.trim()}`])].join(
      "\n\n",
    ),
    tools: createToolSet([...inner.tools.list(), ...tools].map(describe)),
    resources: [
      ...(inner.resources ?? []).map(describe),
      {
        uri: "rehearsal://brief",
        name: "brief",
        title: "Brief",
        description: "What the traveller wants.",
        ...text,
        read: () => brief,
      },
      ...(policy === undefined
        ? []
        : [
            {
              uri: POLICY,
              name: "policy",
              title: "Policy",
              description: "The rules that your work is bound by.",
              ...text,
              read: () => policy,
            },
          ]),
    ],
    templates: (inner.templates ?? []).map(describe),
    prompts: [
      ...(inner.prompts ?? []).map(describe),
      {
        name: "brief",
        title: "Brief",
        description: "What the traveller wants.",
        arguments: [],
        get: () => brief,
      },
    ],
    changes: heard.changes,
    isHeard: heard.isHeard,
  };
};

/** All clients of a run are one traveller, so each hears of every change. */
const heardChanges = (inner: Changes): { readonly changes: Changes; isHeard(): boolean } => {
  let listening = 0;
  return {
    changes: {
      ...inner,
      listen(listener) {
        listening += 1;
        const stop = inner.listen((change) => listener(ofAll(change)));
        return () => {
          listening -= 1;
          stop();
        };
      },
    },
    isHeard: () => listening > 0,
  };
};

const ofAll = (change: Change): Change => (change.kind === "resource" ? { kind: "resource", uri: change.uri } : change);
