import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Real servers and child processes that often wait: three workers keep the two cores of a small CI machine busy.
    maxWorkers: 3,
  },
});
