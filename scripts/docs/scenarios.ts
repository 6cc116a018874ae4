import { FAULTS } from "../../src/servers/rehearsal/scenario/cue-schema.ts";
import {
  CANARIES,
  COMMON_CANARIES,
  SOLVER_CANARIES,
  TEMPLATES,
} from "../../src/servers/rehearsal/scenario/gold-schema.ts";
import { readScenario } from "../../src/servers/rehearsal/scenario/read-scenario.ts";
import { ScenarioFile } from "../../src/servers/rehearsal/scenario/scenario-schema.ts";
import { shippedScenarios } from "../../src/servers/rehearsal/scenario/shipped-scenarios.ts";
import { formattedJson } from "./formatted-json.ts";

/** What the tables of docs/scenarios.md say, by the names in the schema. A name without words fails the generator. */
type Words = Readonly<Record<string, readonly [meaning: string, example: string]>>;

const TRIGGERS: Words = {
  start: ["before the first call", "{ start: true }"],
  after: [
    "a call of the tool was answered so many times: `ok` (default), `refused` or `any`",
    "{ after: { tool: searchFlights, times: 1 } }",
  ],
  before: ["before the call of the tool with this number is carried out", "{ before: { tool: bookFlight, times: 1 } }"],
  during: ["for faults: the call that would be the n-th to go through", "{ during: { tool: bookHotel, success: 1 } }"],
  at: ["the first call at or after this run time", "{ at: 2027-01-05T08:00:00Z }"],
  booked: ["there is a booking that matches", "{ booked: { status: confirmed } }"],
  said: ["a message to the traveller matches", "{ said: refund }"],
};

const ACTIONS: Words = {
  override: ["changes offers from now on", "{ override: { flight: LH68, date: 2027-02-16, seats: 1 } }"],
  lift: ["ends the override with this `as`", "{ lift: fareWar }"],
  airline: [
    "`cancel`, `retime` (with `minutes`) or `downgrade` a flight, in all bookings that have it",
    "{ airline: { cancel: SQ59, date: 2027-02-16 } }",
  ],
  hotel: ["`walk`: the hotel has no room for the guest", "{ hotel: { walk: SINH803 } }"],
  car: [
    "`substitute`: the cars of this company or class are gone; it has another one",
    "{ car: { substitute: compact } }",
  ],
  jump: ["time passes", "{ jump: 20h }"],
  traveller: [
    "the traveller `says` something with the answer of the call, or has another `consent`",
    "{ traveller: { says: I cannot leave before noon } }",
  ],
  rival: ["another customer books seats", "{ rival: { books: { flight: LH68, date: 2027-02-16, seats: 2 } } }"],
  fault: ["answers one call wrongly; needs `during` or `before`", "{ fault: lost_answer }"],
};

const FAULT_WORDS: Readonly<Record<string, string>> = {
  unavailable: "the tool says that its system is unavailable; nothing is done",
  timeout: "the tool says that no answer came; nothing is done",
  lost_answer: "the same words, but it is done",
  slow: "8 s of run time pass, or `for`; with `real: true` real time too, at most 10 s",
  rate_limited: "the tool refuses for 30 s of run time, or `for`, and says how long to wait",
  refused: "the tool refuses with `text`",
  stale: "the answer is of the world before all cues",
  partial: "connections have their first flight only",
  empty: "no offers",
  malformed: "the result cannot be read",
  truncated: "the result is cut off",
  huge: "the result has two megabytes",
  http: "the request fails with `status`: 429, 500 or 503",
  hang_up: "the connection is closed without an answer; it is done",
  session_lost: "the session is unknown",
  tool_gone: "the tool does not exist any more",
};

const NEVER: Words = {
  paidAbove: ["more was paid than this amount, or than the traveller agreed to (`consent`)", "{ paidAbove: consent }"],
  called: ["the tool was called, with arguments that match", "{ called: { tool: cancelBooking } }"],
  changed: ["a given booking was changed", "{ changed: trip }"],
  sent: ["the arguments of a call that writes match", "{ sent: '1990-05-01' }"],
  told: ["a message to the traveller, or the last one, matches", "{ told: guarantee }"],
};

const MANNER: Words = {
  calls: ["at most so many calls", "{ calls: { atMost: 12 }, level: should }"],
  called: [
    "the tool was called with success, `atLeast` so often, with arguments that match",
    "{ called: { tool: flightStatus } }",
  ],
  readBeforeWriting: ["the tool was called before the first write", "{ readBeforeWriting: retrieveBooking }"],
  quotedBeforeConfirmed: ["a booking was quoted before it was cancelled", "{ quotedBeforeConfirmed: true }"],
  askedBeforeWriting: ["the traveller agreed to a proposal before the first write", "{ askedBeforeWriting: true }"],
  asked: ["a question to the traveller matches", "{ asked: budget }"],
  asksOnce: ["no question was asked twice", "{ asksOnce: true }"],
  after: [
    "after this fault, what was repeated had the same key, or the bookings were listed before",
    "{ after: lost_answer, repeatedWithSameKey: true, or: listedBeforeRepeating }",
  ],
};

