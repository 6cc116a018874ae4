import type { Config } from "../cli/config.ts";
import { createDispatcher, type Dispatcher } from "../mcp/protocol/dispatcher.ts";
import { createRpc, type Rpc } from "../mcp/protocol/rpc.ts";
import type { CallReport } from "../mcp/protocol/tools.ts";
import type { Tool } from "../mcp/tools/tool.ts";
import { type Clock, runningClock } from "../model/clock.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log, LogFacts } from "../model/log.ts";
import { createCalculator } from "../servers/toolbox/calculator/calculator.ts";
import { createDocumentAnalyzer } from "../servers/toolbox/documents/document-analyzer.ts";
import { createImageGenerator } from "../servers/toolbox/pictures/image-generator.ts";
import type { BuiltIn } from "../servers/toolbox/registry/built-in.ts";
import { createHealthMonitor } from "../servers/toolbox/registry/health-monitor.ts";
import { type Held, holdPerTenant } from "../servers/toolbox/registry/tenant-cache.ts";
import { type OperatedBuiltIns, operateBuiltIns } from "../servers/toolbox/registry/operate-built-ins.ts";
import { createRefusedRegistrations } from "../servers/toolbox/registry/refused-registrations.ts";
import { createRegistrar, type Registrar } from "../servers/toolbox/registry/registrar.ts";
import { openCatalogue } from "../servers/toolbox/registry/store-catalogue.ts";
import { createToolbox, type Toolbox } from "../servers/toolbox/registry/toolbox.ts";
import { type RegistryCallReport, registryMethods } from "../servers/toolbox/registry-methods.ts";
import { referenceDocuments } from "../servers/toolbox/search/reference-documents.ts";
import { createSearchTool } from "../servers/toolbox/search/search-tool.ts";
import { createTimeTool } from "../servers/toolbox/time/time-tool.ts";
import { toolboxServer } from "../servers/toolbox/toolbox-server.ts";
import { createToolboxTools } from "../servers/toolbox/toolbox-tools.ts";
import type { Core } from "./house.ts";

/** What a tenant finds, as an MCP server and as plain JSON-RPC: the tools that come with Taxiway, and its own. */
export interface TenantToolbox {
  readonly dispatcher: Dispatcher;
  readonly rpc: Rpc;
  /** For whoever looks after it. */
  readonly toolbox: Toolbox;
  readonly registrar: Registrar;
}

/** The toolbox, open. What it is itself is the default tenant's. */
export interface OpenToolbox extends TenantToolbox {
  /** At once when it is open already. Ask with every request: one that nobody asks for is closed again. */
  of(tenant: string): TenantToolbox | Promise<TenantToolbox>;
  close(): Promise<void>;
}

export interface ComposeToolboxOptions {
  readonly version: string;
  readonly log: Log;
  readonly core: Core;
  /** `counted` is what everybody may read of the tool's name, in metrics. */
  readonly observe?: ((report: CallReport, counted: string) => void) | undefined;
  readonly observeCall?: ((report: RegistryCallReport, counted: string) => void) | undefined;
  onMismatch?(tool: string): void;
}

export const composeToolbox = async (config: Config, options: ComposeToolboxOptions): Promise<OpenToolbox> => {
  const { log, core, onMismatch } = options;
  // Leases and checks take their time also where the world's clock stands still.
  const clock = runningClock(config.clock.now(), Date.now());
  const secret = await core.secret();
  const builtIns = operateBuiltIns(builtInTools(config, options), { clock, log, ...(onMismatch && { onMismatch }) });
  const open = (tenant: string) => openFor(tenant, { ...options, config, clock, secret, builtIns });
  const toolboxes = holdPerTenant({ open, log });
  const close = async (): Promise<void> => {
    await toolboxes.close();
    await builtIns.close();
  };
  try {
    return { ...(await toolboxes.of(DEFAULT_TENANT)), of: toolboxes.of, close };
  } catch (error) {
    await close();
    throw error;
  }
};

