import type { Failure } from "../../model/failure.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { JsonValue, Store } from "./store.ts";
import { storeFailure } from "./store-failure.ts";
import { refusesWrites } from "./valkey-errors.ts";

/** The format that this version writes. */
export const FORMAT = 2;

/** Of a store that has data and no stamp: releases before the stamp wrote it. */
const UNSTAMPED = 1;

export interface MigrationStep {
  readonly from: number;
  readonly to: number;
  /** Two nodes may run a step at once, and a node may be killed in it: what it has done already, it must pass over. */
  run(store: Store): Promise<void>;
}

const STEPS: readonly MigrationStep[] = [
  // Versions became instants. Records with the small versions of before get one with their next write.
  { from: 1, to: 2, run: async () => undefined },
];

export interface FormatCheck {
  readonly store: Store;
  /** Whether there is a key of ours in it; asked only where there is no stamp. */
  hasData(): Promise<boolean>;
  readonly log?: Log | undefined;
  readonly format?: number;
  readonly steps?: readonly MigrationStep[];
}

/**
 * Migrates the store to the format of this version, and stamps it. Resolves to sentences for the operator; throws if
 * the data is newer than this version.
 */
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
      // So small that it is written to a full store as well. A miss means that another node was faster: look again.
      const ifVersion = stamp?.version ?? 0;
      const version = await store.put(keys.format, { format }, { ifVersion, durable: true, evenIfFull: true });
      if (version === undefined) continue;
      if (found !== format) log?.info("store migrated", { from: found, to: format });
      return [];
    } catch (error) {
      // A server that takes no writes can still be read from; the stamp is written by the next node that starts.
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

/** What stands in the stamp, which need not be a number. */
type Found = JsonValue | undefined;

/** The store's data cannot be used by this version. */
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
    `The data in Valkey at ${where} has format ${found}, and this version of Taxiway supports formats up to ${supported}: upgrade Taxiway, or set VALKEY_URL to another database.`,
    { carriedOut: false, retryable: false, hint: "Nothing was changed in the store." },
  );
