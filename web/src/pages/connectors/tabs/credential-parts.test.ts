import { describe, expect, it } from "vitest";
import { credentialValue, isFilledIn } from "./credential-parts.ts";

describe("the value of a credential", () => {
  it("is a text or an object, by kind", () => {
    expect(credentialValue("secret", { value: "s" })).toBe("s");
    expect(credentialValue("basic", { user: "key" })).toEqual({ user: "key", password: "" });
    expect(credentialValue("oauth2_refresh", { client_id: "a", client_secret: "", refresh_token: "r" })).toEqual({
      client_id: "a",
      refresh_token: "r",
    });
  });

  it("is complete when only optional parts are missing", () => {
    expect(isFilledIn("secret", {})).toBe(false);
    expect(isFilledIn("basic", {})).toBe(false);
    expect(isFilledIn("basic", { user: "key" })).toBe(true);
    expect(isFilledIn("oauth2_client", { user: "id" })).toBe(false);
    expect(isFilledIn("oauth2_refresh", { client_id: "a", refresh_token: "r" })).toBe(true);
  });
});
