import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

const written = (level: "debug" | "warn" | "silent", pretty = false) => {
  const lines: string[] = [];
  return { lines, log: createLog({ level, pretty, write: (line) => lines.push(line) }) };
};

describe("the log", () => {
  it("writes one JSON object a line, whatever is in the facts", () => {
    const { log, lines } = written("debug");
    log.error("defect", { errorId: "1a2b", stack: "Error: a\n  at b" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: "error",
      event: "defect",
      errorId: "1a2b",
      stack: "Error: a\n  at b",
    });
  });

  it("leaves out what is less severe than its level, and everything when silent", () => {
    const { log, lines } = written("warn");
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d");
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["c", "d"]);
    const silent = written("silent");
    silent.log.error("d");
    expect(silent.lines).toEqual([]);
  });

  it("can be read by people", () => {
    const { log, lines } = written("debug", true);
    log.info("opened", { store: "lmdb", keys: [1, 2] });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}opened store=lmdb keys=\[1,2\]\n$/);
  });
});
