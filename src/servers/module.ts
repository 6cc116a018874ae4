import type { Dispatcher } from "../mcp/protocol/dispatcher.ts";
import type { Rpc } from "../mcp/protocol/rpc.ts";
import type { Sessions } from "../mcp/sessions/sessions.ts";
import type { CalledTool, CallRecord } from "../mcp/tools/call-record.ts";
import type { ServerDefinition } from "../mcp/tools/server-definition.ts";
import type { Lazy, Tool } from "../mcp/tools/tool.ts";
import type { AdminApi, AdminRoute } from "../model/admin-route.ts";
import type { Clock } from "../model/clock.ts";
import type { Airline } from "../model/flight.ts";
import type { Grant } from "../model/grant.ts";
import type { InvocationReader } from "../model/invocation.ts";
import type { Log } from "../model/log.ts";
import type { MaybePromise } from "../model/maybe-promise.ts";
import type { Places } from "../model/place.ts";
import type { Sandbox } from "../model/sandbox.ts";
import type { Outbounds } from "../platform/outbound/guarded-outbound.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";
import type { BookingChanges } from "../travel/booking-changes.ts";
import type { Overlay, Supplier } from "../travel/supplier.ts";
import type { Travel } from "../travel/travel.ts";
import type { TestAirline } from "../travel/world/test-airline.ts";

/** A server of this process: the built-in ones, and those that TAXIWAY_MODULES names. Published as `taxiway/module`. */
export interface ServerModule<Settings = ModuleSettings> {
  /** Lower-case letters, digits and hyphens. Keys and paths (`/mcp/<name>`) name the server by it. */
  readonly name: string;
  open(kit: Kit<Settings>): OpenModule | Promise<OpenModule>;
}

/** The variables `TAXIWAY_<NAME>_…` of the environment, by the rest of their names. */
export type ModuleSettings = Readonly<Record<string, string>>;

/** Everything that Taxiway provides to a module. */
export interface Kit<Settings = ModuleSettings> {
  readonly settings: Settings;
  /** The version of Taxiway. */
  readonly version: string;
  readonly clock: Clock;
  readonly seed: string;
  readonly log: Log;
  /**
   * Returns the store and everything that needs it, and opens them at the first call. A module that does not await it in
   * `open` lists its tools while they are still opening.
   */
  readonly core: Lazy<Core>;
  /** Calls the listener as soon as the core is open, without opening it. */
  whenOpen(listener: (core: Core) => void): void;
  /** The log of calls. */
  readonly invocations: Lazy<InvocationReader>;
  /** Records a call that did not come through MCP's `tools/call`, which records its own. */
  record(record: CallRecord): void;
  /**
   * Returns what answers the clients of a server, to call its tools as they would. With `observe`, its calls are told to
   * it alone, and neither counted nor logged.
   */
  dispatcherOf(server: ServerDefinition, observe?: (record: CallRecord) => void): Dispatcher;
  /** A server that all tenants have, of this or another module, once all modules are open. */
  serverNamed(name: string): ModuleServer | undefined;
  /** The address of this server as its clients know it; undefined if it does not listen. */
  address(): string | undefined;
  /** Counts a result that did not match the tool's output schema. */
  countMismatch(tool: CalledTool, tenant: string): void;
}

export interface Core {
  readonly store: Store;
  readonly bus: Bus;
  /** Guarded HTTP clients, one per purpose. */
  readonly outbound: Outbounds;
  readonly supplier: Supplier & { readonly testAirline: TestAirline };
  readonly services: TravelServices;
  readonly bookingChanges: BookingChanges;
  /** Opens another travel agency over the same world. */
  openAgency(options: AgencyOptions): Agency;
  /** A secret that all nodes on one store share. */
  secret(): Promise<Buffer>;
}

export interface AgencyOptions {
  readonly seed: string;
  readonly clock: Clock;
  /** Its bookings and seats are here. */
  readonly store: Store;
  readonly sessions: Sessions;
  readonly bookingTtlMs: number;
  /** Default: one for each session. */
  readonly sharedInventory?: boolean;
  readonly overlay?: Overlay;
  /** Default: random. */
  newSearchId?(): string;
}

export interface Agency {
  readonly supplier: Core["supplier"];
  readonly services: TravelServices;
}

export interface TravelServices {
  readonly travel: Travel;
  readonly places: Places;
  readonly sessions: Sessions;
  /** Largest first. */
  airlines(): readonly Airline[];
}

