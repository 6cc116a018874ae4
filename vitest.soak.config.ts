import { defineConfig } from "vitest/config";

/** Histories of several minutes, which `npm test` does not wait for. */
export default defineConfig({
  test: {
    include: ["test/soak/**/*.test.ts"],
    setupFiles: ["test/patient-waiting.ts"],
    hookTimeout: 60_000,
  },
});
