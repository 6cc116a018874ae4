import { isDeepStrictEqual } from "node:util";
import { MAX_PROBLEMS } from "../../../mcp/tools/input-problem.ts";
import { type ProviderProblem, refusedByProviders } from "../../../mcp/tools/provider-rules.ts";
import type { Clock } from "../../../model/clock.ts";
import { type Failure, notFound, ruleBroken } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import type { Connector } from "../connector.ts";
import { diffConnectors } from "../drafting/diff-connectors.ts";
import { listedTool } from "../tool-schemas.ts";
import type { TenantLibrary, VersionSummary } from "./library.ts";
import {
  editRecord,
  readDocument,
  readVersions,
  type VersionsRecord,
  writtenDocument,
  writtenVersions,
} from "./library-record.ts";
import { BUILT_IN_NUMBER } from "./served-connectors.ts";

interface VersionsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly builtIns: ReadonlyMap<string, Connector>;
  readonly draft: TenantLibrary["draft"];
  /** Called after another version of the connector is served. */
  changed(name: string): Promise<void>;
}

const MOST_VERSIONS = 1_000;

export const createVersions = (
  tenant: string,
  { store, clock, builtIns, draft, changed }: VersionsOptions,
): Pick<TenantLibrary, "preview" | "publish" | "rollback" | "unpublish" | "versions" | "version"> => {
  const recordOf = (found: Versioned | undefined): VersionsRecord | undefined => found && readVersions(found.value);

  const noSuchConnector = (name: string): Failure =>
    notFound(`Nothing has been published under the name '${name.slice(0, 40)}'.`, {
      field: "name",
      value: name.slice(0, 40),
      hint: "List the connectors to see their names.",
    });

  const documentOf = async (name: string, number: number): Promise<Connector> => {
    const found = await store.get(keys.connectorVersion(tenant, name, number));
    const document = found && readDocument(found.value);
    if (document) return document;
    const builtIn = builtIns.get(name);
    if (builtIn && number === BUILT_IN_NUMBER) return builtIn;
    throw notFound(`'${name.slice(0, 40)}' has no version ${number}.`, { field: "version", value: number });
  };

  const servedDocument = async (name: string, record: VersionsRecord | undefined): Promise<Connector | undefined> => {
    if (record?.active !== undefined) return documentOf(name, record.active);
    const last = record?.versions.at(-1);
    return last ? documentOf(name, last.number) : builtIns.get(name);
  };

  const compare = async (name: string, record: VersionsRecord | undefined) => {
    const { connector } = await draft(name);
    const document = { ...connector, tools: connector.tools.filter(({ approved }) => approved).map(published) };
    const left_out = connector.tools.filter(({ approved }) => !approved).map((tool) => tool.name);
    const base = await servedDocument(name, record);
    const { changes, breaking } = base ? diffConnectors(base, document) : { changes: [], breaking: false };
    return { document, left_out, base, changes, breaking };
  };

  /** Writes under the next free number. Skips a number that a publish left behind when its process was killed. */
  const writeVersion = async (name: string, from: number, document: Connector): Promise<number> => {
    for (let number = from; ; number++) {
      const key = keys.connectorVersion(tenant, name, number);
      if ((await store.put(key, writtenDocument(document), { ifVersion: 0, durable: true })) !== undefined)
        return number;
    }
  };

  const activate = async (
    name: string,
    by: string,
    choose: (record: VersionsRecord) => number | undefined,
  ): Promise<VersionsRecord> => {
    const { made } = await editRecord(store, keys.connector(tenant, name), async (before) => {
      const record = recordOf(before);
      if (!record) throw noSuchConnector(name);
      const after = { ...record, active: choose(record), activeSince: clock.now(), activeBy: by };
      return { value: writtenVersions(after), made: after };
    });
    await changed(name);
    return made;
  };

  return {
    async preview(name) {
      const record = recordOf(await store.get(keys.connector(tenant, name)));
      const { changes, breaking, left_out } = await compare(name, record);
      return { changes, breaking, left_out };
    },

    async publish(name, by, { allowBreaking = false } = {}) {
      const key = keys.connector(tenant, name);
      const { made } = await editRecord(store, key, async (before) => {
        const record = recordOf(before) ?? emptyRecord(builtIns.has(name));
        const { document, base, changes, breaking, left_out } = await compare(name, recordOf(before));
        checkPublishable(name, document, left_out, record);
        const served = record.versions.find(({ number }) => number === record.active);
        if (served && isDeepStrictEqual(base, document)) {
          return { value: writtenVersions(record), made: { ...served, unchanged: true, changes: [] } };
        }
        if (breaking && !allowBreaking) throw breaks(name, changes);
        const number = await writeVersion(name, record.highest + 1, document);
        const note = {
          number,
          publishedAt: clock.now(),
          publishedBy: by,
          tools: document.tools.length,
          breaking,
        };
        const after: VersionsRecord = {
          title: document.title,
          active: number,
          activeSince: note.publishedAt,
          activeBy: by,
          highest: number,
          versions: [...record.versions, note],
        };
        return {
          value: writtenVersions(after),
          made: { ...note, unchanged: false, changes },
          undo: () => store.delete(keys.connectorVersion(tenant, name, number)),
        };
      });
      if (!made.unchanged) await changed(name);
      return made;
    },

    async rollback(name, by, to) {
      const { active, versions } = await activate(name, by, (record) => {
        const numbers = record.versions.map(({ number }) => number);
        const target = to ?? numbers.filter((number) => number < (record.active ?? 0)).at(-1);
        if (target !== undefined && numbers.includes(target)) return target;
        throw notFound(
          to === undefined
            ? `'${name}' has no version before the one that is served.`
            : `'${name}' has no version ${to}.`,
          { field: "version", ...(to !== undefined && { value: to }), allowed: numbers.slice(-50) },
        );
      });
      return versions.find(({ number }) => number === active) as VersionSummary;
    },

    async unpublish(name, by) {
      await activate(name, by, () => undefined);
    },

    async versions(name) {
      const record = recordOf(await store.get(keys.connector(tenant, name)));
      if (!record && !builtIns.has(name)) throw noSuchConnector(name);
      const { active, activeSince, activeBy, versions } = record ?? emptyRecord(true);
      return { active, ...(active !== undefined && { activeSince, activeBy }), versions };
    },

    version: documentOf,
  };
};

