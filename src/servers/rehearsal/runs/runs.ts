import type { Dispatcher } from "../../../mcp/protocol/dispatcher.ts";
import { notFound } from "../../../model/failure.ts";
import type { Grant } from "../../../model/grant.ts";
import type { Log } from "../../../model/log.ts";
import type { Forecast } from "../cues/weather.ts";
import type { Journal, NewLine } from "../journal/journal.ts";
import type { JournalLine } from "../journal/journal-line.ts";
import { PatternsTooCostly } from "../patterns.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ScenarioLibrary } from "../scenario/scenario-library.ts";
import { type ComposedRun, drawnId, scriptOf } from "../serving/compose-run.ts";
import { writtenIn } from "../serving/current-call.ts";
import { rehearsedDispatcher, timeOf } from "../serving/rehearsed-dispatcher.ts";
import type { SolverWorld } from "../solver/solve.ts";
import type { Reply } from "../traveller/traveller.ts";
import type { CheckResult, Evidence, Judgement } from "../verdict/verdict.ts";
import { createComposedRuns } from "./composed-runs.ts";
import { bookingsOf } from "./evidence.ts";
import { makeGivenBookings } from "./given-bookings.ts";
import type { OpenRuns } from "./open-runs.ts";
import { ended, isAlive, LIFE_MS } from "./run-limits.ts";
import { createRunLine, type Journaled } from "./run-line.ts";
import type { About, RunRecord, StoredVerdict, Usage } from "./run-record.ts";
import type { GivenBookings, RunPage, RunStore } from "./run-store.ts";
import { newRunId, newToken, tokenDigest } from "./run-tokens.ts";

/** Starts, serves and closes runs. */
export interface Runs {
  start(tenant: string, scenario: Scenario, options: StartOptions): Promise<StartedRun>;
  /** What the agent with this token talks to; undefined once the run has ended. */
  opened(token: string): Promise<OpenedRun | undefined>;
  /** What the solver searches: no agent has touched it, and all that the scenario will change has changed. */
  solverWorld(run: RunRecord): Promise<SolverWorld>;
  /** Throws a Failure if the tenant has no such run. */
  require(tenant: string, id: string): Promise<RunRecord>;
  list(tenant: string, page: { readonly limit: number; readonly cursor?: string | undefined }): Promise<RunPage>;
  journal(run: RunRecord): Promise<readonly JournalLine[]>;
  /** Ends the run and judges it. A run that is closed keeps its verdict. */
  close(tenant: string, id: string, words: LastWords): Promise<RunRecord>;
  /** Deletes the run with its journal and verdict. Its address stops working. */
  remove(tenant: string, id: string): Promise<void>;
  /** The traveller's reply to a text, for harnesses that lead the dialogue themselves. */
  ask(tenant: string, id: string, text: string): Promise<Reply>;
  /** A booking of a run was changed at some node. */
  hear(run: string, change: Parameters<ComposedRun["hear"]>[0]): void;
}

interface StartOptions {
  readonly seed?: string | undefined;
  readonly label?: string | undefined;
}

export interface StartedRun {
  readonly run: RunRecord;
  readonly token: string;
  readonly brief: string;
}

export interface OpenedRun {
  readonly grant: Grant;
  readonly dispatcher: Dispatcher;
  readonly brief: string;
  readonly given: GivenBookings;
}

/** What a harness knows at the end. */
export interface LastWords {
  /** The agent's final message, where it did not call finishTask. */
  readonly message?: string | undefined;
  readonly usage?: Usage | undefined;
  /** Why the agent did not run to its end. It counts only if the agent had not finished the task. */
  readonly error?: string | undefined;
}

interface Parts {
  readonly store: RunStore;
  readonly journal: Journal;
  readonly library: ScenarioLibrary;
  readonly openRuns: OpenRuns;
  readonly compose: (run: RunRecord, scenario: Scenario, given: Evidence["given"]) => ComposedRun;
  judge(evidence: Evidence): Promise<Judgement>;
  /** What the best agent would reach, by name, in the world as it was at the start. Undefined if the task has no solution. */
  goldOf(composed: ComposedRun): Promise<Evidence["gold"] | undefined>;
  about(): Promise<About>;
  readonly weatherOf: Forecast;
  readonly log: Log;
  realTime(): number;
}

const TOO_COSTLY: CheckResult = {
  ...{ group: "manner", level: "must", name: "patterns", ok: false },
  expected: "patterns that can be matched with the journal within a second",
  found: "more work than that: use fewer or shorter patterns",
};

