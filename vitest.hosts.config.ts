import { defineConfig } from "vitest/config";

/** Tests with real MCP hosts, which are too large for `npm test` and installed outside the working tree. */
export default defineConfig({
  test: {
    include: ["test/hosts/**/*.test.ts"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
