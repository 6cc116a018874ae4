import { namesIn } from "./amounts.ts";
import type { Trigger } from "./cue-schema.ts";
import { type Problem, type Step, TEMPLATES } from "./gold-schema.ts";
import type { BookingMatcher } from "./matcher-schema.ts";
import type { ScenarioFile } from "./scenario-schema.ts";

/** A mistake that the schema cannot express. */
export interface ScenarioProblem {
  readonly field: string;
  readonly message: string;
}

type Report = (field: string, message: string) => void;

/** Checks what a schema cannot: names that are referred to, choices of one, patterns, and the order of times. */
export const problemsOf = async (file: ScenarioFile): Promise<readonly ScenarioProblem[]> => {
  const problems: ScenarioProblem[] = [];
  const report: Report = (field, message) => problems.push({ field, message });
  checkChoices(file, report);
  checkNames(file, report);
  checkTimes(file, report);
  checkEnd(file, report);
  checkGold(file, report);
  await checkPatterns(file, report);
  return problems;
};

const each = <T>(list: readonly T[] | undefined, visit: (entry: T, index: number) => void): void => {
  for (const [index, entry] of (list ?? []).entries()) visit(entry, index);
};

const isSet = (value: unknown): boolean => value !== undefined;

const exactlyOne = (value: object, names: readonly string[], field: string, report: Report): void => {
  const set = names.filter((name) => isSet((value as Record<string, unknown>)[name]));
  if (set.length === 1) return;
  const got = set.length === 0 ? "none" : set.join(" and ");
  report(field, `${field} must have exactly one of ${names.join(", ")}, got ${got}.`);
};

const TRIGGERS = ["start", "after", "before", "during", "at", "booked", "said"];
const ACTIONS = ["override", "lift", "airline", "hotel", "car", "jump", "traveller", "rival", "fault"];
const NEVER = ["paidAbove", "called", "changed", "sent", "told"];
const MANNER = [
  "calls",
  "called",
  "readBeforeWriting",
  "quotedBeforeConfirmed",
  "askedBeforeWriting",
  "asked",
  "asksOnce",
  "after",
];
const SAID = ["pnr", "amount", "flight", "time", "date", "matches"];
const AIRLINE = ["cancel", "retime", "downgrade"];
const OVERRIDES = ["gone", "soldOut", "seats", "price", "refundable", "text"];
const TARGETS = ["flight", "from", "to", "hotel", "city", "company", "class"];

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

const checkTrigger = (trigger: Trigger, field: string, report: Report): void => {
  exactlyOne(trigger, TRIGGERS, field, report);
  if (trigger.and !== undefined) exactlyOne(trigger.and, TRIGGERS, `${field}.and`, report);
};

const checkOverride = (override: object, field: string, report: Report): void => {
  const has = (names: readonly string[]) => names.some((name) => isSet((override as Record<string, unknown>)[name]));
  if (!has(TARGETS)) report(field, `${field} must name what it changes: one of ${TARGETS.join(", ")}.`);
  if (!has(OVERRIDES)) report(field, `${field} must say what changes: one of ${OVERRIDES.join(", ")}.`);
};

/** Each may touch every booking of the run, and a call waits for all that are due. */
const MOST_ACTIONS = 100;

const checkChoices = (
  { cues = [], traveller, world = [], never = [], manner = [], said = [], gold }: ScenarioFile,
  report: Report,
) => {
  const actionCount = cues.reduce((sum, { do: actions }) => sum + listOf(actions).length, 0);
  if (actionCount > MOST_ACTIONS) {
    report("cues", `cues must have at most ${MOST_ACTIONS} actions in all, got ${actionCount}.`);
  }
  each(cues, ({ when, do: actions }, i) => {
    checkTrigger(when, `cues[${i}].when`, report);
    const isList = Array.isArray(actions);
    each(listOf(actions), (action, j) => {
      const field = isList ? `cues[${i}].do[${j}]` : `cues[${i}].do`;
      exactlyOne(action, ACTIONS, field, report);
      if (action.airline !== undefined) {
        exactlyOne(action.airline, AIRLINE, `${field}.airline`, report);
        if (action.airline.retime !== undefined && action.airline.minutes === undefined) {
          report(`${field}.airline`, `${field}.airline needs minutes, such as 50 or -30.`);
        }
      }
      if (action.override !== undefined) checkOverride(action.override, `${field}.override`, report);
      const duringFault = action.fault !== undefined && when.during === undefined && when.before === undefined;
      if (duringFault) report(field, `${field}: a fault needs \`when: { during }\` or \`when: { before }\`.`);
    });
  });
  each(world, (override, i) => checkOverride(override, `world[${i}]`, report));
  each(traveller?.says, ({ when }, i) => checkTrigger(when, `traveller.says[${i}].when`, report));
  each(never, (check, i) => exactlyOne(check, NEVER, `never[${i}]`, report));
  each(manner, (check, i) => exactlyOne(check, MANNER, `manner[${i}]`, report));
  each(said, (check, i) => exactlyOne(check, SAID, `said[${i}]`, report));
  if ("steps" in gold) each(gold.steps, (step, i) => exactlyOne(step, ["call", "finish"], `gold.steps[${i}]`, report));
};

