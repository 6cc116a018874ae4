import { describe, expect, it } from "vitest";
import { Failure } from "../../../model/failure.ts";
import { type CircuitBreaker, createCircuitBreaker, isOutage } from "./circuit-breaker.ts";

type Step = "ok" | "bad" | "check ok" | "check bad" | number;

/** Numbers are seconds that pass. */
const after = (...steps: readonly (Step | readonly Step[])[]): CircuitBreaker => {
  let now = 1_790_000_000_000;
  const breaker = createCircuitBreaker({ clock: { now: () => now } });
  for (const step of steps.flat()) {
    if (typeof step === "number") now += step * 1000;
    else if (step === "ok") breaker.succeeded();
    else if (step === "bad") breaker.failed();
    else breaker.checked(step === "check ok");
  }
  return breaker;
};
const times = (count: number, ...steps: readonly Step[]): readonly Step[] => Array(count).fill(steps).flat();

describe("the circuit breaker", () => {
  it.each<[string, CircuitBreaker["state"], CircuitBreaker]>([
    ["nothing", "closed", after()],
    ["four failures in a row", "closed", after(times(4, "bad"))],
    ["five failures in a row", "open", after(times(5, "bad"))],
    ["five failures in a row over an hour", "open", after(times(4, "bad", 720), "bad")],
    ["four failures, a success and four failures", "closed", after(times(4, "bad"), "ok", times(4, "bad"))],
    ["half of ten calls", "open", after(times(5, "ok", "bad"))],
    ["half of nine calls", "closed", after(times(4, "ok", "bad"), "ok")],
    ["less than half of many calls", "closed", after(times(20, "ok", "ok", "bad"))],
    [
      "half of ten calls, but half of those long ago",
      "closed",
      after(times(3, "bad", "ok"), 70, times(2, "ok", "bad")),
    ],
    ["29 seconds of rest", "open", after(times(5, "bad"), 29)],
    ["30 seconds of rest", "half-open", after(times(5, "bad"), 30)],
    ["an hour of rest without a check", "half-open", after(times(5, "bad"), 3600)],
    ["a good check after the rest", "closed", after(times(5, "bad"), 30, "check ok")],
    ["a bad check after the rest, and rests again", "open", after(times(5, "bad"), 30, "check bad", 29)],
    ["a good check during the rest: calls failed all the same", "open", after(times(5, "bad"), 2, "check ok")],
    [
      "a bad check and then a good one during the rest",
      "closed",
      after(times(5, "bad"), 2, "check bad", 5, "check ok"),
    ],
    ["a call that ended well after it had opened", "open", after(times(5, "bad"), "ok")],
    ["a failure right after a good check", "open", after(times(5, "bad"), 30, "check ok", "bad")],
    ["a failure after a good check and a good call", "closed", after(times(5, "bad"), 30, "check ok", "ok", "bad")],
    ["checks alone", "closed", after(times(20, "check bad"))],
  ])("after %s is %s", (_, state, breaker) => {
    expect(breaker.state).toBe(state);
    expect(breaker.allows()).toBe(state === "closed");
  });

  it("reports when it opened, regardless of later checks", () => {
    const from = 1_790_000_000_000;
    expect(after(3, times(5, "bad"), 31, "check bad", 31).openSince).toBe(from + 3_000);
    expect(after(times(5, "bad"), 30, "check ok").openSince).toBeUndefined();
    expect(after(times(5, "bad"), 30, "check ok", 1, "bad").openSince).toBe(from + 31_000);
  });

  it("reports when to retry", () => {
    expect(after(times(5, "bad"), 12).retryAfterMs()).toBe(18_000);
    expect(after(times(5, "bad"), 31).retryAfterMs()).toBe(0);
    expect(after().retryAfterMs()).toBe(0);
  });

  it.each<[boolean, unknown]>([
    [true, new Failure("unavailable", "Unreachable.")],
    [true, new Failure("timeout", "No answer.")],
    [true, new Failure("failed", "Garbage.", { error_type: "bad_response" })],
    [false, new Failure("failed", "No such flight.", { error_type: "no_such_flight" })],
    [false, new Failure("failed", "Timed out itself.", { error_type: "timeout" })],
    [false, new Failure("invalid", "Wrong argument.")],
    [false, new Failure("rate_limited", "Too many.")],
    [false, new Failure("function_not_found", "No such function.")],
    [false, new DOMException("cancelled", "AbortError")],
  ])("counts as an outage: %s, for %s", (counts, error) => {
    expect(isOutage(error)).toBe(counts);
  });
});
