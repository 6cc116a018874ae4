import { afterAll, beforeAll, describe } from "vitest";
import { type Environment, startTaxiway, type TaxiwayProcess } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";

const CALLERS = 64;
const PROCESSES = 4;

/** Runs the tests on each store that several processes can share; `environment` has an empty one. */
export const withStores = (title: string, tests: (environment: () => Promise<Environment>) => void): void => {
  describe(`${title} LMDB`, () => tests(async () => ({ TAXIWAY_DATA_DIR: temporaryFolder() })));
  describe(`${title} Valkey`, () => {
    let valkey: ValkeyServer;
    beforeAll(async () => {
      valkey = await startValkey();
    });
    afterAll(() => valkey.stop());
    tests(async () => {
      await valkey.cli("flushall");
      return { VALKEY_URL: valkey.url };
    });
  });
};

/** Processes that share all stock. */
export const startAll = async (env: Environment): Promise<TaxiwayProcess[]> => {
  const processes = Array.from({ length: PROCESSES }, () => startTaxiway({ ...env, TAXIWAY_INVENTORY: "shared" }));
  await Promise.all(processes.map((taxiway) => taxiway.ask("ping")));
  return processes;
};

/** 64 callers, distributed over the processes; the n-th one runs the action for n. */
export const race = <T>(
  processes: readonly TaxiwayProcess[],
  run: (taxiway: TaxiwayProcess, n: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, n) => run(processes[n % processes.length] as TaxiwayProcess, n)));
