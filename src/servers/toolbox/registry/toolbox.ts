import { createHmac } from "node:crypto";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Backend } from "./backend.ts";
import type { Catalogue, CatalogueEntry, Registration } from "./catalogue.ts";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import { createSlots } from "./concurrency-limit.ts";
import type { Check, Health, HealthMonitor } from "./health.ts";
import { createHttpBackend } from "./http-backend.ts";
import { createMcpBackend, type McpBackend } from "./mcp-backend.ts";
import { checkBuiltIn } from "./operate-built-ins.ts";
import { createRunningTool, nowhere, type RunningFunction, type RunningTool } from "./running-tool.ts";
import type { ToolDescription } from "./tool-description.ts";
import { unavailableFailure } from "./unavailable.ts";
import { type Viewer, visibleFunctions } from "./visible.ts";

/** Every tool that a tenant can call: those that come with Taxiway, and its own; and how they are. */
export interface Toolbox {
  /** Built-in ones first, then registered ones by name. A new array whenever something a client sees changed. */
  list(): readonly ToolboxEntry[];
  /** By the tool's name, whatever its case, on any node; undefined if there is none. */
  seek(name: string): Promise<ToolboxEntry | undefined>;
  /** The same as far as a caller sees it; rejects with `not_found` and the nearest name. */
  find(name: string, viewer?: Viewer): Promise<ToolboxEntry>;
  /** Throws `function_not_found`. */
  findFunction(entry: ToolboxEntry, name: string, viewer?: Viewer): RunningFunction;
  /** Asks its backend now. Never rejects. */
  check(entry: ToolboxEntry): Promise<Health>;
  /** The same of a version that waits, so that it need not wait for its turn. */
  checkNext(entry: ToolboxEntry): Promise<void>;
  /** Its last checks, oldest first; none of a built-in one, which nobody watches. */
  history(entry: ToolboxEntry): Promise<readonly Check[]>;
  /** A backend for a registration that is not in operation yet; whoever made it closes it. */
  connect(description: ToolDescription): Backend | McpBackend;
  /** With which the service can tell that a call comes from here. Nothing to keep: it is the same on every node. */
  secretOf(name: string): string;
  /** Tools came, went or changed; not: one is ill. Returns what ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface ToolboxEntry {
  readonly name: string;
  readonly builtIn: boolean;
  readonly running: RunningTool;
  readonly health: Health;
  /** How it was registered, unless it is built in. */
  readonly registration?: Registration;
  /** A changed description that waits until its backend has answered, and how that is. */
  readonly next?: { readonly registration: Registration; readonly health: Health };
}

export interface ToolboxOptions {
  readonly tenant: string;
  /** In operation already, and not closed here: all tenants have the same. */
  readonly builtIns: readonly ToolboxEntry[];
  /** Of this tenant, as the monitor. */
  readonly catalogue: Catalogue;
  readonly monitor: HealthMonitor;
  readonly outbound: Outbound;
  /** Shared by all nodes; tools' secrets come from it. */
  readonly secret: Buffer;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A result was not what its function had promised. */
  onMismatch?(tool: string): void;
}

/** Nobody is registered under a longer one. */
const LONGEST_NAME = 40;

interface Operating {
  readonly running: RunningTool;
  readonly breaker: CircuitBreaker;
}

