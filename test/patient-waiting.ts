import { vi } from "vitest";

/** A condition that comes true is waited for however busy the machine is; the usual second is a bet on its speed. */
const PATIENCE = { timeout: 20_000 };

const { waitFor } = vi;
vi.waitFor = (condition, options = PATIENCE) => waitFor(condition, options);