interface TenantParts extends ComposeToolboxOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly secret: Buffer;
  readonly builtIns: OperatedBuiltIns;
}

const openFor = async (tenant: string, parts: TenantParts): Promise<Held<TenantToolbox>> => {
  const { config, core, version, clock, observe, observeCall, onMismatch } = parts;
  const { store, bus } = core;
  const outbound = core.outbound.tools;
  const log = tenant === DEFAULT_TENANT ? parts.log : withFacts(parts.log, { tenant });
  const countedAs = counting(tenant, config);

  const catalogue = await openCatalogue({ tenant, store, bus, clock, log });
  const toolbox = createToolbox({
    ...{ tenant, catalogue, outbound, version, clock, log, secret: parts.secret },
    builtIns: parts.builtIns.entries,
    monitor: createHealthMonitor({ tenant, store, bus, clock, log }),
    ...(onMismatch && { onMismatch: (name: string) => onMismatch(countedAs({ name, foreign: true })) }),
  });
  const refused = createRefusedRegistrations({ tenant, store, clock, log });
  const registrar = createRegistrar({ toolbox, catalogue, outbound, refused });
  const methods = registryMethods({
    ...{ toolbox, registrar },
    ...(observeCall && { observe: (report) => observeCall(report, countedAs(report.tool)) }),
  });
  const tools = createToolboxTools(toolbox);
  const server = toolboxServer({ tenant, tools, methods, version });
  return {
    value: {
      dispatcher: createDispatcher(server, {
        ...{ log, toolErrors: config.toolErrors, text: config.text, sealKey: core.secret },
        ...(observe && { observe: (report) => observe(report, countedAs(report.tool)) }),
      }),
      rpc: createRpc(server, methods.all, log),
      ...{ toolbox, registrar },
    },
    isNeeded: () => tenant === DEFAULT_TENANT || tools.isListenedTo(),
    close: () => toolbox.close(),
  };
};

/** What all tools are counted as whose names are nobody else's business. */
const REGISTERED = "registered";

type Counted = Pick<Tool, "name" | "foreign">;

/** Metrics are open to whoever asks: where there are tenants, they name only what all of them have. */
const counting = (tenant: string, { auth }: Config): ((tool: Counted) => string) => {
  const isAlone = tenant === DEFAULT_TENANT && auth.kind === "none";
  return ({ name, foreign }) => (foreign && !isAlone ? REGISTERED : name);
};

const withFacts = (log: Log, more: LogFacts): Log => ({
  debug: (event, facts) => log.debug(event, { ...more, ...facts }),
  info: (event, facts) => log.info(event, { ...more, ...facts }),
  warn: (event, facts) => log.warn(event, { ...more, ...facts }),
  error: (event, facts) => log.error(event, { ...more, ...facts }),
});

/** Made once, whoever calls them. */
const builtInTools = (config: Config, { log, core: { outbound, services } }: ComposeToolboxOptions): BuiltIn[] => {
  const { searchProviders, searchCorpus, images, documentsFolder, currencyRates } = config.toolbox;
  const { clock, seed } = config;
  return [
    createSearchTool({
      ...{ outbound: outbound.search, providers: searchProviders, clock, seed, log },
      ...(searchCorpus !== undefined && { corpus: searchCorpus }),
      reference: () => ({ places: services.places, airlines: services.airlines() }),
      documents: () =>
        referenceDocuments({
          places: services.places,
          airlines: services.airlines(),
          docs: new URL("../../docs/", import.meta.url),
        }),
    }),
    createCalculator({
      clock,
      warm: config.transport !== "stdio",
      ...(currencyRates !== undefined && { ratesFile: currencyRates }),
    }),
    createImageGenerator({ outbound: outbound.images, ...(images && { images }) }),
    createDocumentAnalyzer({
      ...{ outbound: outbound.documents, clock },
      ...(documentsFolder !== undefined && { folder: documentsFolder }),
    }),
    createTimeTool({ clock, zoneOfPlace: (code) => services.places.place(code)?.airports[0]?.timeZone }),
  ];
};
