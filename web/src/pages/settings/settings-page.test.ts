import { describe, expect, it } from "vitest";
import { filterSettings, type ShownSetting } from "./settings-page.tsx";

const setting = (name: string, value: string | null, from: ShownSetting["from"]): ShownSetting => ({
  name,
  about: `What ${name} is for.`,
  value,
  from,
  secret: false,
});
const GROUPS = [
  { group: "Serving", settings: [setting("HTTP_PORT", "3000", "flag"), setting("HTTP_HOST", "127.0.0.1", "default")] },
  { group: "Storage", settings: [setting("VALKEY_URL", null, "default")] },
];
const names = (text: string, onlySet = false) =>
  filterSettings(GROUPS, { text, onlySet }).flatMap(({ settings }) => settings.map(({ name }) => name));

describe("the settings filter", () => {
  it("matches name, value, group and any combination of them", () => {
    expect(names("")).toHaveLength(3);
    expect(names("port")).toEqual(["HTTP_PORT"]);
    expect(names("127.0")).toEqual(["HTTP_HOST"]);
    expect(names("storage url")).toEqual(["VALKEY_URL"]);
    expect(names("storage port")).toEqual([]);
  });

  it("hides default values", () => {
    expect(names("", true)).toEqual(["HTTP_PORT"]);
  });
});
