import { describe, expect, it } from "vitest";
import { carriedOutOf } from "./store-failure.ts";
import { failureOf, refusesWrites } from "./valkey-errors.ts";

const answer = (message: string): Error => Object.assign(new Error(message), { name: "ReplyError" });

describe("a Valkey error", () => {
  it.each([
    "OOM command not allowed when used memory > 'maxmemory'.",
    "MISCONF Errors writing to the AOF file: No space left on device",
    "READONLY You can't write against a read only replica.",
    "NOREPLICAS Not enough good replicas to write.",
    "LOADING Valkey is loading the dataset in memory",
    "BUSY Valkey is busy running a script.",
    "CLUSTERDOWN The cluster is down",
    "TRYAGAIN Multiple keys request during rehashing of slot",
    "MASTERDOWN Link with MASTER is down",
    "MOVED 3999 127.0.0.1:6381",
    "ASK 3999 127.0.0.1:6381",
  ])("means that nothing was changed when the server replied: %s", (message) => {
    const error = answer(message);
    const failure = failureOf(error, "writes", true);
    expect(carriedOutOf(failure)).toBe(false);
    expect(failure).toMatchObject({ kind: "unavailable", cause: error, details: { retryable: true } });
    expect(failure?.message).toMatch(/^The store is .*\.$|^The store cannot be written to\.$/);
    expect(failure?.details.hint).toMatch(/^Nothing was changed\./);
    expect(failure?.message).not.toMatch(/OOM|maxmemory|AOF|127\.0\.0\.1|Valkey/);
  });

  it.each(["Command timed out", "Connection is closed.", "read ECONNRESET"])(
    "may have changed something when a write was sent and not answered: %s",
    (message) => {
      expect(carriedOutOf(failureOf(new Error(message), "writes", true))).toBe("unknown");
      expect(carriedOutOf(failureOf(new Error(message), "writes", false))).toBe(false);
      expect(carriedOutOf(failureOf(new Error(message), "reads", true))).toBe(false);
    },
  );

  it.each([
    "Stream isn't writeable and enableOfflineQueue options is false",
    "Cluster isn't ready and enableOfflineQueue options is false",
    "Too many Cluster redirections. Last error: ReplyError: MOVED 1 127.0.0.1:1",
  ])("means that nothing was changed when no server ran the command: %s", (message) => {
    expect(carriedOutOf(failureOf(new Error(message), "writes", true))).toBe(false);
  });

  it("is a defect when the server rejects the command itself", () => {
    for (const message of ["WRONGTYPE Operation against a key", "NOPERM no permissions", "ERR unknown command"]) {
      expect(failureOf(answer(message), "writes", true)).toBeUndefined();
    }
  });

  it("distinguishes a full server from one that rejects writes for another reason", () => {
    expect(failureOf(answer("OOM"), "writes", true)?.message).toContain("is full");
    expect(failureOf(answer("MISCONF"), "writes", true)?.message).toContain("cannot be written to");
    expect(["OOM", "MISCONF", "READONLY", "NOREPLICAS", "BUSY"].map((word) => refusesWrites(answer(word)))).toEqual([
      ...[true, true, true, true, false],
    ]);
    expect(refusesWrites(new Error("OOM"))).toBe(false);
  });
});
