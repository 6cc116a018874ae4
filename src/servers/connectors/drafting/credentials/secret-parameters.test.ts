import { describe, expect, it } from "vitest";
import { findSecretParameters, type Parameter, parameterKey } from "./secret-parameters.ts";

const parameter = (place: Parameter["in"], name: string, description = "", isText = true): Parameter => ({
  ...{ in: place, name, description, isText },
});
const other = parameter("query", "page");

/** The tools of an API of ten operations, of which so many have the parameters. */
const apiWith = (count: number, ...parameters: readonly Parameter[]) =>
  Array.from({ length: 10 }, (_, index) => (index < count ? [other, ...parameters] : [other]));

const foundIn = (tools: readonly (readonly Parameter[])[]): readonly string[] =>
  [...findSecretParameters(tools).keys()].sort();

describe("parameters of published APIs that are credentials", () => {
  it.each<[api: string, count: number, parameters: readonly Parameter[]]>([
    ["hetras", 10, [parameter("header", "App-Key", "Application key."), parameter("header", "App-Id")]],
    ["Walmart", 10, [parameter("header", "WM_SEC.ACCESS_TOKEN")]],
    ["Discourse", 3, [parameter("header", "Api-Key"), parameter("header", "Api-Username")]],
    ["Oxford Dictionaries", 10, [parameter("header", "app_key"), parameter("header", "app_id")]],
    ["SchoolDigger", 10, [parameter("query", "appKey", "Your API app key"), parameter("query", "appID")]],
    [
      "Google",
      10,
      [
        parameter("query", "key", "API key. Your API key identifies your project and provides you with API access."),
        parameter("query", "access_token", "OAuth access token."),
        parameter("query", "oauth_token", "OAuth 2.0 token for the current user."),
      ],
    ],
    ["Open-Meteo", 10, [parameter("query", "apikey")]],
    ["Trello", 10, [parameter("query", "key"), parameter("query", "token")]],
    ["weatherbit", 10, [parameter("query", "key", "Your registered API key.")]],
    ["Postmark", 10, [parameter("header", "X-Postmark-Server-Token", "The token of the server.")]],
    ["VictorOps", 10, [parameter("header", "X-VO-Api-Key"), parameter("header", "X-VO-Api-Id")]],
    ["an API with sessions", 4, [parameter("cookie", "JSESSIONID")]],
    ["an SMS gateway", 9, [parameter("query", "password"), parameter("query", "username")]],
    ["an API with the key in its bodies", 8, [parameter("body", "api_key")]],
  ])("are found: %s", (_api, count, parameters) => {
    expect(foundIn(apiWith(count, ...parameters))).toEqual(parameters.map(parameterKey).sort());
  });
});

describe("parameters that only look like credentials", () => {
  it.each<[what: string, count: number, parameter: Parameter]>([
    ["the key of a document", 8, parameter("query", "key", "Key of the document.")],
    ["a key in few operations", 4, parameter("query", "key")],
    ["a sort key", 10, parameter("query", "sort_key")],
    ["a public key", 10, parameter("header", "X-Public-Key")],
    ["an idempotency key", 10, parameter("header", "Idempotency-Key")],
    ["a page token", 10, parameter("query", "pageToken", "Token of the next page.")],
    ["a cursor in a header", 10, parameter("header", "X-Next-Token")],
    ["a client token", 10, parameter("header", "X-Amz-Client-Token")],
    ["a flag", 10, parameter("query", "show_api_key", "Whether to show the API key.", false)],
    ["an ID without a key", 10, parameter("header", "App-Id")],
    ["the token that one operation revokes", 1, parameter("query", "access_token")],
    ["the password of one login operation", 1, parameter("query", "password")],
    ["a password that is the subject", 10, parameter("query", "password", "The password to analyse.")],
    ["a key in the path", 10, parameter("path", "api_key")],
    ["a key that one operation stores", 2, parameter("body", "api_key")],
  ])("are not found: %s", (_what, count, found) => {
    const withOtherBodies = apiWith(count, found).map((tool) => [...tool, parameter("body", "text")]);
    expect(foundIn(withOtherBodies)).toEqual([]);
  });

  it("are told apart by place", () => {
    expect(foundIn(apiWith(10, parameter("header", "api_key"), parameter("path", "api_key")))).toEqual([
      "header api_key",
    ]);
  });
});
