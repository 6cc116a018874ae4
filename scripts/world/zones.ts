const FIRST_YEAR = 2024;
const LAST_YEAR = 2040;
const MINUTE_MS = 60_000;
const STEP_MINUTES = 4 * 24 * 60;

/** Returns every change of UTC offset in these zones, from the time zone data of the build machine. */
export const buildZones = (names: readonly string[]) => {
  const rules: string[] = [];
  const zones: Record<string, number> = {};
  for (const name of [...names].sort()) {
    const rule = JSON.stringify(changesOf(name));
    if (!rules.includes(rule)) rules.push(rule);
    zones[name] = rules.indexOf(rule);
  }
  return {
    database: process.versions.tz,
    firstYear: FIRST_YEAR,
    lastYear: LAST_YEAR,
    rules: rules.map((rule): readonly number[] => JSON.parse(rule)),
    zones,
  };
};

const changesOf = (zone: string): readonly number[] => {
  const offsetAt = offsetReader(zone);
  const start = Date.UTC(FIRST_YEAR, 0, 1) / MINUTE_MS;
  const end = Date.UTC(LAST_YEAR + 1, 0, 1) / MINUTE_MS;
  let offset = offsetAt(start);
  const changes = [offset];
  for (let minute = start; minute < end; minute += STEP_MINUTES) {
    const next = offsetAt(minute + STEP_MINUTES);
    if (next === offset) continue;
    let low = minute;
    let high = minute + STEP_MINUTES;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === offset) low = middle;
      else high = middle;
    }
    if (high < end) changes.push(high, next);
    offset = next;
  }
  return changes;
};

const offsetReader = (timeZone: string): ((minute: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset", year: "numeric" });
  return (minute) => {
    const part = format.formatToParts(minute * MINUTE_MS).find(({ type }) => type === "timeZoneName");
    const match = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(part?.value ?? "");
    if (match === null) throw new Error(`The offset of ${timeZone} is not in whole minutes: ${part?.value}.`);
    const [, sign, hours, minutes] = match;
    return sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
};
