import { createRpc, type Rpc } from "../../mcp/protocol/rpc.ts";
import type { ServerDefinition } from "../../mcp/tools/server-definition.ts";
import { type Clock, runningClock } from "../../model/clock.ts";
import { DEFAULT_TENANT } from "../../model/keys.ts";
import type { Log, LogFacts } from "../../model/log.ts";
import type { Core, Kit, ServerModule } from "../module.ts";
import { createCalculator } from "./calculator/calculator.ts";
import { createDocumentAnalyzer } from "./documents/document-analyzer.ts";
import { createImageGenerator } from "./pictures/image-generator.ts";
import { toolRoutes } from "./registry/admin/tool-routes.ts";
import type { BuiltIn } from "./registry/built-in.ts";
import { createHealthMonitor } from "./registry/health-monitor.ts";
import { createRefusedRegistrations } from "./registry/refused-registrations.ts";
import { createRegistrar, type Registrar } from "./registry/registrar.ts";
import { type RunningBuiltIns, startBuiltIns } from "./registry/start-built-ins.ts";
import { openCatalogue } from "./registry/store-catalogue.ts";
import { createTenantCache, type TenantResource } from "./registry/tenant-cache.ts";
import { createToolbox, type Toolbox } from "./registry/toolbox.ts";
import { registryMethods } from "./registry-methods.ts";
import type { SearchProviderConfig } from "./search/providers.ts";
import { referenceDocuments } from "./search/reference-documents.ts";
import { createSearchTool } from "./search/search-tool.ts";
import { createTimeTool } from "./time/time-tool.ts";
import { toolboxServer } from "./toolbox-server.ts";
import { createToolboxTools } from "./toolbox-tools.ts";

export interface ToolboxSettings {
  /** Those that are configured, in the order in which they are tried. */
  readonly searchProviders: readonly SearchProviderConfig[];
  readonly searchCorpus?: string;
  readonly images?: { readonly url: string; readonly key?: string; readonly model: string };
  readonly documentsFolder?: string;
  readonly currencyRates?: string;
  /** Start the calculator's worker before the first call. */
  readonly warmUp: boolean;
  readonly maxRequestBytes: number;
}

/** The toolbox of one tenant: the built-in tools and those that its services registered. */
export interface TenantToolbox {
  readonly server: ServerDefinition;
  /** The registry's messages as plain JSON-RPC. */
  readonly rpc: Rpc;
  readonly toolbox: Toolbox;
  readonly registrar: Registrar;
}

/** Pages that the offline search knows. */
const DOCS = new URL("../../../docs/", import.meta.url);

/** Built-in tools, and a registry where services register their own at run time. */
export const toolboxModule: ServerModule<ToolboxSettings> = {
  name: "toolbox",
  async open(kit) {
    const core = await kit.core();
    // Leases and health checks run by real time, also where the clock of the world is frozen.
    const clock = runningClock(kit.clock.now(), Date.now());
    const secret = await core.secret();
    const onMismatch = (name: string) => kit.countMismatch({ name, input: {} }, DEFAULT_TENANT);
    const builtIns = startBuiltIns(builtInTools(kit, core), { clock, log: kit.log, onMismatch });
    const tenants = createTenantCache({
      open: (tenant: string) => openTenant(tenant, { kit, core, clock, secret, builtIns }),
      log: kit.log,
    });
    const close = async (): Promise<void> => {
      await tenants.close();
      await builtIns.close();
    };
    try {
      // Fails at the start, not at the first call, if the store cannot be read.
      await tenants.of(DEFAULT_TENANT);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      servers: [{ name: "toolbox", forTenant: (tenant) => part(tenants.of(tenant), "server") }],
      mounts: [{ path: "/rpc", scope: "toolbox", rpc: (tenant) => part(tenants.of(tenant), "rpc") }],
      adminRoutes: toolRoutes({
        registryOf: tenants.of,
        dispatcherOf: kit.dispatcherOf,
        version: kit.version,
        mostBytes: kit.settings.maxRequestBytes,
      }),
      close,
    };
  },
};

interface TenantParts {
  readonly kit: Kit<ToolboxSettings>;
  readonly core: Core;
  readonly clock: Clock;
  readonly secret: Buffer;
  readonly builtIns: RunningBuiltIns;
}

const openTenant = async (tenant: string, parts: TenantParts): Promise<TenantResource<TenantToolbox>> => {
  const { kit, core, clock, secret, builtIns } = parts;
  const { version } = kit;
  const { store, bus } = core;
  const outbound = core.outbound.tools;
  const log = tenant === DEFAULT_TENANT ? kit.log : withFacts(kit.log, { tenant });

  const catalogue = await openCatalogue({ tenant, store, bus, clock, log });
  const toolbox = createToolbox({
    tenant,
    catalogue,
    outbound,
    version,
    clock,
    log,
    secret,
    builtIns: builtIns.entries,
    monitor: createHealthMonitor({ tenant, store, bus, clock, log }),
    onMismatch: (name) => kit.countMismatch({ name, input: {}, foreign: true }, tenant),
  });
  const refused = createRefusedRegistrations({ tenant, store, clock, log });
  const registrar = createRegistrar({ toolbox, catalogue, outbound, refused });
  const methods = registryMethods({ toolbox, registrar, observe: kit.record });
  const tools = createToolboxTools(toolbox);
  const server = toolboxServer({ tenant, tools, methods, version });
  return {
    value: { server, rpc: createRpc(server, methods.all, log), toolbox, registrar },
    isInUse: () => tenant === DEFAULT_TENANT || tools.hasListeners(),
    close: () => toolbox.close(),
  };
};

/** Reads one member without a promise if the whole is there already. */
const part = <Whole, Name extends keyof Whole>(
  whole: Whole | Promise<Whole>,
  name: Name,
): Whole[Name] | Promise<Whole[Name]> => (whole instanceof Promise ? whole.then((later) => later[name]) : whole[name]);

const withFacts = (log: Log, more: LogFacts): Log => ({
  debug: (event, facts) => log.debug(event, { ...more, ...facts }),
  info: (event, facts) => log.info(event, { ...more, ...facts }),
  warn: (event, facts) => log.warn(event, { ...more, ...facts }),
  error: (event, facts) => log.error(event, { ...more, ...facts }),
});

/** Made once for all tenants. */
const builtInTools = (kit: Kit<ToolboxSettings>, { outbound, services }: Core): BuiltIn[] => {
  const { clock, log, settings } = kit;
  const { searchProviders, searchCorpus, images, documentsFolder, currencyRates, warmUp } = settings;
  const { places } = services;
  return [
    createSearchTool({
      outbound: outbound.search,
      providers: searchProviders,
      clock,
      log,
      ...(searchCorpus !== undefined && { corpus: searchCorpus }),
      documents: () => referenceDocuments({ places, airlines: services.airlines(), docs: DOCS }),
    }),
    createCalculator({
      clock,
      warm: warmUp,
      ...(currencyRates !== undefined && { ratesFile: currencyRates }),
    }),
    createImageGenerator({ outbound: outbound.images, ...(images && { images }) }),
    createDocumentAnalyzer({
      outbound: outbound.documents,
      clock,
      ...(documentsFolder !== undefined && { folder: documentsFolder }),
    }),
    createTimeTool({ clock, zoneOfPlace: (code) => places.place(code)?.airports[0]?.timeZone }),
  ];
};
