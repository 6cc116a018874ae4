import { describe, expect, it } from "vitest";
import type { ConnectorTool } from "../responses.ts";
import { type AuthChoice, authOf, authUses, describeAuth, isAnswered, parseAuth } from "./auth-choice.ts";

describe("the authentication of an API", () => {
  it.each([
    "bearer",
    "basic",
    "header:X-Api-Key",
    "query:key",
    "oauth2:https://a.example/token?a:b",
    "oauth2_refresh:/t",
  ])("is written as %s", (text) =>
    expect(authOf({ kind: "own", choices: [parseAuth(text) as AuthChoice] })).toEqual([text]),
  );

  it("is described for people", () => {
    expect(describeAuth("header:X-Api-Key")).toBe("Key in a header: X-Api-Key");
    expect(describeAuth("bearer")).toBe("Bearer token");
    expect(describeAuth("something new")).toBe("something new");
  });

  it("is answered when no name is missing", () => {
    const own = (...choices: AuthChoice[]) => isAnswered({ kind: "own", choices });
    expect(own({ scheme: "bearer", name: "" })).toBe(true);
    expect(own({ scheme: "header", name: "X-Id" }, { scheme: "header", name: " " })).toBe(false);
    expect(isAnswered({ kind: "unchanged" })).toBe(true);
  });

  it("is sent only if it was chosen", () => {
    expect(authOf({ kind: "unchanged" })).toBeUndefined();
    expect(authOf({ kind: "guess", auth: "bearer" })).toEqual(["bearer"]);
  });

  it("is summed up over the tools", () => {
    const tool = (auth: ConnectorTool["auth"]) => ({ auth }) as ConnectorTool;
    const bearer = { credential: "token", in: "bearer" } as const;
    const id = { credential: "id", in: "header", name: "X-Id", optional: true } as const;
    expect(authUses([tool([bearer]), tool([bearer, id]), tool(undefined)])).toEqual([
      { credential: "token", place: "bearer token", tools: 2, optional: false },
      { credential: "id", place: "header X-Id", tools: 1, optional: true },
    ]);
  });
});
