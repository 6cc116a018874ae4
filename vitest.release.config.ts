import { defineConfig } from "vitest/config";

/** Tests that take too long for `npm test`; run them before a release. */
export default defineConfig({
  test: {
    include: ["test/release/**/*.test.ts"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
