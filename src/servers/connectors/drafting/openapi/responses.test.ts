import { describe, expect, it } from "vitest";
import { draftFromOpenApi } from "./draft-from-openapi.ts";

const formatOf = async (method: string, responses: object, openapi: object = { openapi: "3.0.3" }) => {
  const document = {
    ...openapi,
    ...("swagger" in openapi ? { host: "t.example" } : { servers: [{ url: "https://t.example" }] }),
    info: { title: "T", version: "1" },
    paths: { "/a": { [method]: { responses } } },
  };
  return (await draftFromOpenApi(JSON.stringify(document))).connector.tools[0]?.parse.format;
};

describe("a response that a document does not describe", () => {
  it.each([
    ["get", { 200: { description: "OK" } }, "auto"],
    ["get", { default: { description: "The weather" } }, "auto"],
    ["get", {}, "auto"],
    ["post", { 201: { description: "Created" } }, "auto"],
    ["get", { 200: { description: "OK", content: { "multipart/mixed": {} } } }, "auto"],
    ["delete", { 204: { description: "Gone" } }, "none"],
    ["head", { 200: { description: "OK" } }, "none"],
  ])("is read as it comes, unless there is none: %s %j", async (method, responses, format) => {
    expect(await formatOf(method, responses)).toBe(format);
  });

  it("is read as it comes in Swagger 2.0", async () => {
    expect(await formatOf("get", { 200: { description: "OK" } }, { swagger: "2.0" })).toBe("auto");
  });
});