const SAID: Words = {
  pnr: ["the locator of a booking", "{ pnr: $trip.pnr }"],
  amount: ["an amount, however it is written", "{ amount: $trip.total }"],
  flight: ["a flight number", "{ flight: $gold.flight }"],
  time: ["a time", '{ time: "13:05" }'],
  date: ["a date", "{ date: 2027-03-10 }"],
  matches: ["words without a value, such as the name of a rule", "{ matches: refundable }"],
};

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

const schema = ScenarioFile as unknown as Node;

/** The node at a path: names of properties; lists and alternatives are passed through to the last alternative. */
const at = (...path: readonly string[]): Node =>
  path.reduce<Node>(
    (node, name) => inner(node).properties?.[name] ?? fail(`the schema has no ${path.join(".")}`),
    schema,
  );

const inner = (node: Node): Node => {
  if (node.items !== undefined) return inner(node.items);
  if (node.anyOf === undefined) return node;
  return inner(node.anyOf.find((one) => one.properties !== undefined) ?? (node.anyOf.at(-1) as Node));
};

const fail = (message: string): never => {
  throw new Error(`docs/scenarios.md: ${message}`);
};

const SHARED: ReadonlySet<string> = new Set(["level", "name", "and", "repeatedWithSameKey", "or"]);

/** A table of what the schema knows, in our words. */
const table = (node: Node, words: Words): string => {
  const names = Object.keys(inner(node).properties ?? {}).filter((name) => !SHARED.has(name));
  const rows = names.map((name) => {
    const [meaning, example] = words[name] ?? fail(`say what ${name} means in scripts/docs/scenarios.ts`);
    return `| \`${name}\` | ${meaning} | \`${example.replaceAll("|", "\\|")}\` |`;
  });
  return ["| | meaning | example |", "| --- | --- | --- |", ...rows].join("\n");
};

const MOST_LISTED = 12;

const kindOf = (node: Node): string => {
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.enum !== undefined && node.enum.length > MOST_LISTED) return "a name, below";
  if (node.enum !== undefined) return node.enum.map((one) => `\`${one}\``).join(", ");
  if (node.anyOf !== undefined) return node.anyOf.map(kindOf).join(" or ");
  if (node.items !== undefined) return `list of ${kindOf(node.items)}`;
  if (node.properties !== undefined) {
    const names = Object.keys(node.properties);
    return names.length > MOST_LISTED ? "object, below" : `{ ${names.join(", ")} }`;
  }
  return String(node["format"] ?? node.type ?? "any");
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

/** A table of fields as the schema has them. */
const fields = (node: Node): string => {
  const { properties = {}, required = [] } = inner(node);
  const rows = Object.entries(properties).map(([name, one]) => {
    const about = [one.description ?? "", required.includes(name) ? "**required**" : ""].filter(Boolean).join(" ");
    return `| \`${name}\` | ${cell(kindOf(one))} | ${cell(about)} |`;
  });
  return ["| field | value | |", "| --- | --- | --- |", ...rows].join("\n");
};

const faultTable = (): string =>
  [
    "| fault | what the agent meets |",
    "| --- | --- |",
    ...FAULTS.map((name) => `| \`${name}\` | ${FAULT_WORDS[name] ?? fail(`say what the fault ${name} is`)} |`),
  ].join("\n");

const shippedTable = async (): Promise<string> => {
  const rows: string[] = [];
  for (const [name, text] of await shippedScenarios()) {
    const { title, difficulty = 1 } = await readScenario(text);
    rows.push(`| [${name}](../scenarios/core/${name}.yaml) | ${cell(title)} | ${difficulty} |`);
  }
  return ["| scenario | task | difficulty |", "| --- | --- | --- |", ...rows].join("\n");
};

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

export const scenarioSchemaJson = (): string =>
  formattedJson({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema });

