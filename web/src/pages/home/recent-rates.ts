import type { Rates } from "../../../../src/console/contract.ts";

/** Two minutes, one each second. */
const MOST = 120;

/** Those of the last two minutes, oldest first. */
export const withRates = (before: readonly Rates[], next: Rates): readonly Rates[] => [...before, next].slice(-MOST);
