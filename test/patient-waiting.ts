import { vi } from "vitest";

/** Vitest's default of one second would be a bet on the speed of the machine. */
const PATIENCE = { timeout: 20_000 };

const { waitFor } = vi;
vi.waitFor = (condition, options = PATIENCE) => waitFor(condition, options);
