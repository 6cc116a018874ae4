import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

const written = (level: "debug" | "warn" | "silent", pretty = false) => {
  const lines: string[] = [];
  return { lines, log: createLog({ level, pretty, write: (line) => lines.push(line) }) };
};

describe("the log", () => {
  it("writes one JSON object per line, whatever the facts contain", () => {
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

  it.each([true, false])("masks secrets in events and facts, pretty: %s", (pretty) => {
    const { log, lines } = written("debug", pretty);
    const key = "twk_aB3dE6gH_0123456789abcdefghijklmnopqrstuvwx";
    log.warn(`refused ${key}`, {
      cause: `Error: Bearer ${key}`,
      api_key: "hunter22",
      deep: [{ password: "hunter22" }],
    });
    log.info("call", { sessionId: "s-1", keyId: "aB3dE6gH" });
    expect(lines.join("")).not.toMatch(/0123456789|hunter22/);
    expect(lines.join("")).toMatch(/twk_aB3dE6gH_….*s-1.*aB3dE6gH/s);
  });

  it("omits lines below its level, and all lines when silent", () => {
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

  it("writes readable lines with LOG_PRETTY", () => {
    const { log, lines } = written("debug", true);
    log.info("opened", { store: "lmdb", keys: [1, 2] });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}opened store=lmdb keys=\[1,2\]\n$/);
  });
});
