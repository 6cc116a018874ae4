import { expect, it } from "vitest";
import { type CredentialKind, fitsKind } from "./credential-kinds.ts";

it.each<[kind: CredentialKind, value: unknown, fits: boolean]>([
  ["secret", "x", true],
  ["secret", { user: "u", password: "p" }, false],
  ["basic", { user: "key", password: "" }, true],
  ["basic", { user: "u" }, false],
  ["basic", "u:p", false],
  ["oauth2_client", { user: "id", password: "secret" }, true],
  ["oauth2_client", { user: "id", password: "secret", scope: "a" }, false],
  ["oauth2_refresh", { client_id: "id", client_secret: "secret", refresh_token: "r" }, true],
  ["oauth2_refresh", { client_id: "id", client_secret: "", refresh_token: "r" }, true],
  ["oauth2_refresh", { client_id: "id", refresh_token: "r" }, true],
  ["oauth2_refresh", { client_id: "id", refresh_token: "" }, false],
  ["oauth2_refresh", { client_id: "id", refresh_token: 1 }, false],
  ["oauth2_refresh", { client_id: "id", refresh_token: "r", access_token: "a" }, false],
  ["oauth2_refresh", { user: "id", password: "secret" }, false],
  ["oauth2_refresh", null, false],
])("a credential of kind %s may have the value %j: %s", (kind, value, fits) => {
  expect(fitsKind(kind, value)).toBe(fits);
});