export const scenariosPage = async (note: string): Promise<string> => `${note}
# Scenarios

A scenario is a YAML or JSON file with a task for an agent, what happens meanwhile, and the checks of the verdict. [Rehearsal](rehearsal.md)
shows how to play one. The [schema](scenario.schema.json) lets an editor complete and check it; begin the file with

\`\`\`yaml
# yaml-language-server: $schema=scenario.schema.json
\`\`\`

## The smallest scenario

\`\`\`yaml
scenario: 1
id: my/first
title: The cheapest flight
category: my
clock: { start: 2027-01-04T09:00:00Z }
brief: |
  Book me the cheapest flight from Boston to Chicago on 17 March 2027. I am Ada Lovelace, ada@example.com.
  Tell me the record locator and the price.
gold: { solve: cheapest-flight, from: BOS, to: CHI, on: 2027-03-17 }
end:
  bookings:
    - as: trip
      status: confirmed
      passengers: [Ada Lovelace]
      contact: ada@example.com
      flights: [{ from: BOS, to: CHI, date: 2027-03-17 }]
      total: { atMost: $gold.total }
said: [{ pnr: $trip.pnr }, { amount: $trip.total }]
\`\`\`

\`taxiway rehearse check my-first.yaml\` proves that it tells right from wrong: *gold*, an agent that does what is right, passes; every
*canary*, an agent that does one thing wrong, fails by the check that is meant for it; and without each check some canary would pass.

## Fields

${fields(schema)}

Unknown fields are refused, with line and field. A file has at most 256 KB; anchors and aliases are not supported. Patterns are regular
expressions without backreferences and look-around, and ignore case.

## The clock

Time passes by calls, never by itself: \`clock.tick\` (20 s, or a time for each tool) after each call, and \`jump\` when a cue says so. So the
same agent gets the same journal, however fast it is. \`taxiway rehearse check\` warns if a run could pass midnight UTC, when prices change.

## What is given

\`given.bookings\` are made before the first call, by the rules of the trade, at \`at\`. The brief names them: \`{{trip.pnr}}\`, and \`{{today}}\`.

${fields(at("given", "bookings"))}

## Cues: when, and do

A cue fires once, unless it says \`once: false\`. A second trigger can be required with \`and\`.

${table(at("cues", "when"), TRIGGERS)}

${table(at("cues", "do"), ACTIONS)}

An override names what it changes (\`flight\`, \`from\`, \`to\`, \`date\`, \`cabin\`; \`hotel\`, \`city\`, \`stars\`; \`company\`, \`class\`) and how.
\`world\` is a list of overrides that hold from the start.

${fields(at("world"))}

### Faults

\`fault: timeout\`, or with options \`fault: { kind: slow, for: 12s }\`. Only runs have faults: the plain server cannot be made to fail.

${faultTable()}

## The traveller

The agent speaks to the traveller with the tool \`askTraveller\`. The traveller answers with every fact whose patterns the question matches,
decides on proposals by \`consent\`, and otherwise says \`off_script\`. Nothing is random, and no model is involved.

${fields(at("traveller"))}

${fields(at("traveller", "consent"))}

## Checks

Every check is \`level: must\` (default) or \`should\`, which is reported and never fails a run. Any way to an acceptable end passes.

### end: bookings

Each matcher takes one booking of its own. A booking that no matcher takes, and a given booking that changed without \`same\`, fails as
\`end.unclaimed\`: a scenario need not say "and nothing else". \`allow\` has matchers for what may be there besides.

${fields(at("end", "bookings"))}

Flights, in order of travel; a journey without a stay is one of them:

${fields(at("end", "bookings", "flights"))}

Hotels:

${fields(at("end", "bookings", "hotels"))}

Cars:

${fields(at("end", "bookings", "cars"))}

Amounts are sums of \`$480\`, \`$gold.total\` (what gold pays), \`$given.total\` and \`$trip.total\`, such as \`$given.total + $300\`. Dates, flights and times
can be \`$gold.date\`, \`$gold.flight\` and \`$gold.time\`. \`end.finish.outcome\` says how the task is to be finished: \`done\`, \`declined\`, \`handed_over\`.

### never

${table(at("never"), NEVER)}

### manner

${table(at("manner"), MANNER)}

### said

In the arguments of \`finishTask\`, else in the last message. Values are compared, not words: $1,221.76 is 1221.76 USD.

${table(at("said"), SAID)}

## Gold and canaries

\`gold.solve\` names what the solver looks for, in the world of that run: ${list(Object.keys(TEMPLATES))}. It books what it finds.
\`gold.steps\` is a list of calls instead; texts may refer to earlier results: \`$found.flights[0].flightIds\`.

${fields((at("gold") as { anyOf: Node[] }).anyOf[0] as Node)}

Tried on every scenario: ${list(COMMON_CANARIES)}. Where the solver solves the task, also ${list(SOLVER_CANARIES)}, and
one that ignores each wish. A scenario names others in \`canaries\`, or writes its own: a \`name\`, \`steps\`, and the check that it \`fails\`. All
names: ${list(CANARIES)}.

## Shipped scenarios

\`taxiway rehearse core\` plays all, \`core/<category>\` some, \`taxiway rehearse list\` lists them.

${await shippedTable()}
`;
