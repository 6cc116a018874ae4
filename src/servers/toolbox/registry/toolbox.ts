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
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Check, Health, HealthMonitor } from "./health.ts";
import { createHttpBackend } from "./http-backend.ts";
import { createMcpBackend, type McpBackend } from "./mcp-backend.ts";
import { createRunningTool, missingBackend, type RunningFunction, type RunningTool } from "./running-tool.ts";
import { checkBuiltIn } from "./start-built-ins.ts";
import type { ToolDescription } from "./tool-description.ts";
import { unavailableFailure } from "./unavailable.ts";
import { type Viewer, visibleFunctions } from "./visible.ts";

/** All tools of a tenant, built-in and registered, with their health. */
export interface Toolbox {
  /** Built-in tools first, then registered ones by name. Returns a new array after every visible change. */
  list(): readonly ToolboxEntry[];
  /** Finds a tool by case-insensitive name, also if another node has just registered it. */
  seek(name: string): Promise<ToolboxEntry | undefined>;
  /** Like `seek`, limited to what the viewer may see; rejects with `not_found` and the nearest name. */
  find(name: string, viewer?: Viewer): Promise<ToolboxEntry>;
  /** Throws `function_not_found`. */
  findFunction(entry: ToolboxEntry, name: string, viewer?: Viewer): RunningFunction;
  /** Checks the tool now. Never rejects. */
  check(entry: ToolboxEntry): Promise<Health>;
  /** Checks the next version now, so that it can be activated early. */
  checkNext(entry: ToolboxEntry): Promise<void>;
  /** Recent checks, oldest first; empty for built-in tools, which are not monitored. */
  history(entry: ToolboxEntry): Promise<readonly Check[]>;
  /** Creates a backend for a description that is not registered yet; the caller closes it. */
  connect(description: ToolDescription): Backend | McpBackend;
  /**
   * Secret with which the tool's service verifies requests. Derived, so it is the same on every node and not stored.
   */
  secretOf(name: string): string;
  /**
   * Calls the listener when tools are added, removed or changed, but not for health changes. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface ToolboxEntry {
  readonly name: string;
  readonly builtIn: boolean;
  readonly running: RunningTool;
  readonly health: Health;
  /** Its registration, unless it is built in. */
  readonly registration?: Registration;
  /** A changed description that is not active yet, with its health. */
  readonly next?: { readonly registration: Registration; readonly health: Health };
}

export interface ToolboxOptions {
  readonly tenant: string;
  /** Shared by all tenants; not closed here. */
  readonly builtIns: readonly ToolboxEntry[];
  readonly catalogue: Catalogue;
  readonly monitor: HealthMonitor;
  readonly outbound: Outbound;
  /** Shared by all nodes; secrets of tools are derived from it. */
  readonly secret: Buffer;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a result does not match the function's schema. */
  onMismatch?(tool: string): void;
}

const LONGEST_NAME = 40;

interface StartedTool {
  readonly running: RunningTool;
  readonly breaker: CircuitBreaker;
}

export const createToolbox = (options: ToolboxOptions): Toolbox => {
  const { tenant, builtIns, catalogue, monitor, outbound, clock, log } = options;
  const started = new Map<string, StartedTool>();
  const listeners = new Set<() => void>();
  let listed: readonly ToolboxEntry[] | undefined;

  const secretOf = (name: string): string =>
    createHmac("sha256", options.secret).update(keys.toolSecret(tenant, name)).digest("base64url");

  const connect = ({ name, endpoint, mcp_url }: ToolDescription): Backend | McpBackend => {
    if (endpoint !== undefined) return createHttpBackend({ url: endpoint, name, secret: secretOf(name), outbound });
    if (mcp_url !== undefined) return createMcpBackend({ url: mcp_url, name, outbound, log, version: options.version });
    return missingBackend(name);
  };

  const builtInsByName = new Map(builtIns.map((entry) => [entry.name.toLowerCase(), entry]));

  const start = ({ toolId, name, description }: Registration): StartedTool => {
    const backend = connect(description);
    const breaker = createCircuitBreaker({ clock });
    const running = createRunningTool({
      toolId,
      description,
      backend,
      breaker,
      foreign: true,
      log,
      concurrency: createConcurrencyLimit({ name }),
      refuseIfUnavailable(callId, viewer) {
        const health = monitor.of(toolId);
        if (health.status === "unavailable" || !breaker.allows()) {
          // Only a check may close the breaker again; the next regular one may be a minute away.
          if (breaker.state === "half-open") monitor.checkSoon(toolId, "the circuit breaker is open");
          throw unavailableFailure({
            name,
            callId,
            health,
            breakerOpenSince: breaker.openSince,
            retryAfterMs: breaker.retryAfterMs(),
            tools: list(),
            viewer,
          });
        }
      },
      onOutage: (reason) => monitor.checkSoon(toolId, reason),
      onMismatch: (tool) => options.onMismatch?.(tool),
    });
    monitor.watch(toolId, backend, description.health_check_interval);
    return { running, breaker };
  };

  const entryOf = ({ name, active, next }: CatalogueEntry): ToolboxEntry | undefined => {
    const running = started.get(active.toolId)?.running;
    if (running === undefined) return undefined;
    return {
      name,
      builtIn: false,
      running,
      health: monitor.of(active.toolId),
      registration: active,
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
    await catalogue.reload(name);
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
      hint: near === undefined ? "Call tools/list to see all tools." : `Did you mean ${near}?`,
    });
  };

  const logFailure = (what: string, work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.warn(what, { error: String(error) }));

  /** Starts new registrations and stops removed ones. */
  const startAndStop = (): void => {
    const wanted = new Map<string, Registration>();
    for (const { active, next } of catalogue.list()) {
      wanted.set(active.toolId, active);
      if (next !== undefined) wanted.set(next.toolId, next);
    }
    for (const [toolId, { running }] of started) {
      if (wanted.has(toolId)) continue;
      started.delete(toolId);
      monitor.unwatch(toolId);
      logFailure("closing a tool failed", running.retire());
    }
    for (const [toolId, registration] of wanted) {
      if (!started.has(toolId)) started.set(toolId, start(registration));
    }
  };

  const changed = (): void => {
    startAndStop();
    listed = undefined;
    for (const listener of listeners) listener();
  };

  const checked = (toolId: string, health: Health): void => {
    // A first failed check only makes a tool degraded; the breaker needs to know whether the tool responded.
    const answered = health.responseTimeMs !== undefined;
    started.get(toolId)?.breaker.checked(answered);
    const entry = catalogue.list().find(({ active, next }) => active.toolId === toolId || next?.toolId === toolId);
    if (entry === undefined) return;
    const shown = listed?.find(({ running }) => running.toolId === toolId)?.health;
    if (shown !== undefined && !looksTheSame(shown, health)) listed = undefined;
    if (!answered) {
      logFailure("expiring a tool failed", catalogue.expire(entry.name));
      return;
    }
    logFailure("renewing a tool's lease failed", catalogue.renewLease(entry.name));
    if (entry.next?.toolId === toolId)
      logFailure("activating a tool's next version failed", catalogue.promote(entry.name, entry.next.number));
  };

  const stops = [catalogue.onChange(changed), monitor.onCheck(checked)];
  startAndStop();

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
      const tools = [...started.values()];
      started.clear();
      await Promise.allSettled(tools.map(({ running }) => running.close()));
    },
  };
};

/** Whether two health states look the same in the list, which has no measurements. */
const looksTheSame = (one: Health, other: Health): boolean =>
  one.status === other.status && one.since === other.since && one.lastError === other.lastError;
