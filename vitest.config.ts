import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "dist/**"],
    setupFiles: ["test/patient-waiting.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Tests wait for servers and child processes much of the time: three workers keep two cores busy.
    maxWorkers: 3,
    projects: [
      // Unit tests leave no state behind, so test files can share imported modules.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "web/src/**/*.test.ts"],
          setupFiles: ["test/no-processes.ts"],
          isolate: false,
        },
      },
      { extends: true, test: { name: "integration", include: ["test/integration/**/*.test.ts"] } },
      { extends: true, test: { name: "system", include: ["test/{system,conformance}/**/*.test.ts"] } },
    ],
  },
});
