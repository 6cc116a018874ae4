import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REACH, RULES } from "../../../src/mcp/transports/http/reach.ts";

it("docs/security.md has the rows and labels of the table in reach.ts", () => {
  const page = readFileSync(new URL("../../../docs/security.md", import.meta.url), "utf8");
  const table = page.split("| what | paths | web pages of |\n| --- | --- | --- |\n")[1]?.split("\n\n")[0];
  const rows = REACH.map(
    ({ what, paths, origins }) =>
      `| ${what} | ${paths.map((path) => `\`${path}\``).join(" ")} | ${RULES[origins].label} |`,
  );
  expect(table?.split("\n")).toEqual(rows);
  for (const { label } of Object.values(RULES)) expect(page).toContain(`- **${label}**: `);
});
