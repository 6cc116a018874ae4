import type { ConnectorTool, StepName, StepTrace, TestAnswer } from "../src/pages/connectors/answers.ts";

const STEPS: readonly StepName[] = ["input", "request", "auth", "http", "parse", "response", "output"];

/** A run that never left this process. `<script>` in an answer is there on purpose. */
export const testAnswer = (tool: ConnectorTool, body: Readonly<Record<string, unknown>>): TestAnswer => {
  const { arguments: given = {}, until, confirm } = body;
  const wanted = STEPS.indexOf((until as StepName | undefined) ?? "output");
  const last = tool.risk === "read" || confirm === true ? wanted : Math.min(wanted, STEPS.indexOf("auth"));
  const steps = stepsOf(tool, given).slice(0, last + 1);
  const done = last === STEPS.length - 1;
  return {
    ...{ tool: tool.name, ok: true, source: "sandbox", sent: last >= 3, steps, correlation_id: "fake" },
    ...(done ? { result: RESULT, text: "Found 2 pets." } : { stopped_after: STEPS[last] ?? "input" }),
  };
};

const RESULT = {
  items: [
    { id: "PET-7", name: "Rex" },
    { id: "PET-8", name: "<script>alert(1)</script> \u202egod" },
  ],
};

const stepsOf = ({ request, parse }: ConnectorTool, given: unknown): readonly StepTrace[] => {
  const built = { method: request.method, url: request.path, headers: {} };
  const signed = { ...built, headers: { "X-Desk-Key": "***" } };
  const text =
    parse.format === "xml" ? "<rooms><room><price>433.5</price></room></rooms>" : JSON.stringify(RESULT.items);
  return [
    { step: "input", milliseconds: 0.1, in: given, out: given },
    { step: "request", milliseconds: 1.4, in: given, out: built },
    { step: "auth", milliseconds: 0.6, in: built, out: signed },
    { step: "http", milliseconds: 128, in: signed, out: { status: 200, attempts: 1, body: text } },
    { step: "parse", milliseconds: 2.2, in: { text }, out: RESULT.items },
    { step: "response", milliseconds: 3.1, in: { input: given, body: RESULT.items }, out: { data: RESULT } },
    { step: "output", milliseconds: 0.8, in: RESULT, out: { warnings: [] } },
  ];
};
