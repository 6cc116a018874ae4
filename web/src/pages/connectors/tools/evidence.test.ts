import { expect, it } from "vitest";
import { evidenceFor, guessesIn } from "./evidence.tsx";

const EVIDENCE = [
  { field: "path", quote: "POST /rooms" },
  { field: "input.rooms", quote: "Rooms." },
  { field: "input.rooms.adults" },
  { field: "input.roomsWanted", quote: "How many." },
];

it("evidenceFor separates an argument from its fields and from others", () => {
  const { own, inside } = evidenceFor(EVIDENCE, "rooms");
  expect(own?.quote).toBe("Rooms.");
  expect(inside.map(({ field }) => field)).toEqual(["input.rooms.adults"]);
});

it("guessesIn counts the fields without a quote", () => {
  expect(guessesIn(EVIDENCE)).toBe(1);
  expect(guessesIn(undefined)).toBe(0);
});
