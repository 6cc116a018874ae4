import { setImmediate as nextTurn } from "node:timers/promises";
import type { ConnectorTool } from "../connector.ts";
import { tokenCost } from "../drafting/draft.ts";
import type { Draft } from "../library/library.ts";
import { toolRemarks } from "../library/remarks.ts";

/** A draft as the admin API returns it, with the remarks for its reviewers. */
export const shownDraft = async (draft: Draft) => {
  const { connector, revision, savedAt, savedBy, remarks } = draft;
  const tools: ReturnType<typeof shownTool>[] = [];
  for (const tool of connector.tools) {
    tools.push(shownTool(tool, draft));
    // Estimating a tool takes a millisecond, and there may be a thousand: let other requests run in between.
    await nextTurn();
  }
  const { problems, auth_question } = remarks;
  return {
    ...{ connector, revision, saved_at: new Date(savedAt).toISOString(), saved_by: savedBy, problems },
    ...(auth_question && { auth_question }),
    tools,
  };
};

const shownTool = (tool: ConnectorTool, { approvals, remarks }: Draft) => {
  const approval = Object.hasOwn(approvals, tool.name) ? approvals[tool.name] : undefined;
  const { problems = [], evidence, deprecated } = toolRemarks(remarks, tool.name) ?? {};
  return {
    name: tool.name,
    method: tool.request.method,
    path: tool.request.path,
    risk: tool.risk,
    token_cost: tokenCost(tool),
    approved: tool.approved === true,
    ...(tool.proposed && { proposed: true }),
    ...(approval && { approved_by: approval.by, approved_at: new Date(approval.at).toISOString() }),
    problems,
    ...(evidence && { evidence }),
    ...(deprecated && { deprecated }),
  };
};