const published = ({ approved: _approved, proposed: _proposed, ...tool }: Connector["tools"][number]) => tool;

const emptyRecord = (isBuiltIn: boolean): VersionsRecord => ({
  title: "",
  active: undefined,
  activeSince: 0,
  activeBy: "",
  versions: [],
  highest: isBuiltIn ? BUILT_IN_NUMBER : 0,
});

const checkPublishable = (
  name: string,
  connector: Connector,
  leftOut: readonly string[],
  { versions }: VersionsRecord,
): void => {
  const { tools } = connector;
  if (tools.length === 0) {
    throw ruleBroken(`No tool of '${name}' has been approved yet.`, {
      field: "tools",
      allowed: leftOut.slice(0, 50),
      hint: "Review its tools and approve those that may be called, then publish.",
    });
  }
  const refused = tools.flatMap((tool) =>
    refusedByProviders(listedTool(connector, tool), name).map(describeProblem(tool.name)),
  );
  if (refused.length > 0) {
    throw ruleBroken(`Some model APIs and hosts refuse ${refused[0]}`, {
      field: "tools",
      problems: refused.slice(0, MAX_PROBLEMS),
      hint: "Change these tools, or leave them out, before you publish; a shorter name of the connector leaves more room for theirs.",
    });
  }
  if (versions.length >= MOST_VERSIONS) {
    throw ruleBroken(`'${name}' has ${MOST_VERSIONS} versions, which is the limit.`, {
      hint: "Publish it under another name.",
    });
  }
};

const describeProblem =
  (tool: string) =>
  ({ problem, path, providers }: ProviderProblem): string =>
    `'${tool}'${path.length > 0 ? ` for ${path.join(".")} in its input` : ""}: it ${problem} (${providers.join(", ")}).`;

const breaks = (name: string, changes: readonly unknown[]): Failure =>
  ruleBroken(`This version breaks callers of '${name}': they may have to change something.`, {
    error_type: "breaking",
    changes: changes.slice(0, 50),
    hint: "Review the changes; to publish them, set allow_breaking (--allow-breaking).",
  });
