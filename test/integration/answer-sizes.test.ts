import { expect, it } from "vitest";
import { measureAnswers } from "../../scripts/docs/answer-sizes.ts";
import { documentedServers } from "../../scripts/docs/pages.ts";
import { MAX_IN_FULL, MAX_STRUCTURED, MAX_TEXT } from "../../src/mcp/tools/answer-size.ts";

it("every tool of every server answers within the size limit", { timeout: 60_000 }, async () => {
  const answers = await measureAnswers();
  const tooLong = answers.filter(({ usual, structured, text }) =>
    usual ? structured > MAX_STRUCTURED || text > MAX_TEXT : structured > MAX_IN_FULL || text > MAX_IN_FULL,
  );
  expect(tooLong).toEqual([]);
  const listed = (await documentedServers()).flatMap(({ name, tools }) => tools.map((tool) => `${name} ${tool.name}`));
  const measured = new Set(answers.map(({ server, tool }) => `${server} ${tool}`));
  expect(listed.filter((tool) => !measured.has(tool))).toEqual([]);
});
