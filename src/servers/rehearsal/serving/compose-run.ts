import { createHash } from "node:crypto";
import type { Dispatcher } from "../../../mcp/protocol/dispatcher.ts";
import { uuidOf } from "../../../mcp/sessions/derived-sessions.ts";
import type { Tool } from "../../../mcp/tools/tool.ts";
import type { Caller } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import { Failure, ruleBroken } from "../../../model/failure.ts";
import type { Grant } from "../../../model/grant.ts";
import { DEFAULT_TENANT, keys } from "../../../model/keys.ts";
import { announcingChanges, type BookingChange, type BookingChanges } from "../../../travel/booking-changes.ts";
import type { Supplier } from "../../../travel/supplier.ts";
import type { Travel } from "../../../travel/travel.ts";
import type { Agency, Core, Kit } from "../../module.ts";
import type { Forecast, Weather } from "../cues/weather.ts";
import { prefixed } from "../runs/prefixed-store.ts";
import type { RunRecord } from "../runs/run-record.ts";
import type { GivenBookings } from "../runs/run-store.ts";
import type { AmountNames } from "../scenario/amounts.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { scriptedTraveller } from "../traveller/scripted-traveller.ts";
import type { Traveller } from "../traveller/traveller.ts";
import { askTraveller } from "./ask-traveller.ts";
import { briefOf } from "./brief.ts";
import { type CurrentCall, newCall } from "./current-call.ts";
import { finishTask } from "./finish-task.ts";
import { type RehearsedServer, rehearsedServer } from "./rehearsed-server.ts";
import { createRunSessions } from "./run-sessions.ts";

/** A run with everything that answers its calls. It keeps nothing that the store does not have. */
export interface ComposedRun extends RunScript {
  readonly id: string;
  readonly scenario: Scenario;
  readonly given: GivenBookings;
  /** Of the agent, whatever client it uses. */
  readonly grant: Grant;
  /** In whose name the tools are called. */
  readonly caller: Caller;
  readonly agency: Agency;
  /** As generated, before anything changes it. */
  readonly world: Supplier;
  readonly travel: Travel;
  readonly server: RehearsedServer;
  /** Answers without journal and order. */
  readonly plain: Dispatcher;
  readonly current: CurrentCall;
  /** A booking of this run was changed, at this node or another. */
  hear(change: BookingChange): void;
}

interface Parts {
  readonly kit: Pick<Kit, "serverNamed" | "dispatcherOf" | "clock">;
  readonly core: Core;
  readonly weatherOf: Forecast;
  /** Tells all nodes. */
  publish(run: string, change: BookingChange): void;
  realTime(): number;
}

/** What the scenario alone decides. */
export interface RunScript {
  readonly brief: string;
  readonly traveller: Traveller;
  readonly weather: Weather;
}

export const scriptOf = (scenario: Scenario, given: GivenBookings, weatherOf: Forecast): RunScript => ({
  brief: briefOf(scenario, given),
  traveller: scriptedTraveller(scenario.traveller, amountsOf(given)),
  weather: weatherOf(scenario),
});

/** Bookings and holds of a run end by its own clock alone. */
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

