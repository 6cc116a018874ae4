import { describe, expect, it } from "vitest";
import { factsIn } from "./error-facts.ts";

describe("what an API says about an error", () => {
  it.each<[shape: string, body: unknown, message: string | undefined]>([
    [
      "by field",
      { errors: { email: ["is taken", "is too long"], age: "is low" } },
      "email: is taken is too long; age: is low",
    ],
    [
      "in a list with places",
      { detail: [{ loc: ["body", "rooms", 0], msg: "Field required" }] },
      "body.rooms.0: Field required",
    ],
    [
      "in a list with fields",
      { errors: [{ field: "date", message: "is past" }, { message: "x" }] },
      "date: is past; x",
    ],
    ["with a place that it names itself", { errors: [{ field: "date", message: "date is past" }] }, "date is past"],
    ["with a place that is none", { errors: [{ field: "<b>", message: "is past" }] }, "is past"],
    ["with a place that is the whole", { errors: [{ pointer: "/", message: "is past" }] }, "is past"],
    ["twice", { errors: [{ message: "x" }, { message: "x" }] }, "x"],
    ["with a message beside the fields", { message: "Bad.", errors: { email: ["is taken"] } }, "Bad."],
    ["in fields that are no texts", { errors: { email: { code: 7 } } }, undefined],
  ])("%s is found", (_shape, body, message) => {
    expect(factsIn(body).message).toBe(message);
  });
});
