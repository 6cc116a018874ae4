import type { AdminRoute } from "../../model/admin-route.ts";
import { invalid } from "../../model/failure.ts";
import type { InvocationLog } from "./invocation-log.ts";

/** The route of the invocation log. */
export const invocationRoutes = (invocations: InvocationLog): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/invocations",
    about: "Lists calls with caller and outcome, newest first.",
    query: {
      server: "Only calls of this server.",
      tool: "Only calls of this tool.",
      outcome: "ok or error.",
      key_id: "Only calls with this key.",
      since: "Only calls since this instant.",
      limit: "At most 200. Default: 50.",
      cursor: "next_cursor of the previous page.",
    },
    async answer({ grant, query }) {
      const { server, tool, outcome, key_id: keyId, since, limit, cursor } = query;
      if (outcome !== undefined && outcome !== "ok" && outcome !== "error") {
        throw invalid("outcome must be ok or error.", { field: "outcome", value: outcome, allowed: ["ok", "error"] });
      }
      if (limit !== undefined && !/^\d{1,4}$/.test(limit)) {
        throw invalid("limit must be a number.", { field: "limit", value: limit.slice(0, 20), allowed: "1 to 200" });
      }
      const { invocations: found, nextCursor } = await invocations.list(grant.tenant, {
        server,
        tool,
        outcome,
        keyId,
        since,
        cursor,
        ...(limit !== undefined && { limit: Number(limit) }),
      });
      return { invocations: found, ...(nextCursor !== undefined && { next_cursor: nextCursor }) };
    },
  },
];
