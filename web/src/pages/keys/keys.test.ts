import { describe, expect, test } from "vitest";
import { filterKeys, type KeyInfo, keyState, namesShown } from "./key.ts";
import { expiryChoices, formProblems, newKeyForm, requestBody } from "./key-form.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const key = (more: Partial<KeyInfo> = {}): KeyInfo => ({
  key_id: "8Zk2aaaa",
  tenant: "acme",
  name: "travel bot",
  admin: false,
  created_at: "2026-11-01T00:00:00Z",
  ...more,
});
const wordOf = (more: Partial<KeyInfo>): string => keyState(key(more), NOW).label;

describe("the state of a key", () => {
  test("is active until shortly before its expiry, and expired from then on", () => {
    expect(wordOf({})).toBe("active");
    expect(wordOf({ expires_at: "2026-11-24T00:00:00Z" })).toBe("active");
    expect(wordOf({ expires_at: "2026-11-20T00:00:00Z" })).toBe("expires soon");
    expect(wordOf({ expires_at: "2026-11-16T12:00:00Z" })).toBe("expired");
  });

  test("is rotating while both secrets are valid", () => {
    expect(wordOf({ old_key_until: "2026-11-16T12:00:01Z" })).toBe("rotating");
    expect(wordOf({ old_key_until: "2026-11-16T11:59:59Z" })).toBe("active");
  });

  test("is unusable or expired first of all", () => {
    expect(wordOf({ unusable: true, old_key_until: "2026-11-17T00:00:00Z" })).toBe("unusable");
    expect(wordOf({ expires_at: "2026-01-01T00:00:00Z", old_key_until: "2026-11-17T00:00:00Z" })).toBe("expired");
  });
});

describe("a list of keys", () => {
  test("distinguishes omitted from empty lists, and shortens long ones", () => {
    expect(namesShown(undefined)).toBe("all");
    expect(namesShown([])).toBe("none");
    expect(namesShown(["a", "b", "c", "d"])).toBe("a, b, c, d");
    expect(namesShown(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
  });

  test("is filtered by name, prefix and tenant, most recently used first", () => {
    const old = key({ key_id: "old00000" });
    const used = key({ key_id: "used0000", last_used_at: "2026-11-15T00:00:00Z" });
    const other = key({ key_id: "other000", tenant: "hotel", name: "Front Desk" });
    const found = (text: string, tenant?: string) =>
      filterKeys([old, other, used], { text, tenant }).map(({ key_id }) => key_id);
    expect(found("", "acme")).toEqual(["used0000", "old00000"]);
    expect(found("front desk")).toEqual(["other000"]);
    expect(found("twk_OLD")).toEqual(["old00000"]);
  });
});

describe("the form for a new key", () => {
  test("sends only fields that were filled in", () => {
    expect(requestBody({ ...newKeyForm("acme"), name: " bot ", expires: "" })).toEqual({ name: "bot", tenant: "acme" });
    expect(
      requestBody({
        name: "bot",
        tenant: "",
        servers: ["gds"],
        tools: "search*, book\nlist",
        admin: true,
        perMinute: " 60 ",
        perDay: "1000",
        expires: "date",
        date: "2027-06-30",
      }),
    ).toEqual({
      name: "bot",
      servers: ["gds"],
      tools: ["search*", "book", "list"],
      admin: true,
      per_minute: 60,
      per_day: 1000,
      expires: "2027-06-30",
    });
  });

  test("offers no expiry after that of the user's own key", () => {
    const values = (expires_at?: string) =>
      expiryChoices(expires_at === undefined ? {} : { expires_at }, NOW).map(({ value }) => value);
    expect(values()).toEqual(["30d", "90d", "365d", "date", ""]);
    // A key with the default expiry was created a moment ago.
    expect(values("2027-02-14T11:59:59Z")).toEqual(["30d", "date", ""]);
    expect(values("2026-11-20T00:00:00Z")).toEqual(["date", ""]);
    expect(expiryChoices({ expires_at: "2026-11-20T00:00:00Z" }, NOW).at(-1)?.label).toBe("with your key, 20 Nov 2026");
    expect(newKeyForm("acme", {}, NOW).expires).toBe("90d");
    expect(newKeyForm("acme", { expires_at: "2027-02-14T11:59:59Z" }, NOW).expires).toBe("");
  });

  test("reports problems before sending", () => {
    const form = {
      ...newKeyForm("acme"),
      servers: [],
      perMinute: "0",
      perDay: "1.5",
      expires: "date",
      date: "2026-11-16",
    };
    expect(Object.keys(formProblems(form, NOW)).sort()).toEqual([
      "expires",
      "name",
      "per_day",
      "per_minute",
      "servers",
    ]);
    expect(formProblems({ ...newKeyForm("acme"), name: "bot", date: "nonsense" }, NOW)).toEqual({});
  });
});
