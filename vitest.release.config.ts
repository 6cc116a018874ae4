import { defineConfig } from "vitest/config";

/** What takes too long for `npm test`: run it before a release. */
export default defineConfig({
  test: {
    include: ["test/release/**/*.test.ts"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
