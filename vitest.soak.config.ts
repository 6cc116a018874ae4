import { defineConfig } from "vitest/config";

/** Tests that take many minutes, too long for `npm test`. */
export default defineConfig({
  test: {
    setupFiles: ["test/patient-waiting.ts"],
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "soak", include: ["test/soak/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "properties",
          include: [
            "src/travel/world/**/*.test.ts",
            "src/servers/connectors/{mappings,results}/*.test.ts",
            "src/platform/{limits,stores,xml}/*.test.ts",
            "test/integration/{mcp/protocol,sandboxes/capcorn,travel}/*.test.ts",
            "test/integration/servers/rehearsal/many-runs.test.ts",
            "test/system/races/kill.test.ts",
          ],
          env: { CASES_FACTOR: "20" },
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
