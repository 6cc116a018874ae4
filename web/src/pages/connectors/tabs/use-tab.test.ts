import { expect, test } from "vitest";
import { callerOf } from "./use-tab.tsx";

test("callerOf shows the key if there is one", () => {
  const who = "967f71b6-7c74-4241-9a0b-0f1e2d3c4b5a";
  expect(callerOf({ key_id: "R27lOmUa", who })).toBe("twk_R27lOmUa_…");
  expect(callerOf({ key_id: "admin-token", who })).toBe("admin token");
  expect(callerOf({ key_id: "none", who })).toBe("967f71b6");
  expect(callerOf({ who: "ada@example.com" })).toBe("ada@example.com");
  expect(callerOf({})).toBe("–");
  expect(callerOf({ key_id: "constructor" })).toBe("constructor");
  expect(callerOf({ key_id: `\u202e${"x".repeat(99)}` })).toBe(`·${"x".repeat(38)}…`);
});
