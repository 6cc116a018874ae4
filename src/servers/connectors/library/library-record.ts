import { setTimeout as sleep } from "node:timers/promises";
import { unavailable } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { JsonValue, RecordValue, Store, Versioned } from "../../../platform/stores/store.ts";
import type { Connector } from "../connector.ts";
import type { Approval, Draft, VersionSummary } from "./library.ts";
import { readRemarks } from "./remarks.ts";

/** The versions of a connector. Numbers are never reused, not even after the connector is unpublished. */
export interface VersionsRecord {
  readonly title: string;
  readonly active: number | undefined;
  readonly activeSince: number;
  readonly activeBy: string;
  /** The highest number ever used. */
  readonly highest: number;
  readonly versions: readonly VersionSummary[];
}

/** Rejects anything that would address another record. */
export const isConnectorName = (name: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(name);

type Stored = Versioned["value"];

export const writtenVersions = ({ versions, ...rest }: VersionsRecord): RecordValue => ({
  ...rest,
  versions: versions as unknown as JsonValue,
});

/** Undefined if the record is invalid. */
export const readVersions = ({ title, active, activeSince, activeBy, highest, versions }: Stored) => {
  const isValid =
    typeof title === "string" &&
    (active === undefined || isCount(active)) &&
    typeof activeSince === "number" &&
    typeof activeBy === "string" &&
    isCount(highest) &&
    Array.isArray(versions) &&
    versions.every(isNote);
  if (!isValid) return undefined;
  const record: VersionsRecord = { title, active, activeSince, activeBy, highest, versions };
  return record;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isNote = (value: unknown): value is VersionSummary & JsonValue =>
  isJsonObject(value) &&
  [value["number"], value["publishedAt"], value["tools"]].every((each) => typeof each === "number") &&
  typeof value["publishedBy"] === "string" &&
  typeof value["breaking"] === "boolean";

/** Stored as text: the store never looks into a document. */
export const writtenDocument = (connector: Connector): { readonly document: string } => ({
  document: JSON.stringify(connector),
});

/** Documents are checked before they are written; this check only prevents a crash on a damaged record. */
export const readDocument = ({ document }: Stored): Connector | undefined => {
  if (typeof document !== "string") return undefined;
  try {
    const connector: unknown = JSON.parse(document);
    const isOne = isJsonObject(connector) && typeof connector["name"] === "string" && Array.isArray(connector["tools"]);
    return isOne ? (connector as unknown as Connector) : undefined;
  } catch {
    return undefined;
  }
};

export type DraftRecord = Omit<Draft, "revision">;

export const writtenDraft = ({ connector, savedAt, savedBy, approvals, remarks }: DraftRecord): RecordValue => ({
  ...writtenDocument(connector),
  title: connector.title,
  tools: connector.tools.length,
  approved: connector.tools.filter(({ approved }) => approved).length,
  savedAt,
  savedBy,
  approvals: approvals as unknown as JsonValue,
  remarks: JSON.stringify(remarks),
});

export const readDraft = (value: Stored): DraftRecord | undefined => {
  const connector = readDocument(value);
  const { savedAt, savedBy, approvals } = value;
  if (!connector || typeof savedAt !== "number" || typeof savedBy !== "string" || !isApprovals(approvals)) {
    return undefined;
  }
  return { connector, savedAt, savedBy, approvals, remarks: readRemarks(value["remarks"]) };
};

const isApprovals = (value: unknown): value is Readonly<Record<string, Approval>> & JsonValue =>
  isJsonObject(value) &&
  Object.values(value).every(
    (each) => isJsonObject(each) && typeof each["by"] === "string" && typeof each["at"] === "number",
  );

/** What a list of drafts shows, without the documents. */
export const readDraftNote = ({ title, tools, approved, savedAt }: Stored) =>
  typeof title === "string" && typeof tools === "number" && typeof approved === "number" && typeof savedAt === "number"
    ? { title, tools, approved, savedAt }
    : undefined;

const ATTEMPTS = 50;

interface Edited<T> {
  readonly value: RecordValue;
  readonly made: T;
  /** Removes what `edit` wrote elsewhere, if another writer was faster. */
  undo?(): Promise<unknown>;
}

/** Replaces a record with what `edit` makes of it. Retries if another writer changed it in the meantime. */
export const editRecord = async <T>(
  store: Store,
  key: string,
  edit: (before: Versioned | undefined) => Promise<Edited<T>>,
): Promise<{ readonly made: T; readonly version: number }> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await store.get(key);
    const { value, made, undo } = await edit(before);
    const version = await store.put(key, value, { ifVersion: before?.version ?? 0, durable: true });
    if (version !== undefined) return { made, version };
    await undo?.();
    await sleep(Math.random() * Math.min(attempt, 10));
  }
  throw unavailable("This connector is being changed by too many requests at the same time.", {
    retryable: true,
    hint: "Try again in a moment.",
  });
};
