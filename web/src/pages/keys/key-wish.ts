/** What stands in the form. */
export interface Wish {
  readonly name: string;
  readonly tenant: string;
  /** Undefined: all. */
  readonly servers: readonly string[] | undefined;
  /** Names with commas between them. */
  readonly tools: string;
  readonly admin: boolean;
  readonly perMinute: string;
  readonly perDay: string;
  /** One of EXPIRIES. */
  readonly expires: string;
  readonly date: string;
}

export const EXPIRIES = [
  { value: "30d", label: "in 30 days" },
  { value: "90d", label: "in 90 days" },
  { value: "365d", label: "in a year" },
  { value: "date", label: "on a day" },
  { value: "", label: "never, or with the key it is made with" },
] as const;

export const OVERLAPS = [
  { value: "24h", label: "for a day" },
  { value: "1h", label: "for an hour" },
  { value: "7d", label: "for a week" },
  { value: "30d", label: "for 30 days" },
  { value: "0", label: "not at all: it ends now" },
] as const;

export const emptyWish = (tenant: string): Wish => ({
  ...{ name: "", tenant, servers: undefined, tools: "", admin: false },
  ...{ perMinute: "", perDay: "", expires: "90d", date: "" },
});

export type WishProblems = Readonly<Partial<Record<string, string>>>;

/** What can be seen without asking, by the names that the server uses. It has the last word. */
export const wishProblems = (wish: Wish, now: number): WishProblems => ({
  ...(wish.name.trim() === "" && { name: "Say who or what uses it." }),
  ...(wish.servers?.length === 0 && { servers: "Choose at least one, or all." }),
  ...quotaProblem("per_minute", wish.perMinute),
  ...quotaProblem("per_day", wish.perDay),
  ...(wish.expires === "date" && !(Date.parse(wish.date) > now) && { expires: "Choose a day in the future." }),
});

const quotaProblem = (field: string, text: string) =>
  text.trim() === "" || /^[1-9]\d{0,8}$/.test(text.trim()) ? {} : { [field]: "A whole number from 1 on, or nothing." };

const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

/** As the server takes it: what is left out is as much as whoever asks has themselves. */
export const wishBody = (wish: Wish): Readonly<Record<string, unknown>> => {
  const tools = namesIn(wish.tools);
  const expires = wish.expires === "date" ? wish.date : wish.expires;
  return {
    name: wish.name.trim(),
    ...(wish.tenant.trim() !== "" && { tenant: wish.tenant.trim() }),
    ...(wish.servers && { servers: wish.servers }),
    ...(tools.length > 0 && { tools }),
    ...(wish.admin && { admin: true }),
    ...(wish.perMinute.trim() !== "" && { per_minute: Number(wish.perMinute) }),
    ...(wish.perDay.trim() !== "" && { per_day: Number(wish.perDay) }),
    ...(expires !== "" && { expires }),
  };
};
