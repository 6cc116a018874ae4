import type { Redis } from "iovalkey";
import type { Log } from "../../model/log.ts";

type Settings = Readonly<Record<string, string | undefined>>;

/** Problems caused by a server's settings. Each is the end of a sentence that starts with the server. */
const PROBLEMS: readonly ((settings: Settings) => string | undefined)[] = [
  ({ appendonly }) =>
    appendonly === "no"
      ? "without an append-only file (appendonly no): a crash loses the bookings since the last snapshot. Set appendonly yes and appendfsync always."
      : undefined,
  ({ appendonly, appendfsync }) =>
    appendonly !== "no" && (appendfsync === "everysec" || appendfsync === "no")
      ? `with appendfsync ${appendfsync}: a power cut can lose ${appendfsync === "no" ? "confirmed bookings" : "up to two seconds of confirmed bookings"}. Set appendfsync always.`
      : undefined,
  // Checked even without maxmemory, which can be set at any time.
  ({ "maxmemory-policy": policy }) =>
    policy !== undefined && policy !== "noeviction"
      ? `with maxmemory-policy ${policy}: when the memory is full, it deletes bookings without an error. Set maxmemory-policy noeviction.`
      : undefined,
];

/**
 * Returns warnings about settings that break the guarantees of the store. They contain no host names, because `/health`
 * is public. Never rejects, because managed services often forbid CONFIG.
 */
export const settingsWarnings = async (servers: readonly Redis[], log?: Log): Promise<readonly string[]> => {
  const all = await Promise.all(servers.map(readSettings));
  const known = all.filter((settings) => settings !== undefined);
  if (known.length < all.length) {
    log?.warn("store settings unknown", {
      reason:
        "CONFIG GET is not allowed, so Taxiway cannot check that Valkey has appendonly yes, appendfsync always and maxmemory-policy noeviction.",
    });
  }
  const counts = new Map<string, number>();
  for (const problem of PROBLEMS) {
    for (const sentence of known.map(problem)) {
      if (sentence !== undefined) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
    }
  }
  return [...counts].map(([sentence, count]) =>
    all.length === 1 ? `Valkey runs ${sentence}` : `${count} of ${all.length} Valkey nodes run ${sentence}`,
  );
};

const readSettings = async (server: Redis): Promise<Settings | undefined> => {
  try {
    const names = ["appendonly", "appendfsync", "maxmemory-policy"] as const;
    const parts = (await server.config("GET", ...names)) as readonly string[];
    return parts.length === 0 ? undefined : Object.fromEntries(pairs(parts));
  } catch {
    return undefined;
  }
};

const pairs = (parts: readonly string[]): [string, string][] =>
  parts.flatMap((part, index) => (index % 2 ? [[parts[index - 1] as string, part] as [string, string]] : []));
