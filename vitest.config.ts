import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "dist/**", "test/hosts/**", "test/release/**"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Real servers and child processes that often wait: three workers keep the two cores of a small CI machine busy.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"] } },
      // Nothing of a unit stays behind, so they share what they import.
      { extends: true, test: { name: "units", include: ["src/**/*.test.ts", "web/src/**/*.test.ts"], isolate: false } },
    ],
  },
});