export const createRunComposer =
  ({ kit, core, weatherOf, publish, realTime }: Parts) =>
  (run: RunRecord, scenario: Scenario, given: GivenBookings): ComposedRun => {
    const current = newCall(run);
    const clock: Clock = { now: () => current.now, configured: true, frozen: true };
    const store = prefixed(core.store, keys.runWorld(run.id), run.endsAt - realTime() + kit.clock.now(), (key) =>
      current.written.add(key),
    );
    let generated: Supplier | undefined;
    const agency = core.openAgency({
      seed: run.seed,
      clock,
      store,
      bookingTtlMs: TEN_YEARS_MS,
      sharedInventory: true,
      overlay(world) {
        generated = world;
        return switchable(world, current);
      },
      newSearchId: () => drawnId(run.seed, run.digest, current.run.calls, ++current.drawn),
      sessions: createRunSessions({
        store,
        now: clock.now,
        startedAt: Date.parse(scenario.clock.start),
        searches: () => searchesOf(current.run),
      }),
    });
    const listeners = new Set<(change: BookingChange) => void>();
    const bookingChanges: BookingChanges = {
      announce: (change) => publish(run.id, change),
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const travel = announcingChanges(agency.services.travel, bookingChanges);
    const { brief, traveller, weather } = scriptOf(scenario, given, weatherOf);
    const services = () => ({
      async ask(question: Parameters<Traveller["reply"]>[0]) {
        const reply = await traveller.reply(question, current.run.traveller);
        current.asked = { question, reply };
        return { reply: reply.reply, ...(reply.agreement && { agreed: reply.agreement.agreed }) };
      },
      finish(finish: NonNullable<CurrentCall["finish"]>) {
        current.finish = finish;
      },
    });
    const prepare = guarded(current);
    const gds = kit.serverNamed("gds")?.over?.({ ...agency.services, travel }, { prepare, bookingChanges });
    if (gds === undefined) throw new Failure("unavailable", "The server gds is not open, so nothing can be rehearsed.");
    const grant = grantOf(run.id);
    const server = rehearsedServer(gds, {
      scenario,
      brief,
      tenant: grant.tenant,
      tools: [askTraveller(services), finishTask(services)].map(prepare),
    });
    return {
      ...{ id: run.id, scenario, brief, given, grant, agency, travel, traveller, weather, server, current },
      caller: callerOf(run),
      world: generated as unknown as Supplier,
      plain: kit.dispatcherOf(server, (record) => {
        current.record = record;
      }),
      hear: (change) => {
        for (const listener of listeners) listener(change);
      },
    };
  };

/** No key can have this tenant, so sessions, streams and cancellations of a run are apart from all others. */
const grantOf = (id: string): Grant => ({ tenant: `run:${id}`, keyId: `run:${id}`, servers: ["run"], admin: false });

const callerOf = ({ id, sessionId }: Pick<RunRecord, "id" | "sessionId">): Caller => ({
  tenant: DEFAULT_TENANT,
  sessionId,
  transport: "http",
  grant: { tenant: DEFAULT_TENANT, keyId: `run:${id}`, servers: ["run"], admin: false },
});

/** An identifier that is the same in every attempt at a scenario. */
export const drawnId = (...words: readonly (string | number)[]): string =>
  uuidOf(createHash("sha256").update(words.join("\n")).digest());

const searchesOf = ({ succeeded }: RunRecord): number =>
  Object.entries(succeeded).reduce((sum, [tool, count]) => (tool.startsWith("search") ? sum + count : sum), 0);

const amountsOf =
  (given: GivenBookings): AmountNames =>
  (name, field) =>
    field !== "total"
      ? undefined
      : name === "given"
        ? Object.values(given).reduce((sum, { totalPrice }) => sum + totalPrice, 0)
        : given[name]?.totalPrice;

/** The world as the current call sees it: every method asks the supplier of the moment. */
const switchable = (world: Supplier, current: CurrentCall): Supplier => {
  type Method = (...args: readonly unknown[]) => unknown;
  const switching = (name: string): Method => {
    const methodOf = (supplier: Supplier): Method => supplier[name as keyof Supplier] as unknown as Method;
    return (...args) => methodOf(current.supplier ?? world)(...args);
  };
  const members = Object.entries(world).map(([name, value]) => [
    name,
    typeof value === "function" ? switching(name) : value,
  ]);
  return Object.fromEntries(members) as Supplier;
};

/** Refuses calls that the run does not take, and lets a fault replace the tool. */
const guarded =
  (current: CurrentCall) =>
  (tool: Tool): Tool => ({
    ...tool,
    run(input, call) {
      if (current.refusal !== undefined) throw current.refusal;
      if (current.run.state === "finished" && tool.effect !== "read") throw finished();
      return (current.fault?.prepare?.(tool) ?? tool).run(input, call);
    },
  });

const finished = (): Failure =>
  ruleBroken("The task is finished. Nothing was done.", {
    hint: "finishTask was called; no further changes are possible.",
  });