export const createToolbox = (options: ToolboxOptions): Toolbox => {
  const { tenant, builtIns, catalogue, monitor, outbound, clock, log } = options;
  const operating = new Map<string, Operating>();
  const listeners = new Set<() => void>();
  let listed: readonly ToolboxEntry[] | undefined;

  const secretOf = (name: string): string =>
    createHmac("sha256", options.secret).update(keys.toolSecret(tenant, name)).digest("base64url");

  const connect = ({ name, endpoint, mcp_url }: ToolDescription): Backend | McpBackend => {
    if (endpoint !== undefined) return createHttpBackend({ url: endpoint, name, secret: secretOf(name), outbound });
    if (mcp_url !== undefined) return createMcpBackend({ url: mcp_url, name, outbound, log, version: options.version });
    return nowhere(name);
  };

  const builtInsByName = new Map(builtIns.map((entry) => [entry.name.toLowerCase(), entry]));

  const operate = ({ toolId, name, description }: Registration): Operating => {
    const backend = connect(description);
    const breaker = createCircuitBreaker({ clock });
    const running = createRunningTool({
      ...{ toolId, description, backend, breaker, foreign: true, log },
      slots: createSlots({ name }),
      refuseIfAway(callId, viewer) {
        const health = monitor.of(toolId);
        if (health.status === "unavailable" || !breaker.allows()) {
          // A check, not a call, has to show that it is back; the next one may be a minute away.
          if (breaker.state === "half-open") monitor.doubt(toolId, "calls went unanswered");
          const spared = { sparedSince: breaker.openSince, retryAfterMs: breaker.retryAfterMs() };
          throw unavailableFailure({ name, callId, health, ...spared, tools: list(), viewer });
        }
      },
      onOutage: (reason) => monitor.doubt(toolId, reason),
      onMismatch: (tool) => options.onMismatch?.(tool),
    });
    monitor.watch(toolId, backend, description.health_check_interval);
    return { running, breaker };
  };

  const entryOf = ({ name, active, next }: CatalogueEntry): ToolboxEntry | undefined => {
    const running = operating.get(active.toolId)?.running;
    if (running === undefined) return undefined;
    return {
      ...{ name, builtIn: false, running, health: monitor.of(active.toolId), registration: active },
      ...(next && { next: { registration: next, health: monitor.of(next.toolId) } }),
    };
  };

  const list = (): readonly ToolboxEntry[] => {
    listed ??= [...builtIns, ...catalogue.list().flatMap((entry) => entryOf(entry) ?? [])];
    return listed;
  };

  const known = (name: string): ToolboxEntry | undefined => {
    const registered = catalogue.get(name);
    return registered ? entryOf(registered) : builtInsByName.get(name.toLowerCase());
  };

  const seek = async (name: string): Promise<ToolboxEntry | undefined> => {
    const found = known(name);
    if (found !== undefined || name.length > LONGEST_NAME) return found;
    await catalogue.look(name);
    return known(name);
  };

  const find = async (name: string, viewer: Viewer = {}): Promise<ToolboxEntry> => {
    const shown = (entry: ToolboxEntry): boolean => visibleFunctions(entry, viewer).length > 0;
    const found = await seek(name);
    if (found !== undefined && shown(found)) return found;
    const near = nearestName(
      name,
      list()
        .filter(shown)
        .map((entry) => entry.name),
    );
    throw new Failure("not_found", `No tool named '${name.slice(0, 64)}' is registered.`, {
      field: "tool_name",
      value: name,
      hint: near === undefined ? "tools/list has all of them." : `Did you mean ${near}?`,
    });
  };

  const tell = (what: string, work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.warn(what, { error: String(error) }));

  /** Brings what is operated in line with what is registered. */
  const align = (): void => {
    const wanted = new Map<string, Registration>();
    for (const { active, next } of catalogue.list()) {
      wanted.set(active.toolId, active);
      if (next !== undefined) wanted.set(next.toolId, next);
    }
    for (const [toolId, { running }] of operating) {
      if (wanted.has(toolId)) continue;
      operating.delete(toolId);
      monitor.unwatch(toolId);
      tell("closing a tool", running.retire());
    }
    for (const [toolId, registration] of wanted) {
      if (!operating.has(toolId)) operating.set(toolId, operate(registration));
    }
  };

  const changed = (): void => {
    align();
    listed = undefined;
    for (const listener of listeners) listener();
  };

  const checked = (toolId: string, health: Health): void => {
    // A tool whose check failed for the first time is only degraded: what counts here is whether it answered.
    const answered = health.responseTimeMs !== undefined;
    operating.get(toolId)?.breaker.probed(answered);
    const entry = catalogue.list().find(({ active, next }) => active.toolId === toolId || next?.toolId === toolId);
    if (entry === undefined) return;
    const shown = listed?.find(({ running }) => running.toolId === toolId)?.health;
    if (shown !== undefined && !looksTheSame(shown, health)) listed = undefined;
    if (!answered) {
      tell("lapsing a tool", catalogue.lapse(entry.name));
      return;
    }
    tell("prolonging a tool", catalogue.seen(entry.name));
    if (entry.next?.toolId === toolId) tell("switching a tool", catalogue.promote(entry.name, entry.next.number));
  };

  const stops = [catalogue.onChange(changed), monitor.onCheck(checked)];
  align();

  return {
    list,
    seek,
    find,
    findFunction(entry, name, viewer = {}) {
      const functions = visibleFunctions(entry, viewer);
      const found = functions.find(({ description }) => description.name === name);
      if (found !== undefined) return found;
      const names = functions.map(({ description }) => description.name);
      const near = nearestName(name, names);
      throw new Failure("function_not_found", `${entry.name} has no function '${name.slice(0, 64)}'.`, {
        field: "function_name",
        value: name,
        allowed: names,
        ...(near !== undefined && { hint: `Did you mean ${near}?` }),
      });
    },
    check: (entry) => (entry.builtIn ? checkBuiltIn(entry) : monitor.check(entry.running.toolId)),
    async checkNext({ next }) {
      if (next !== undefined) await monitor.check(next.registration.toolId);
    },
    history: async (entry) => (entry.builtIn ? [] : monitor.history(entry.running.toolId)),
    connect,
    secretOf,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      for (const stop of stops) stop();
      await monitor.close();
      await catalogue.close();
      const tools = [...operating.values()];
      operating.clear();
      await Promise.allSettled(tools.map(({ running }) => running.close()));
    },
  };
};

/** To whoever reads the list: what was measured at a check is told to those who ask for one. */
const looksTheSame = (one: Health, other: Health): boolean =>
  one.status === other.status && one.since === other.since && one.lastError === other.lastError;