const checkNames = (file: ScenarioFile, report: Report): void => {
  const given = (file.given?.bookings ?? []).map(({ as }) => as);
  const matched = (file.end.bookings ?? []).flatMap(({ as }) => as ?? []);
  each(given, (name, i) => {
    if (given.indexOf(name) !== i) report(`given.bookings[${i}].as`, `There are two given bookings called ${name}.`);
  });
  const known = new Set([...given, ...matched, "gold", "given"]);
  const checkAmount = (field: string, text: string | undefined): void => {
    for (const name of text === undefined ? [] : namesIn(text)) {
      if (!known.has(name)) report(field, `${field}: there is no booking called ${name}. ${listed([...known])}`);
    }
  };
  const checkGiven = (field: string, name: string | undefined): void => {
    if (name !== undefined && !given.includes(name)) {
      report(field, `${field}: there is no given booking called ${name}. ${listed(given)}`);
    }
  };
  const checkMatcher = (matcher: BookingMatcher, field: string): void => {
    checkGiven(`${field}.same`, matcher.same);
    if (matcher.unchanged !== undefined && matcher.same === undefined) {
      report(`${field}.unchanged`, `${field}.unchanged needs \`same\`.`);
    }
    for (const sum of ["total", "fees", "paid", "refunded"] as const) {
      for (const [bound, text] of Object.entries(matcher[sum] ?? {})) checkAmount(`${field}.${sum}.${bound}`, text);
    }
  };
  each(file.end.bookings, (matcher, i) => checkMatcher(matcher, `end.bookings[${i}]`));
  each(file.allow, (matcher, i) => checkMatcher(matcher, `allow[${i}]`));
  each(file.never, ({ paidAbove, changed }, i) => {
    if (paidAbove !== "consent") checkAmount(`never[${i}].paidAbove`, paidAbove);
    checkGiven(`never[${i}].changed`, changed);
  });
  each(file.said, ({ pnr, amount }, i) => {
    checkAmount(`said[${i}].pnr`, pnr);
    checkAmount(`said[${i}].amount`, amount);
  });
  for (const [, name = ""] of file.brief.matchAll(/\{\{([^}]*)\}\}/g)) {
    if (name === "today") continue;
    const [booking, field] = name.split(".");
    if (!given.includes(booking ?? "") || field !== "pnr") {
      report("brief", `brief: {{${name}}} is unknown. Use {{today}} or {{<given booking>.pnr}}.`);
    }
  }
  if ("steps" in file.gold) checkSteps("gold.steps", file.gold.steps, given, report);
  each(file.canaries, (canary, i) => {
    if (typeof canary !== "string") checkSteps(`canaries[${i}].steps`, canary.steps, given, report);
  });
};