export const createRuns = (parts: Parts): Runs => {
  const { store, journal, library, openRuns, compose, log, realTime } = parts;

  const journaled = (run: RunRecord, lines: readonly NewLine[]): Journaled => {
    const numbered = lines.map((line, i): JournalLine => ({ n: run.lines + i + 1, ...line }));
    const written = journal.write(run.id, numbered, store.expiryOf(run));
    return { run: { ...run, lines: run.lines + lines.length }, written };
  };
  const write = async (run: RunRecord, lines: readonly NewLine[]): Promise<RunRecord> => {
    const { run: counted, written } = journaled(run, lines);
    await written;
    return counted;
  };
  const line = createRunLine({ runs: store, journal: journaled, realTime });

  const serve = (composed: ComposedRun): ServedRun => ({
    composed,
    dispatcher: rehearsedDispatcher(composed, { line, log, realTime }),
  });
  const served = createComposedRuns<ServedRun>(({ composed }) => composed.server.isHeard());

  const recompose = async (run: RunRecord): Promise<ServedRun> => {
    const [scenario, given] = await Promise.all([library.withDigest(run.tenant, run.digest), store.given(run.id)]);
    return serve(compose(run, scenario, given));
  };
  const servedRun = (run: RunRecord): Promise<ServedRun> => served.get(run.id, () => recompose(run));

  const require: Runs["require"] = async (tenant, id) => {
    const found = await store.find(id);
    if (found?.run.tenant === tenant) return found.run;
    throw notFound(`There is no run '${id.slice(0, 40)}'.`, { field: "id", value: id.slice(0, 40) });
  };

  /** The world that no agent has touched, with everything that the scenario will change. */
  const foreseen = (run: RunRecord, scenario: Scenario): ComposedRun => {
    const untouched = compose({ ...run, id: `${run.id}:gold`, clock: run.began, calls: 0 }, scenario, {});
    const changed = untouched.weather.overlay(untouched.weather.foreseen);
    untouched.current.supplier = changed?.overlay(untouched.world);
    return untouched;
  };

  /** The same for all attempts, so it is computed once. */
  const golds = createKnownGolds((run, scenario) => parts.goldOf(foreseen(run, scenario)));

  const evidenceOf = async (run: RunRecord, composed: ComposedRun): Promise<Unjudged> => {
    composed.current.now = run.clock;
    const [bookings, lines, gold] = await Promise.all([
      bookingsOf(composed),
      journal.read(run.id, run.lines),
      golds(run, composed.scenario),
    ]);
    const { scenario, given } = composed;
    return { scenario, given, bookings, journal: lines, gold, ...(run.finish && { finish: run.finish }) };
  };

  /** Most runs begin with nothing, and are composed when their first call comes. */
  const withGiven = async (run: RunRecord, scenario: Scenario) => {
    if (!scenario.given?.bookings?.length) return { given: {}, written: [] };
    const composed = compose(run, scenario, {});
    return { given: await makeGivenBookings(composed), written: writtenIn(composed.current) };
  };

  const judged = async (run: RunRecord, composed: ComposedRun, error: string | undefined): Promise<StoredVerdict> => {
    const { gold, ...evidence } = await evidenceOf(run, composed);
    const judgement = await parts.judge({ ...evidence, gold: gold ?? {} }).catch((thrown: unknown) => {
      if (thrown instanceof PatternsTooCostly) return undefined;
      throw thrown;
    });
    if (judgement === undefined) return { verdict: "invalid", checks: [TOO_COSTLY] };
    if (gold === undefined || run.defect !== undefined) return { ...judgement, verdict: "invalid" };
    return error === undefined ? judgement : { ...judgement, verdict: "error" };
  };

  /** An agent that did not call finishTask has its final message spoken for it. */
  const withLastWords = async (run: RunRecord, message: string | undefined): Promise<RunRecord> => {
    if (run.finish !== undefined || message === undefined) return run;
    const said: NewLine = { at: timeOf(run.clock), kind: "said", summary: message };
    return write({ ...run, finish: { message } }, [said]);
  };

  return {
    async start(tenant, scenario, { seed = scenario.seed ?? "fixed", label }) {
      const id = newRunId();
      const token = newToken();
      const now = realTime();
      const began = Date.parse(scenario.clock.start);
      await openRuns.enter(tenant, id);
      const record: RunRecord = {
        ...{ id, tenant, scenario: scenario.id, digest: scenario.digest, ...(label !== undefined && { label }), seed },
        ...{ state: "open", token: tokenDigest(token) as string, sessionId: drawnId(seed, scenario.digest, "session") },
        ...{ startedAt: now, usedAt: now, endsAt: now + LIFE_MS, clock: began, began },
        ...{ calls: 0, lines: 0, called: {}, succeeded: {}, given: {}, written: [], weather: {}, traveller: {} },
      };
      try {
        const { given, written } = await withGiven(record, scenario);
        const { weather, traveller, brief } = scriptOf(scenario, given, parts.weatherOf);
        const pnrs = Object.entries(given).map(([as, { pnr }]) => [as, pnr] as const);
        const scripted = { weather: weather.first, traveller: traveller.first };
        const run = { ...record, ...scripted, written, given: Object.fromEntries(pnrs) };
        await store.add(run, given);
        return { run, token, brief };
      } catch (error) {
        await openRuns.leave(tenant, id);
        throw error;
      }
    },

    async opened(token) {
      const digest = tokenDigest(token);
      const id = digest && (await store.opened(digest));
      const found = id === undefined || id === "" ? undefined : await store.find(id);
      if (found === undefined || !isAlive(found.run, realTime())) return undefined;
      const { composed, dispatcher } = await servedRun(found.run);
      const { grant, brief, given } = composed;
      return { grant, brief, given, dispatcher };
    },

    async solverWorld(run) {
      const { travel, caller, agency } = foreseen(run, await library.withDigest(run.tenant, run.digest));
      return { travel, caller, places: agency.services.places };
    },

    require,
    list: store.list,
    journal: ({ id, lines }) => journal.read(id, lines),

    async close(tenant, id, { message, usage, error: reported }) {
      const before = await require(tenant, id);
      if (before.state === "closed") return before;
      if (realTime() > before.endsAt) throw ended();
      const { composed } = await servedRun(before);
      const closed = await line.atRest(id, async (run) => {
        if (run.state === "closed") return run;
        const error = run.finish === undefined ? reported : undefined;
        const told = await withLastWords(run, message);
        const [verdict, about] = await Promise.all([judged(told, composed, error), parts.about()]);
        const facts = { ...(usage && { usage }), ...(error !== undefined && { error }) };
        return { ...told, state: "closed" as const, verdict, about, ...facts };
      });
      served.drop(id);
      await Promise.all([openRuns.leave(tenant, id), store.forgetWorld(closed)]);
      return closed;
    },

    async remove(tenant, id) {
      const run = await require(tenant, id);
      served.drop(id);
      await Promise.all([openRuns.leave(tenant, id), store.forgetWorld(run), journal.delete(id, run.lines)]);
      await store.forget(id);
    },

    async ask(tenant, id, text) {
      const { composed } = await servedRun(await require(tenant, id));
      let reply: Reply | undefined;
      await line.atRest(id, async (run) => {
        if (!isAlive(run, realTime())) throw ended();
        reply = await composed.traveller.reply({ message: text }, run.traveller);
        const { agreement } = reply;
        const asked: NewLine = {
          at: timeOf(run.clock),
          kind: "asked",
          arguments: { message: text },
          outcome: "ok",
          summary: reply.reply,
          ...(agreement && { agreement }),
        };
        return write({ ...run, traveller: reply.memory, usedAt: realTime() }, [asked]);
      });
      return reply as unknown as Reply;
    },

    hear: (run, change) => served.peek(run)?.composed.hear(change),
  };
};

const MOST_GOLDS = 1_000;

/** Undefined if the task has no solution in this world. */
type Gold = Evidence["gold"] | undefined;
type Unjudged = Omit<Evidence, "gold"> & { readonly gold: Gold };

/** By digest of the scenario and seed. */
const createKnownGolds = (compute: (run: RunRecord, scenario: Scenario) => Promise<Gold>) => {
  const known = new Map<string, Promise<Gold>>();
  return (run: RunRecord, scenario: Scenario): Promise<Gold> => {
    const key = `${run.digest} ${run.seed}`;
    let gold = known.get(key);
    if (gold === undefined) {
      gold = compute(run, scenario);
      if (known.size >= MOST_GOLDS) known.clear();
      known.set(key, gold);
      gold.catch(() => known.delete(key));
    }
    return gold;
  };
};

interface ServedRun {
  readonly composed: ComposedRun;
  readonly dispatcher: Dispatcher;
}
