import { boolean, integer, maybe, oneOf, type Static, string } from "../../../model/schema.ts";
import { FAULTS } from "./cue-schema.ts";
import { amount, dayOrGold, either, flightOrGold, name, orGold, pattern, strict, text, tool } from "./schema-fields.ts";

const leveled = { level: maybe(oneOf(["must", "should"])), name: maybe(text("In reports", 80)) };

export const NeverCheck = strict({
  ...leveled,
  paidAbove: maybe(either(oneOf(["consent"]), amount())),
  called: maybe(strict({ tool: tool(), with: maybe(pattern("Its arguments as JSON match")) })),
  changed: maybe(name("A given booking")),
  sent: maybe(pattern("The arguments of a call that writes match")),
  told: maybe(pattern("A message to the traveller or the last message matches")),
});

export const MannerCheck = strict({
  ...leveled,
  calls: maybe(strict({ atMost: integer({ minimum: 1 }) })),
  called: maybe(
    strict({ tool: tool(), atLeast: maybe(integer({ minimum: 1 })), with: maybe(pattern("Its arguments")) }),
  ),
  readBeforeWriting: maybe(tool()),
  quotedBeforeConfirmed: maybe(boolean()),
  askedBeforeWriting: maybe(boolean({ description: "The traveller agreed to a proposal before the first write" })),
  asked: maybe(pattern("A question to the traveller matches")),
  asksOnce: maybe(boolean({ description: "No question is asked twice" })),
  after: maybe(oneOf(FAULTS)),
  repeatedWithSameKey: maybe(boolean()),
  or: maybe(oneOf(["listedBeforeRepeating"])),
});

export const SaidCheck = strict({
  ...leveled,
  pnr: maybe(string({ pattern: "^\\$[a-z][A-Za-z0-9_]*\\.pnr$" })),
  amount: maybe(amount()),
  flight: maybe(flightOrGold()),
  time: maybe(orGold("[0-2][0-9]:[0-5][0-9]")),
  date: maybe(dayOrGold()),
  matches: maybe(pattern("For words that have no value, such as a rule's name")),
});

export type NeverCheck = Static<typeof NeverCheck>;
export type MannerCheck = Static<typeof MannerCheck>;
export type SaidCheck = Static<typeof SaidCheck>;
