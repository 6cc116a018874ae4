import type { Choice } from "../../components/field.tsx";
import { day } from "../../format/time.ts";
import type { KeyInfo } from "./key.ts";

/** The contents of the form. */
export interface KeyForm {
  readonly name: string;
  readonly tenant: string;
  /** Undefined means all. */
  readonly servers: readonly string[] | undefined;
  /** Comma-separated names. */
  readonly tools: string;
  readonly admin: boolean;
  readonly perMinute: string;
  readonly perDay: string;
  /** One of the `expiryChoices`. */
  readonly expires: string;
  readonly date: string;
}

const EXPIRIES = [
  { value: "30d", label: "in 30 days", days: 30 },
  { value: "90d", label: "in 90 days", days: 90 },
  { value: "365d", label: "in a year", days: 365 },
  { value: "date", label: "on a date", days: 0 },
] as const;
const DEFAULT_EXPIRY = "90d";
const DAY_MS = 86_400_000;

/** Limits of the key that the user is logged in with. New keys cannot exceed them. */
export type KeyLimits = Pick<KeyInfo, "servers" | "tools" | "per_minute" | "per_day" | "expires_at">;

/** Expiry options that do not exceed the user's own key. */
export const expiryChoices = ({ expires_at }: KeyLimits, now: number): readonly Choice[] => {
  const end = expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  return [
    ...EXPIRIES.filter(({ days }) => now + days * DAY_MS < end),
    { value: "", label: expires_at === undefined ? "never" : `with your key, ${day(expires_at)}` },
  ];
};

export const OVERLAPS = [
  { value: "24h", label: "for a day" },
  { value: "1h", label: "for an hour" },
  { value: "7d", label: "for a week" },
  { value: "30d", label: "for 30 days" },
  { value: "0", label: "no overlap: revoke now" },
] as const;

export const newKeyForm = (tenant: string, ownLimits: KeyLimits = {}, now = 0): KeyForm => ({
  name: "",
  tenant,
  servers: undefined,
  tools: "",
  admin: false,
  perMinute: "",
  perDay: "",
  date: "",
  expires: expiryChoices(ownLimits, now).find(({ value }) => value === DEFAULT_EXPIRY)?.value ?? "",
});

export type FormProblems = Readonly<Partial<Record<string, string>>>;

/** Client-side validation by server field names; the server has the final say. */
export const formProblems = (form: KeyForm, now: number): FormProblems => ({
  ...(form.name.trim() === "" && { name: "Enter a name." }),
  ...(form.servers?.length === 0 && { servers: "Select at least one server, or all." }),
  ...quotaProblem("per_minute", form.perMinute),
  ...quotaProblem("per_day", form.perDay),
  ...(form.expires === "date" && !(Date.parse(form.date) > now) && { expires: "Choose a date in the future." }),
});

const quotaProblem = (field: string, text: string) =>
  text.trim() === "" || /^[1-9]\d{0,8}$/.test(text.trim())
    ? {}
    : { [field]: "Enter a whole number of at least 1, or leave this empty." };

const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

/** The request body. Omitted fields default to the limits of the user's own key. */
export const requestBody = (form: KeyForm): Readonly<Record<string, unknown>> => {
  const tools = namesIn(form.tools);
  const expires = form.expires === "date" ? form.date : form.expires;
  return {
    name: form.name.trim(),
    ...(form.tenant.trim() !== "" && { tenant: form.tenant.trim() }),
    ...(form.servers && { servers: form.servers }),
    ...(tools.length > 0 && { tools }),
    ...(form.admin && { admin: true }),
    ...(form.perMinute.trim() !== "" && { per_minute: Number(form.perMinute) }),
    ...(form.perDay.trim() !== "" && { per_day: Number(form.perDay) }),
    ...(expires !== "" && { expires }),
  };
};
