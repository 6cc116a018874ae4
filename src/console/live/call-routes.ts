import type { AdminRoute } from "../../model/admin-route.ts";
import { invalid, notFound } from "../../model/failure.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { CallDetail, LiveCall } from "../contract.ts";
import { type LiveCalls, type Scope, scopeOf } from "./live-calls.ts";
import type { Answerer, PeerNodes } from "./peer-nodes.ts";

const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;

const RECENT = "recent calls";
const DETAIL = "a call";

type Recent = { readonly scope: string | null; readonly limit: number };
type Detail = { readonly scope: string | null; readonly id: string };

const scopeIn = ({ scope }: { readonly scope: string | null }): Scope => scope ?? undefined;

/** Answers the other nodes that ask for calls of this node. */
export const callAnswerers = (calls: LiveCalls): readonly (readonly [string, Answerer])[] => [
  [
    RECENT,
    (about) => {
      const { limit, ...asked } = about as Recent;
      return calls.recent(scopeIn(asked), Math.min(limit, MAX_LISTED)) as unknown as JsonValue;
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

/** Routes for the recent calls of all nodes. Administrators of a tenant see that tenant's calls. */
export const callRoutes = (calls: LiveCalls, peerNodes: PeerNodes): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/calls",
    about: "Lists the recent calls of all nodes, newest first.",
    query: { limit: `At most ${MAX_LISTED}. Default: ${DEFAULT_LISTED}.` },
    async answer({ grant, query: { limit: given } }) {
      const limit = limitIn(given);
      const scope = scopeOf(grant);
      const others = await peerNodes.ask(RECENT, { scope: scope ?? null, limit });
      const all = [...calls.recent(scope, limit), ...(others as unknown as readonly (readonly LiveCall[])[]).flat()];
      // A stable sort: calls of the same instant stay in the order of their node.
      return { calls: all.sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, limit) };
    },
  },
  {
    method: "GET",
    path: "/calls/:id",
    about: "Returns a recent call with arguments, result, steps and log lines.",
    async answer({ grant, params: { id = "" } }) {
      const scope = scopeOf(grant);
      const own = calls.detail(id, scope);
      if (own) return own;
      const [there] = await peerNodes.ask(DETAIL, { scope: scope ?? null, id }, { only: id.split("-", 1)[0] ?? "" });
      if (there !== undefined) return there as unknown as CallDetail;
      throw notFound("There is no such call, or it is no longer in memory.", {
        field: "id",
        hint: "With API keys, GET /invocations lists older calls.",
      });
    },
  },
];

const limitIn = (given = String(DEFAULT_LISTED)): number => {
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= MAX_LISTED) return limit;
  throw invalid("limit must be a number.", {
    field: "limit",
    value: given.slice(0, 20),
    allowed: `1 to ${MAX_LISTED}`,
  });
};
