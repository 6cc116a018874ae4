export const DURATION_PATTERN = "^[0-9]{1,6}(?:ms|s|m|h|d)$";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `20s`, `36h` and the like, in milliseconds. The text has passed `DURATION_PATTERN`. */
export const durationMs = (text: string): number => {
  const [, count = "0", unit = "s"] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? 0);
};