/** What an open module adds to the process. */
export interface OpenModule {
  /** MCP servers at `/mcp/<name>`. */
  readonly servers?: readonly ModuleServer[];
  /** MCP servers that tenants name, at `/mcp/<name>` where no module has that name. One module at most has them. */
  readonly tenantServers?: TenantServers;
  /** HTTP APIs beside MCP. */
  readonly mounts?: readonly HttpMount[];
  readonly adminRoutes?: readonly AdminRoute[];
  /** Commands `taxiway <name> …`; each returns the text to print. */
  readonly commands?: Readonly<Record<string, ModuleCommand>>;
  /** Commands that print by themselves, and need this process to listen; each returns its exit code. */
  readonly programs?: Readonly<Record<string, ModuleProgram>>;
  /** Why the module does not work fully at the moment; undefined if it does. Reported by `/health`. */
  health?(): Promise<string | undefined> | string | undefined;
  /** Ends background work that running requests do not wait for. Called before requests are drained. */
  stop?(): Promise<void>;
  close?(): Promise<void>;
}

/** Whether answers come from generated data, or can reach a live service. Decides which web pages may call the server. */
export type Source = "sandbox" | "live";

export interface ModuleServer {
  readonly name: string;
  /** Default: live, which only trusted origins may call. */
  readonly source?: Source;
  /** The server of a tenant: the same object as long as its definition is the same. */
  forTenant(tenant: string): ServerDefinition | Promise<ServerDefinition>;
  /** The same server over another agency. `prepare` wraps every tool. */
  over?(services: TravelServices, options: OverOptions): ServerDefinition;
}

interface OverOptions {
  prepare?(tool: Tool): Tool;
  /** Of that agency. */
  readonly bookingChanges: Pick<BookingChanges, "listen">;
}

export interface TenantServers {
  /** Names that every tenant has. */
  readonly builtIn: readonly string[];
  find(tenant: string, name: string): ServerDefinition | undefined | Promise<ServerDefinition | undefined>;
  list(tenant: string): Promise<readonly { readonly name: string; readonly source: Source }[]>;
  /** Live for a name that the tenant does not have. */
  sourceOf(tenant: string, name: string): Promise<Source>;
  /** Calls the listener with the name of a server that changed; returns a function that stops it. */
  onChange(tenant: string, listener: (name: string) => void): () => void;
}

export type HttpMount =
  /** A supplier's API, below a path. */
  | { readonly path: string; readonly source?: Source; readonly sandbox: Sandbox }
  /** Plain JSON-RPC at a path; keys name it by `scope`. */
  | { readonly path: string; readonly scope: string; rpc(tenant: string): Rpc | Promise<Rpc> }
  /** MCP servers and pages whose paths contain a secret, which alone authenticates their callers. */
  | { readonly path: string; readonly secrets: SecretPaths };

export interface SecretPaths {
  /** `rest` is the path below the mount point, without its slash. Undefined: not found, with any credentials. */
  find(rest: string): MaybePromise<SecretPath | undefined>;
}

export type SecretPath =
  /** The grant's tenant has its sessions apart from those of all other tenants. */
  { readonly grant: Grant; readonly dispatcher: Dispatcher } | { readonly type: string; readonly text: string };

export type ModuleCommand = (args: readonly string[], input: CommandInput) => Promise<string>;

export type ModuleProgram = (args: readonly string[], terminal: Terminal) => Promise<number>;

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes results. */
  print(text: string): void;
  /** Writes progress and problems. */
  tell(text: string): void;
  /** Serves the client on stdin and stdout until it leaves. */
  serve(dispatcher: Dispatcher, grant: Grant): Promise<void>;
  /** The user ends the program. */
  readonly ended: AbortSignal;
}

export interface CommandInput {
  /** The admin API of the modules, as the console uses it. */
  readonly admin: AdminApi;
  /** Who runs the command; `--tenant` names the tenant. */
  readonly grant: Grant;
  /** Reads secrets, which must not appear on a command line. */
  readStdin(): Promise<string>;
}

// Building blocks for modules.
export { type Content, content } from "../mcp/tools/content.ts";
export {
  type Changes,
  createChanges,
  type Method,
  type Prompt,
  type PromptMessage,
  type Resource,
  type ResourceTemplate,
  type ServerDefinition,
} from "../mcp/tools/server-definition.ts";
export { type Answers, type Call, defineTool, type Question, type Questions, type Tool } from "../mcp/tools/tool.ts";
export { createToolSet, type OwnToolSet } from "../mcp/tools/tool-set.ts";
export { Failure, invalid, notFound, ruleBroken } from "../model/failure.ts";
export {
  array,
  boolean,
  defaulted,
  integer,
  maybe,
  number,
  object,
  oneOf,
  type Schema,
  type Static,
  string,
} from "../model/schema.ts";
