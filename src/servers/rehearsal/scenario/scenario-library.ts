import { createHash } from "node:crypto";
import { Failure, notFound } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";
import { readScenario } from "./read-scenario.ts";
import type { Scenario } from "./scenario.ts";

/** The scenarios that a tenant can name, and the texts of those that it has run. */
export interface ScenarioLibrary {
  /** Reads a scenario and keeps its text, under its digest, as long as a run that starts now. */
  keep(tenant: string, text: string): Promise<Scenario>;
  /** Keeps a scenario under a name. Runs of earlier versions keep those. */
  save(tenant: string, name: string, text: string): Promise<Scenario>;
  /** The scenario that a name stands for: the tenant's own, or a shipped one. */
  named(tenant: string, name: string): Promise<Scenario>;
  /** A scenario of which a run has the digest. */
  withDigest(tenant: string, digest: string): Promise<Scenario>;
  textOf(tenant: string, name: string): Promise<string>;
  list(tenant: string): Promise<readonly ListedScenario[]>;
}

interface ListedScenario {
  readonly name: string;
  readonly source: "own" | "shipped";
  readonly title?: string;
  readonly category?: string;
  readonly digest?: string;
  /** Why it cannot be read, by this version. */
  readonly problem?: string;
}

/** Scenarios that come with Taxiway, by name. */
export type ShippedScenarios = () => Promise<ReadonlyMap<string, string>>;

const MOST_READ = 500;

/** A text is written again when it was kept this long before: its next run may need it longer. */
const RENEWED_MS = 3_600_000;

interface Parts {
  readonly store: Store;
  readonly shipped: ShippedScenarios;
  /** How long a run can be read. */
  readonly keptMs: number;
  /** The clock that the store counts expiries by. */
  storeNow(): number;
}

export const createScenarioLibrary = ({ store, shipped, keptMs, storeNow }: Parts): ScenarioLibrary => {
  /** Reading YAML takes longer than starting a run, and harnesses send one text many times. */
  const read = createReader();
  const byDigest = new Map<string, Scenario>();

  const known = (scenario: Scenario): Scenario => {
    if (byDigest.size >= MOST_READ) byDigest.delete(byDigest.keys().next().value as string);
    byDigest.set(scenario.digest, scenario);
    return scenario;
  };

  /** When each text was kept the last time, by performance.now(). */
  const kept = new Map<string, number>();
  const keep: ScenarioLibrary["keep"] = async (tenant, text) => {
    const scenario = known(await read(text));
    const key = keys.scenarioText(tenant, scenario.digest);
    const now = performance.now();
    if (now - (kept.get(key) ?? Number.NEGATIVE_INFINITY) < RENEWED_MS) return scenario;
    await store.put(key, { text }, { expiresAt: storeNow() + keptMs + RENEWED_MS });
    if (kept.size >= MOST_READ) kept.clear();
    kept.set(key, now);
    return scenario;
  };

  const textAt = async (tenant: string, digest: string): Promise<string | undefined> =>
    (await store.get(keys.scenarioText(tenant, digest)))?.value["text"] as string | undefined;

  const textOf: ScenarioLibrary["textOf"] = async (tenant, name) => {
    const own = (await store.get(keys.scenario(tenant, name)))?.value["text"];
    const text = typeof own === "string" ? own : (await shipped()).get(name);
    if (text !== undefined) return text;
    throw notFound(`There is no scenario '${name.slice(0, 100)}'.`, {
      field: "scenario",
      value: name.slice(0, 100),
      hint: "GET /admin/scenarios lists all; send another one as inline.",
    });
  };

  return {
    keep,
    textOf,
    async save(tenant, name, text) {
      const scenario = known(await read(text));
      await store.put(keys.scenario(tenant, name), { text }, { durable: true });
      await store.addMember(keys.scenarios(tenant), name);
      return scenario;
    },
    named: async (tenant, name) => keep(tenant, await textOf(tenant, name)),
    async withDigest(tenant, digest) {
      const found = byDigest.get(digest);
      if (found !== undefined) return found;
      const text = await textAt(tenant, digest);
      if (text === undefined) throw notFound("The scenario of this run is not kept any more.");
      return known(await read(text));
    },
    async list(tenant) {
      const own = (await store.members(keys.scenarios(tenant))).toSorted();
      const all = [
        ...own.map((name) => ({ name, source: "own" as const })),
        ...[...(await shipped()).keys()]
          .filter((name) => !own.includes(name))
          .map((name) => ({ name, source: "shipped" as const })),
      ];
      return Promise.all(
        all.map(async ({ name, source }) => {
          const facts = await read(await textOf(tenant, name)).then(
            ({ title, category, digest }) => ({ title, category, digest }),
            (error: unknown) => ({ problem: problemIn(error) }),
          );
          return { name, source, ...facts };
        }),
      );
    },
  };
};

const problemIn = (error: unknown): string => {
  if (error instanceof Failure) return error.message;
  throw error;
};

const createReader = () => {
  const read = new Map<string, Promise<Scenario>>();
  return (text: string): Promise<Scenario> => {
    const key = createHash("sha256").update(text).digest("base64url");
    let scenario = read.get(key);
    if (scenario === undefined) {
      scenario = readScenario(text);
      if (read.size >= MOST_READ) read.delete(read.keys().next().value as string);
      read.set(key, scenario);
      scenario.catch(() => read.delete(key));
    }
    return scenario;
  };
};
