import type { AdminRoute } from "../../model/admin-route.ts";
import { invalid, notFound } from "../../model/failure.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { CallDetail, LiveCall } from "../contract.ts";
import { scopeOf } from "./feeds.ts";
import type { LiveCalls, Scope } from "./live-calls.ts";
import type { Answerer, PeerNodes } from "./peer-nodes.ts";

const MOST_LISTED = 200;
const LISTED = 50;

const RECENT = "recent calls";
const DETAIL = "a call";

type Recent = { readonly scope: string | null; readonly limit: number };
type Detail = { readonly scope: string | null; readonly id: string };

const scopeIn = ({ scope }: { readonly scope: string | null }): Scope => scope ?? undefined;

/** What this node says when another one is asked about calls. */
export const callAnswerers = (calls: LiveCalls): readonly (readonly [string, Answerer])[] => [
  [
    RECENT,
    (about) => {
      const { limit, ...asked } = about as Recent;
      return calls.recent(scopeIn(asked), Math.min(limit, MOST_LISTED)) as unknown as JsonValue;
    },
  ],
  [
    DETAIL,
    (about) => {
      const { id, ...asked } = about as Detail;
      return calls.detail(id, scopeIn(asked)) as JsonValue | undefined;
    },
  ],
];

/** The calls of the last minutes, on whatever node. A tenant's administrators see those of their tenant. */
export const callRoutes = (calls: LiveCalls, peerNodes: PeerNodes): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/calls",
    about: "The last calls that the nodes remember, newest first.",
    query: { limit: `At most ${MOST_LISTED}; default ${LISTED}.` },
    async answer({ grant, query: { limit: given } }) {
      const limit = limitIn(given);
      const scope = scopeOf(grant);
      const others = await peerNodes.ask(RECENT, { scope: scope ?? null, limit });
      const all = [...calls.recent(scope, limit), ...(others as unknown as readonly (readonly LiveCall[])[]).flat()];
      // Those of one moment stay in the order in which their node has them.
      return { calls: all.sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, limit) };
    },
  },
  {
    method: "GET",
    path: "/calls/:id",
    about: "One of them, with what it was given, what came of it, its steps and what the log says.",
    async answer({ grant, params: { id = "" } }) {
      const scope = scopeOf(grant);
      const own = calls.detail(id, scope);
      if (own) return own;
      const [there] = await peerNodes.ask(DETAIL, { scope: scope ?? null, id }, { only: id.split("-", 1)[0] ?? "" });
      if (there !== undefined) return there as unknown as CallDetail;
      throw notFound("There is no such call, or it is too long ago.", {
        ...{ field: "id", hint: "GET /invocations has what was called before, where there are keys." },
      });
    },
  },
];

const limitIn = (given = String(LISTED)): number => {
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= MOST_LISTED) return limit;
  throw invalid("limit must be a number.", {
    field: "limit",
    value: given.slice(0, 20),
    allowed: `1 to ${MOST_LISTED}`,
  });
};
