import { isExpired, type KeyRecord } from "./key-record.ts";

const COLUMNS = ["PREFIX", "TENANT", "NAME", "SCOPES", "QUOTA", "LAST USED", "EXPIRES"] as const;
const WIDEST = 48;

/** What `taxiway keys list` prints. Nothing in it opens anything. */
export const keysTable = (records: readonly KeyRecord[], now: number): string => {
  if (records.length === 0) return "There are no keys. Make one with: taxiway keys create --name <who uses it>\n";
  const rows = [COLUMNS, ...records.map((record) => rowOf(record, now))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd();
  return `${rows.map(lineOf).join("\n")}\n`;
};

const rowOf = (record: KeyRecord, now: number): readonly string[] =>
  [
    record.keyId,
    record.tenant,
    record.name,
    scopesOf(record),
    quotaOf(record),
    record.lastUsedAt === undefined ? "never" : moment(record.lastUsedAt),
    expiryOf(record, now),
  ].map(shortened);

export const scopesOf = ({ servers, tools, admin }: KeyRecord): string =>
  [
    servers === undefined ? "all servers" : servers.join(","),
    ...(tools === undefined ? [] : [`tools ${tools.join(",")}`]),
    ...(admin ? ["admin"] : []),
  ].join("; ");

export const quotaOf = ({ quota = {} }: KeyRecord): string =>
  [
    ...(quota.perMinute === undefined ? [] : [`${quota.perMinute}/min`]),
    ...(quota.perDay === undefined ? [] : [`${quota.perDay}/day`]),
  ].join(" ") || "none";

export const expiryOf = (record: KeyRecord, now: number): string => {
  const { expiresAt, overlapUntil = 0, orphaned } = record;
  const expiry = expiresAt === undefined ? "never" : `${isExpired(record, now) ? "expired " : ""}${moment(expiresAt)}`;
  if (orphaned) return `${expiry} (other pepper: unusable)`;
  return now < overlapUntil ? `${expiry} (old key until ${moment(overlapUntil)})` : expiry;
};

/** To the minute, in UTC. */
const moment = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16).replace("T", " ")}Z`;

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > WIDEST ? `${characters.slice(0, WIDEST - 1).join("")}…` : text;
};
