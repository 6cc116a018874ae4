const UNITS = [
  { below: 60_000, unitMs: 1_000, name: "s" },
  { below: 3_600_000, unitMs: 60_000, name: "min" },
  { below: 86_400_000, unitMs: 3_600_000, name: "h" },
  { below: 30 * 86_400_000, unitMs: 86_400_000, name: "d" },
] as const;

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  year: "numeric",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});
const DAY = new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Such as `3 min ago` or `in 2 h`; a date for distant times. The server's clock may differ from the browser's. */
export const ago = (at: string, now: number): string => {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const distance = Math.abs(now - time);
  if (distance < 2_000) return "just now";
  const unit = UNITS.find(({ below }) => distance < below);
  if (!unit) return DAY.format(time);
  // Rounding keeps "in 30 d" from turning into "in 29 d" immediately.
  const amount = time <= now ? Math.floor(distance / unit.unitMs) : Math.round(distance / unit.unitMs);
  return time <= now ? `${amount} ${unit.name} ago` : `in ${amount} ${unit.name}`;
};

/** Such as `16 Nov 2026, 14:03:22 CET`, in the browser's time zone. */
export const moment = (at: string): string => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : MOMENT.format(time);
};

/** `14:03:22` */
export const clockTime = (at: string): string => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : CLOCK.format(time);
};

/** Such as `16 Nov 2026`, for a date without a time zone. */
export const day = (date: string): string => {
  const time = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? date : DAY.format(time);
};

/** `38 ms`, `1.24 s`, `2 min 5 s`, `3 h 10 min`, `4 d 2 h`. */
export const duration = (milliseconds: number): string => {
  if (!Number.isFinite(milliseconds)) return "–";
  if (milliseconds < 10) return `${Math.round(milliseconds * 10) / 10} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  const seconds = Math.floor(milliseconds / 1_000);
  const [major, minor] = PAIRS.find(([{ unitMs }]) => seconds >= unitMs) ?? PAIRS[2];
  const remainder = Math.floor((seconds % major.unitMs) / minor.unitMs);
  return `${Math.floor(seconds / major.unitMs)} ${major.name}${remainder > 0 ? ` ${remainder} ${minor.name}` : ""}`;
};

const unit = (name: string, unitMs: number) => ({ name, unitMs });
const PAIRS = [
  [unit("d", 86_400), unit("h", 3_600)],
  [unit("h", 3_600), unit("min", 60)],
  [unit("min", 60), unit("s", 1)],
] as const;

let offsetMs = 0;

/** Sets the time of the simulated world, whose clock may be configured to another date. */
export const setWorldTime = (at: string, localNow = Date.now()): void => {
  const serverTime = Date.parse(at);
  offsetMs = Number.isNaN(serverTime) ? 0 : serverTime - localNow;
};

export const worldTime = (localNow = Date.now()): Date => new Date(localNow + offsetMs);
