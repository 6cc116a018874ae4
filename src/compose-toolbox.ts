import type { Agency } from "./compose.ts";
import type { Config } from "./config.ts";
import { runningClock } from "./model/clock.ts";
import type { Log } from "./model/log.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "./protocol/dispatcher.ts";
import { createRpc, type Rpc } from "./protocol/rpc.ts";
import { createHealthMonitor } from "./toolbox/health-monitor.ts";
import { createRegistrar } from "./toolbox/registrar.ts";
import { openCatalogue } from "./toolbox/store-catalogue.ts";
import { createToolbox } from "./toolbox/toolbox.ts";
import { createCalculator } from "./tools/toolbox/calculator/calculator.ts";
import { createDocumentAnalyzer } from "./tools/toolbox/documents/document-analyzer.ts";
import { createImageGenerator } from "./tools/toolbox/pictures/image-generator.ts";
import { type RegistryMethodsOptions, registryMethods } from "./tools/toolbox/registry-methods.ts";
import { referenceDocuments } from "./tools/toolbox/search/reference-documents.ts";
import { createSearchTool } from "./tools/toolbox/search/search-tool.ts";
import { createTimeTool } from "./tools/toolbox/time/time-tool.ts";
import { toolboxServer } from "./tools/toolbox/toolbox-server.ts";

/** The toolbox, open: as an MCP server and as plain JSON-RPC. */
export interface OpenToolbox {
  readonly dispatcher: Dispatcher;
  readonly rpc: Rpc;
  close(): Promise<void>;
}

export interface ComposeToolboxOptions {
  readonly version: string;
  readonly log: Log;
  readonly agency: Agency;
  readonly observe?: DispatcherOptions["observe"];
  readonly observeCall?: RegistryMethodsOptions["observe"];
  onMismatch?(tool: string): void;
}

export const composeToolbox = async (config: Config, options: ComposeToolboxOptions): Promise<OpenToolbox> => {
  const { version, log, agency, observe, observeCall, onMismatch } = options;
  const { store, bus, outbound, services } = agency;
  const { searchProviders, searchCorpus, images, documentsFolder, currencyRates } = config.toolbox;
  const { clock, seed } = config;
  // Leases and checks take their time also where the world's clock stands still.
  const running = runningClock(clock.now(), Date.now());

  const catalogue = await openCatalogue({ store, bus, clock: running, log });
  const toolbox = createToolbox({
    ...{ catalogue, outbound, version, clock: running, log },
    ...(onMismatch && { onMismatch }),
    monitor: createHealthMonitor({ store, bus, clock: running, log }),
    secret: await agency.secret(),
    builtIns: [
      createSearchTool({
        ...{ outbound, providers: searchProviders, clock, seed, log },
        ...(searchCorpus !== undefined && { corpus: searchCorpus }),
        reference: () => ({ places: services.places, airlines: services.airlines() }),
        documents: () =>
          referenceDocuments({
            places: services.places,
            airlines: services.airlines(),
            docs: new URL("../docs/", import.meta.url),
          }),
      }),
      createCalculator({
        clock,
        warm: config.transport !== "stdio",
        ...(currencyRates !== undefined && { ratesFile: currencyRates }),
      }),
      createImageGenerator({ outbound, ...(images && { images }) }),
      createDocumentAnalyzer({ outbound, clock, ...(documentsFolder !== undefined && { folder: documentsFolder }) }),
      createTimeTool({ clock, zoneOfPlace: (code) => services.places.place(code)?.airports[0]?.timeZone }),
    ],
  });
  const registrar = createRegistrar({ toolbox, catalogue, outbound });
  const methods = registryMethods({ toolbox, registrar, ...(observeCall && { observe: observeCall }) });
  const server = toolboxServer(toolbox, methods, version);
  return {
    dispatcher: createDispatcher(server, {
      ...{ log, toolErrors: config.toolErrors, text: config.text, sealKey: agency.secret },
      ...(observe && { observe }),
    }),
    rpc: createRpc(server, methods.all, log),
    close: () => toolbox.close(),
  };
};
