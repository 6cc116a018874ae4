import { isDeepStrictEqual } from "node:util";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import type { Clock } from "../../../model/clock.ts";
import { invalid, notFound, ruleBroken } from "../../../model/failure.ts";
import { ADMIN_API } from "../../../model/grant.ts";
import { keys } from "../../../model/keys.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import type { Approval, TenantLibrary } from "./library.ts";
import { type DraftRecord, editRecord, readDraft, writtenDraft } from "./library-record.ts";
import { keptRemarks, NO_REMARKS } from "./remarks.ts";

/** Names of Taxiway's own servers. */
const RESERVED: ReadonlySet<string> = new Set(["gds", "flights", "toolbox", ADMIN_API]);
const MOST_CONNECTORS = 2_000;

/** What is approved: the tool without the approval itself. */
const content = ({ approved: _approved, proposed: _proposed, ...tool }: ConnectorTool) => tool;

type Approvals = DraftRecord["approvals"];

/** Looks up own members only: a tool may be called `constructor`. */
const approvalOf = (approvals: Approvals, tool: string): Approval | undefined =>
  Object.hasOwn(approvals, tool) ? approvals[tool] : undefined;

const marked = (tool: ConnectorTool, approval: Approval | undefined): ConnectorTool => ({
  ...content(tool),
  ...(approval ? { approved: true } : tool.proposed && { proposed: true }),
});

const withApprovals = (connector: Connector, approvals: Approvals): Connector => ({
  ...connector,
  tools: connector.tools.map((tool) => marked(tool, approvalOf(approvals, tool.name))),
});

/** Approvals of tools that have not changed. A changed address or credential revokes all of them. */
const stillApproved = (before: DraftRecord | undefined, after: Connector): Record<string, Approval> => {
  const reaches = ({ base_url, allow, credentials, signing }: Connector) => ({ base_url, allow, credentials, signing });
  if (!before || !isDeepStrictEqual(reaches(before.connector), reaches(after))) return {};
  const known = new Map(before.connector.tools.map((tool) => [tool.name, tool]));
  const kept = after.tools.flatMap((tool): [string, Approval][] => {
    const [approval, old] = [approvalOf(before.approvals, tool.name), known.get(tool.name)];
    return approval && old && isDeepStrictEqual(content(old), content(tool)) ? [[tool.name, approval]] : [];
  });
  return Object.fromEntries(kept);
};

const recordOf = (found: Versioned | undefined): DraftRecord | undefined => found && readDraft(found.value);

interface DraftsOptions {
  readonly store: Store;
  readonly clock: Clock;
  check(raw: unknown, sender: { readonly client: string }): Promise<Connector>;
}

export const createDrafts = (
  tenant: string,
  { store, clock, check }: DraftsOptions,
): Pick<TenantLibrary, "draft" | "saveDraft" | "deleteDraft" | "approve"> => {
  const keyOf = (name: string) => keys.connectorDraft(tenant, name);

  const existing = (name: string, record: DraftRecord | undefined): DraftRecord => {
    if (record) return record;
    throw noSuchDraft(name);
  };

  const addName = async (name: string): Promise<void> => {
    const names = await store.members(keys.connectors(tenant));
    if (!names.includes(name) && names.length >= MOST_CONNECTORS) {
      throw ruleBroken(`There are ${MOST_CONNECTORS} connectors already, which is the limit.`, {
        allowed: `at most ${MOST_CONNECTORS} connectors`,
        hint: "Delete drafts that are no longer needed.",
      });
    }
    await store.addMember(keys.connectors(tenant), name);
  };

  return {
    async draft(name) {
      const found = await store.get(keyOf(name));
      return { ...existing(name, recordOf(found)), revision: found?.version ?? 0 };
    },

    async saveDraft(raw, by, { ifRevision, remarks: reported } = {}) {
      const checked = await check(raw, { client: tenant });
      const { name } = checked;
      if (RESERVED.has(name)) {
        throw invalid(`'${name}' is the name of one of Taxiway's own servers.`, {
          field: "name",
          value: name,
          allowed: `any name but ${[...RESERVED].join(", ")}`,
        });
      }
      await addName(name);
      const { made, version } = await editRecord(store, keyOf(name), async (before) => {
        if (ifRevision !== undefined && ifRevision !== (before?.version ?? 0)) {
          throw ruleBroken(`The draft '${name}' has been changed since you read it.`, {
            field: "revision",
            value: ifRevision,
            error_type: "conflict",
            hint: `Read the draft again: its revision is ${before?.version ?? 0} now.`,
          });
        }
        const old = recordOf(before);
        const approvals = stillApproved(old, checked);
        const record = {
          ...{ connector: withApprovals(checked, approvals), savedAt: clock.now(), savedBy: by, approvals },
          remarks: reported ?? (old ? keptRemarks(old.remarks, old.connector, checked) : NO_REMARKS),
        };
        return { value: writtenDraft(record), made: record };
      });
      return { ...made, revision: version };
    },

    async deleteDraft(name) {
      const existed = await store.delete(keyOf(name));
      if ((await store.get(keys.connector(tenant, name))) === undefined) {
        await store.removeMember(keys.connectors(tenant), name);
      }
      if (!existed) throw noSuchDraft(name);
    },

    async approve(name, by, { tools, approved = true } = {}) {
      const { made, version } = await editRecord(store, keyOf(name), async (before) => {
        const record = existing(name, recordOf(before));
        const known = record.connector.tools.map((tool) => tool.name);
        const named = tools ?? known;
        for (const tool of named) if (!known.includes(tool)) throw noSuchTool(tool, known);
        const others = Object.entries(record.approvals).filter(([tool]) => !named.includes(tool));
        const approval = { by, at: clock.now() };
        const granted = named.map((tool) => [tool, approvalOf(record.approvals, tool) ?? approval] as const);
        const approvals = Object.fromEntries(approved ? [...others, ...granted] : others);
        const after = { ...record, connector: withApprovals(record.connector, approvals), approvals };
        return { value: writtenDraft(after), made: after };
      });
      return { ...made, revision: version };
    },
  };
};

const noSuchDraft = (name: string) =>
  notFound(`There is no draft named '${name.slice(0, 40)}'.`, {
    field: "name",
    value: name.slice(0, 40),
    hint: "List the connectors to see which drafts there are.",
  });

const noSuchTool = (name: string, known: readonly string[]) => {
  const near = nearestName(name, known);
  return notFound(`The draft has no tool named '${name.slice(0, 64)}'.`, {
    field: "tools",
    value: name.slice(0, 64),
    allowed: known.slice(0, 50),
    ...(near !== undefined && { hint: `Did you mean ${near}?` }),
  });
};
