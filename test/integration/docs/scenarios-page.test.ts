import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../src/servers/rehearsal/scenario/check-scenario.ts";
import { readScenario } from "../../../src/servers/rehearsal/scenario/read-scenario.ts";
import { codeOf } from "../../fixtures/document-code.ts";
import { openRehearsing } from "../../fixtures/rehearsal/rehearse.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../../docs/scenarios.md"), "utf8");
const SMALLEST = codeOf("scenarios.md", "yaml", "id: my/first");

/** The examples of the tables between two headings. */
const examplesIn = (heading: string): readonly string[] => {
  const [, section = ""] = PAGE.split(`\n${heading}\n`);
  const [tables = ""] = section.split("\n#");
  return [...tables.matchAll(/\| `(\{.*\})` \|$/gm)].map(([, example = ""]) => example.replaceAll("\\|", "|"));
};

const OTHERS = {
  "## Cues: when, and do": (example: string) => {
    const isTrigger = Object.keys(load(example) as object).some((name) => TRIGGERS.includes(name));
    const during = example.includes("fault") ? "{ during: { tool: bookFlight, success: 1 } }" : "{ start: true }";
    return isTrigger
      ? `cues: [{ when: ${example}, do: ${example.includes("during") ? "{ fault: timeout }" : "{ jump: 1h }"} }]`
      : `cues: [{ when: ${during}, do: ${example} }]`;
  },
  "### never": (example: string) => `never: [${example}]`,
  "### manner": (example: string) => `manner: [${example}]`,
  "### said": (example: string) => `said: [${example}]`,
} as const;
const TRIGGERS = ["start", "after", "before", "during", "at", "booked", "said"];

describe("docs/scenarios.md", () => {
  it("has a smallest scenario that tells right from wrong", async () => {
    const path = join(temporaryFolder(), "first.yaml");
    writeFileSync(path, SMALLEST);
    const taxiway = await openRehearsing();
    const { code, out } = await taxiway.rehearse("check", path).finally(taxiway.close);
    expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining("warning") });
  });

  describe.each(Object.entries(OTHERS))("%s", (heading, fieldsOf) => {
    const given =
      "given: { bookings: [{ as: given_trip, passengers: [{ type: adult, firstName: A, lastName: B }], contact: a@example.com }] }";
    it.each(examplesIn(heading))("has the example %s, which can be read", async (example) => {
      const added = String(fieldsOf(example)).replace("{ changed: trip }", "{ changed: given_trip }");
      const base = added.startsWith("said:") ? SMALLEST.replace(/^said:.*$/m, "") : SMALLEST;
      const scenario = await readScenario(`${base}\n${added}\n${given}\n`);
      expect(await problemsOf(scenario)).toEqual([]);
    });
  });
});