const checkSteps = (path: string, steps: readonly Step[], given: readonly string[], report: Report): void => {
  const known = new Set([...given, "gold"]);
  each(steps, ({ as, with: args, finish }, i) => {
    const field = `${path}[${i}]`;
    for (const [, name = ""] of JSON.stringify({ args, finish }).matchAll(/\$([a-z][A-Za-z0-9_]*)\b(?=[.[])/g)) {
      if (!known.has(name))
        report(field, `${field}: $${name} is not the result of an earlier step. ${listed([...known])}`);
    }
    if (as !== undefined) known.add(as);
  });
};

const listed = (names: readonly string[]): string =>
  names.length === 0 ? "There are none." : `There are ${names.join(", ")}.`;

const checkTimes = ({ clock, given, cues = [] }: ScenarioFile, report: Report): void => {
  const start = Date.parse(clock.start);
  if (clock.end !== undefined && Date.parse(clock.end) <= start)
    report("clock.end", "clock.end must be after clock.start.");
  each(given?.bookings, ({ at }, i) => {
    if (at !== undefined && Date.parse(at) > start) {
      report(`given.bookings[${i}].at`, `given.bookings[${i}].at must not be after clock.start.`);
    }
  });
  each(cues, ({ when }, i) => {
    if (when.at !== undefined && Date.parse(when.at) < start) {
      report(`cues[${i}].when.at`, `cues[${i}].when.at must not be before clock.start.`);
    }
  });
};

/** Doing nothing must not pass, so there is something that has to be done or said. */
const checkEnd = ({ end, said = [] }: ScenarioFile, report: Report): void => {
  const writes = (end.bookings ?? []).some(({ same, unchanged }) => same === undefined || unchanged !== true);
  if (writes) return;
  if (end.finish === undefined) report("end", "end must require a booking, or how the task is finished.");
  else if (!said.some(({ level }) => level !== "should")) {
    report("said", "said must require something that only a read gives, because end requires no booking.");
  }
};

const checkGold = ({ gold }: ScenarioFile, report: Report): void => {
  if ("steps" in gold) {
    if (gold.steps.at(-1)?.finish === undefined) report("gold.steps", "gold.steps must end with finish.");
    return;
  }
  const checkProblem = (problem: Problem, field: string): void => {
    for (const name of TEMPLATES[problem.solve]) {
      if ((problem as Record<string, unknown>)[name] === undefined) {
        report(field, `${field}.${name} is required for ${problem.solve}.`);
      }
    }
  };
  checkProblem(gold, "gold");
  each(gold.parts, (part, i) => {
    if (part.solve === "trip") report(`gold.parts[${i}].solve`, `gold.parts[${i}] must be a flight, a stay or a car.`);
    checkProblem(part, `gold.parts[${i}]`);
  });
};

/** Instructions of all patterns together: they bound how long a call waits for its message to be matched. */
const MOST_INSTRUCTIONS = 20_000;

const checkPatterns = async (file: ScenarioFile, report: Report): Promise<void> => {
  const { linearRegExp } = await import("../../../mcp/tools/foreign-schemas.ts");
  let instructions = 0;
  const check = (field: string, pattern: string | undefined): void => {
    if (pattern === undefined || instructions > MOST_INSTRUCTIONS) return;
    try {
      instructions += linearRegExp(pattern).programSize();
      if (instructions > MOST_INSTRUCTIONS) report(field, `${field}: the patterns up to here are too large together.`);
    } catch (error) {
      report(
        field,
        `${field} is not a pattern: ${error instanceof Error ? error.message.slice(0, 120) : "unknown error"}.`,
      );
    }
  };
  const { traveller, cues = [], never = [], manner = [], said = [], end, allow = [] } = file;
  each(traveller?.facts, ({ asked }, i) => each(asked, (one, j) => check(`traveller.facts[${i}].asked[${j}]`, one)));
  check("traveller.consent.for", traveller?.consent?.for);
  const checkWhen = ({ said: words, booked }: Omit<Trigger, "and">, field: string): void => {
    check(`${field}.said`, words);
    each(booked?.extras, ({ what }, i) => check(`${field}.booked.extras[${i}].what`, what));
  };
  const checkMoment = ({ and, ...when }: Trigger, field: string): void => {
    checkWhen(when, field);
    if (and !== undefined) checkWhen(and, `${field}.and`);
  };
  each(traveller?.says, ({ when }, i) => checkMoment(when, `traveller.says[${i}].when`));
  each(cues, ({ when }, i) => checkMoment(when, `cues[${i}].when`));
  each(never, ({ called, sent, told }, i) => {
    check(`never[${i}].called.with`, called?.with);
    check(`never[${i}].sent`, sent);
    check(`never[${i}].told`, told);
  });
  each(manner, ({ called, asked }, i) => {
    check(`manner[${i}].called.with`, called?.with);
    check(`manner[${i}].asked`, asked);
  });
  each(said, ({ matches }, i) => check(`said[${i}].matches`, matches));
  for (const [name, list] of [
    ["end.bookings", end.bookings ?? []],
    ["allow", allow],
  ] as const) {
    each(list, ({ extras = [] }, i) => each(extras, ({ what }, j) => check(`${name}[${i}].extras[${j}].what`, what)));
  }
};
