import { defineConfig } from "vitest/config";

/** Real hosts, which `npm test` does not need: they are installed outside the working tree. */
export default defineConfig({
  test: {
    include: ["test/hosts/**/*.test.ts"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
