import { describe, expect, it } from "vitest";
import { factsIn } from "./error-facts.ts";

describe("factsIn", () => {
  it.each<[shape: string, body: unknown, message: string | undefined]>([
    [
      "errors by field",
      { errors: { email: ["is taken", "is too long"], age: "is low" } },
      "email: is taken is too long; age: is low",
    ],
    [
      "a list with loc",
      { detail: [{ loc: ["body", "rooms", 0], msg: "Field required" }] },
      "body.rooms.0: Field required",
    ],
    ["a list with fields", { errors: [{ field: "date", message: "is past" }, { message: "x" }] }, "date: is past; x"],
    [
      "a message that already names its field",
      { errors: [{ field: "date", message: "date is past" }] },
      "date is past",
    ],
    ["a field name with markup", { errors: [{ field: "<b>", message: "is past" }] }, "is past"],
    ["a pointer to the whole body", { errors: [{ pointer: "/", message: "is past" }] }, "is past"],
    ["the same message twice", { errors: [{ message: "x" }, { message: "x" }] }, "x"],
    ["a message beside the fields", { message: "Bad.", errors: { email: ["is taken"] } }, "Bad."],
    ["fields without text", { errors: { email: { code: 7 } } }, undefined],
  ])("reads %s", (_shape, body, message) => {
    expect(factsIn(body).message).toBe(message);
  });
});
