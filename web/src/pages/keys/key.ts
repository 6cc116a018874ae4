import type { Tone } from "../../components/badge.tsx";

/** A key as returned by `/admin/keys`. Contains no secret. */
export interface KeyInfo {
  /** The public part, after `twk_`. */
  readonly key_id: string;
  readonly tenant: string;
  readonly name: string;
  readonly admin: boolean;
  /** Omitted means all. */
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly per_minute?: number;
  readonly per_day?: number;
  /** Usage, if the server reports it. */
  readonly used_this_minute?: number;
  readonly used_today?: number;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
  readonly rotated_at?: string;
  readonly old_key_until?: string;
  /** Created with another pepper, so it does not authenticate. */
  readonly unusable?: boolean;
}

/** Limits on calls, and how many were made. */
export type QuotaInfo = Pick<KeyInfo, "per_minute" | "per_day" | "used_this_minute" | "used_today">;

/** The quota of all keys and tokens of a tenant together. */
export interface TenantQuota extends QuotaInfo {
  readonly tenant: string;
}

/** Only the response that creates or rotates a key contains the secret. */
export interface CreatedKey extends KeyInfo {
  readonly key: string;
}

interface KeyState {
  readonly label: "active" | "rotating" | "expires soon" | "expired" | "unusable";
  readonly tone: Tone;
  /** Explanation for the tooltip. */
  readonly about: string;
}

const SOON_MS = 7 * 86_400_000;

/** The most important state of a key. */
export const keyState = (key: KeyInfo, now: number): KeyState => {
  const ends = key.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at);
  if (key.unusable) {
    const about =
      "Created with another TAXIWAY_KEY_PEPPER, so it does not authenticate. Rotate it to make it valid again.";
    return { label: "unusable", tone: "bad", about };
  }
  if (ends <= now) return { label: "expired", tone: "neutral", about: "Expired. Requests with it are rejected." };
  if (isOldKeyValid(key, now)) {
    return {
      label: "rotating",
      tone: "accent",
      about: "Both the old and the new secret are valid until the overlap ends.",
    };
  }
  if (ends - now < SOON_MS) return { label: "expires soon", tone: "warn", about: "Expires within a week." };
  return { label: "active", tone: "ok", about: "Valid." };
};

export const isOldKeyValid = ({ old_key_until }: KeyInfo, now: number): boolean =>
  old_key_until !== undefined && Date.parse(old_key_until) > now;

/** The visible prefix, to recognize a key. */
export const prefixOf = ({ key_id }: KeyInfo): string => `twk_${key_id}_…`;

const MAX_NAMED = 3;

/** Such as `gds, flights and 2 more`; `all` if undefined. */
export const namesShown = (names: readonly string[] | undefined): string => {
  if (names === undefined) return "all";
  if (names.length === 0) return "none";
  if (names.length <= MAX_NAMED + 1) return names.join(", ");
  return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
};

/** Filters by tenant and text in name or prefix; most recently used first. */
export const filterKeys = (
  keys: readonly KeyInfo[],
  { text, tenant }: { readonly text: string; readonly tenant: string | undefined },
): readonly KeyInfo[] => {
  const wanted = text.trim().toLowerCase();
  const fits = (key: KeyInfo): boolean =>
    (tenant === undefined || key.tenant === tenant) &&
    `${key.name} twk_${key.key_id}_ ${key.tenant}`.toLowerCase().includes(wanted);
  const last = ({ last_used_at, created_at }: KeyInfo): string => last_used_at ?? created_at;
  return keys.filter(fits).sort((one, other) => last(other).localeCompare(last(one)));
};
