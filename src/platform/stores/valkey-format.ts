import type { Failure } from "../../model/failure.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { JsonValue, Store } from "./store.ts";
import { storeFailure } from "./store-failure.ts";
import { refusesWrites } from "./valkey-errors.ts";

/** The format that this version writes. */
export const FORMAT = 3;

/** The format of a store with data but without a stamp, written by the first releases. */
const UNSTAMPED = 1;

interface MigrationStep {
  readonly from: number;
  readonly to: number;
  /** Must be idempotent: two nodes may run a step at once, and a node may be killed during it. */
  run(store: Store): Promise<void>;
}

const STEPS: readonly MigrationStep[] = [
  // Versions became timestamps. Records with earlier, smaller versions get one with their next write.
  { from: 1, to: 2, run: async () => undefined },
  // Bookings got a ledger. Earlier records are upgraded when they are read; earlier releases cannot read new ones.
  { from: 2, to: 3, run: async () => undefined },
];

interface FormatCheck {
  readonly store: Store;
  /** Checks whether the store has keys of Taxiway; only called if there is no stamp. */
  hasData(): Promise<boolean>;
  readonly log?: Log | undefined;
  readonly format?: number;
  readonly steps?: readonly MigrationStep[];
}

/** Migrates the store to the current format and stamps it. Returns warnings for the operator; throws if it is newer. */
export const checkFormat = async ({
  store,
  hasData,
  log,
  format = FORMAT,
  steps = STEPS,
}: FormatCheck): Promise<readonly string[]> => {
  for (;;) {
    const stamp = await store.get(keys.format);
    const found = stamp === undefined ? await formatWithoutStamp(hasData, format) : stamp.value["format"];
    if (stamp !== undefined && found === format) return [];
    await migrate(store, found, { format, steps });
    try {
      // Allowed in a full store. If another node was faster, check again.
      const ifVersion = stamp?.version ?? 0;
      const version = await store.put(keys.format, { format }, { ifVersion, durable: true, evenIfFull: true });
      if (version === undefined) continue;
      if (found !== format) log?.info("store migrated", { from: found, to: format });
      return [];
    } catch (error) {
      // A server that rejects writes can still be read; the next node that starts writes the stamp.
      if (!(error instanceof Error && refusesWrites(error.cause))) throw error;
      return [`The store has no current format stamp (${keys.format}), and it could not be written at start.`];
    }
  }
};

const formatWithoutStamp = async (hasData: FormatCheck["hasData"], format: number): Promise<number> =>
  (await hasData()) ? UNSTAMPED : format;

const migrate = async (
  store: Store,
  found: Found,
  { format, steps }: { readonly format: number; readonly steps: readonly MigrationStep[] },
): Promise<void> => {
  let reached = found;
  while (reached !== format) {
    const step = steps.find(({ from }) => from === reached);
    if (step === undefined) throw new UnsupportedFormat(found, format);
    await step.run(store);
    reached = step.to;
  }
};

/** The value of the stamp, which need not be a number. */
type Found = JsonValue | undefined;

/** Thrown if this version cannot use the store's data. */
export class UnsupportedFormat extends Error {
  readonly found: Found;
  readonly supported: number;
  constructor(found: Found, supported: number) {
    super(`Format ${found} is not supported.`);
    this.found = found;
    this.supported = supported;
  }
}

export const refusedFormat = (where: string, { found, supported }: UnsupportedFormat): Failure =>
  storeFailure(
    `The data in Valkey at ${where} has format ${found}, but this version of Taxiway supports formats up to ${supported}: upgrade Taxiway, or set VALKEY_URL to another database.`,
    { carriedOut: false, retryable: false, hint: "Nothing was changed in the store." },
  );
