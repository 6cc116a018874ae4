import { isJsonObject } from "../../../model/json.ts";
import type { JsonValue, RecordValue, Versioned } from "../../../platform/stores/store.ts";
import type { Connector } from "../connector.ts";
import type { Approval, Draft, VersionNote } from "./library.ts";

/** Which versions of a connector there are. A name that was served once keeps its numbers for ever. */
export interface VersionsRecord {
  readonly title: string;
  readonly active: number | undefined;
  readonly activeSince: number;
  readonly activeBy: string;
  /** The highest number ever given. */
  readonly highest: number;
  readonly versions: readonly VersionNote[];
}

/** Anything else would be the name of another record. */
export const isConnectorName = (name: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(name);

type Stored = Versioned["value"];

export const writtenVersions = ({ versions, ...rest }: VersionsRecord): RecordValue => ({
  ...rest,
  versions: versions as unknown as JsonValue,
});

/** Undefined for what no node of ours would have written. */
export const readVersions = ({ title, active, activeSince, activeBy, highest, versions }: Stored) => {
  const isRead =
    typeof title === "string" &&
    (active === undefined || isCount(active)) &&
    typeof activeSince === "number" &&
    typeof activeBy === "string" &&
    isCount(highest) &&
    Array.isArray(versions) &&
    versions.every(isNote);
  if (!isRead) return undefined;
  const record: VersionsRecord = { title, active, activeSince, activeBy, highest, versions };
  return record;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isNote = (value: unknown): value is VersionNote & JsonValue =>
  isJsonObject(value) &&
  [value["number"], value["publishedAt"], value["tools"]].every((each) => typeof each === "number") &&
  typeof value["publishedBy"] === "string" &&
  typeof value["breaking"] === "boolean";

/** As text: it is read far more often than looked into, and nothing in it is ever searched. */
export const writtenDocument = (connector: Connector): { readonly document: string } => ({
  document: JSON.stringify(connector),
});

/** Documents are checked before they are written; this only keeps whoever reads one from stumbling. */
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

export const writtenDraft = ({ connector, savedAt, savedBy, approvals }: DraftRecord): RecordValue => ({
  ...writtenDocument(connector),
  title: connector.title,
  tools: connector.tools.length,
  approved: connector.tools.filter(({ approved }) => approved).length,
  savedAt,
  savedBy,
  approvals: approvals as unknown as JsonValue,
});

export const readDraft = (value: Stored): DraftRecord | undefined => {
  const connector = readDocument(value);
  const { savedAt, savedBy, approvals } = value;
  if (!connector || typeof savedAt !== "number" || typeof savedBy !== "string" || !isApprovals(approvals)) {
    return undefined;
  }
  return { connector, savedAt, savedBy, approvals };
};

const isApprovals = (value: unknown): value is Readonly<Record<string, Approval>> & JsonValue =>
  isJsonObject(value) &&
  Object.values(value).every(
    (each) => isJsonObject(each) && typeof each["by"] === "string" && typeof each["at"] === "number",
  );

/** A list of drafts needs no documents. */
export const readDraftNote = ({ title, tools, approved, savedAt }: Stored) =>
  typeof title === "string" && typeof tools === "number" && typeof approved === "number" && typeof savedAt === "number"
    ? { title, tools, approved, savedAt }
    : undefined;
