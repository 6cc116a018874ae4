import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../cli/config.ts";
import { Failure } from "../model/failure.ts";
import type { ServerModule } from "../servers/module.ts";

/** A module and the settings it is opened with. */
export interface ListedModule {
  readonly name: string;
  load(): Promise<ServerModule<never>>;
  readonly settings: unknown;
}

/** The modules of this process, in the order they are opened. The last one answers for names that no other has. */
export const modulesOf = (config: Config): readonly ListedModule[] => [
  {
    name: "gds",
    load: async () => (await import("../servers/gds/module.ts")).gdsModule,
    settings: {
      responseDelayMs: config.responseDelayMs,
      confirmBookings: config.confirmBookings,
      contractTools: config.contractTools,
    },
  },
  {
    name: "flights",
    load: async () => (await import("../servers/flights/module.ts")).flightsModule,
    settings: { duffel: config.duffel, contractTools: config.contractTools },
  },
  {
    name: "toolbox",
    load: async () => (await import("../servers/toolbox/module.ts")).toolboxModule,
    settings: { ...config.toolbox, warmUp: config.transport !== "stdio", maxRequestBytes: config.http.maxBodyBytes },
  },
  ...(config.rehearsal.enabled
    ? [
        {
          name: "rehearsal",
          load: async () => (await import("../servers/rehearsal/module.ts")).rehearsalModule,
          settings: config.rehearsal,
        },
      ]
    : []),
  ...config.modules.map((path) => ownModule(path, config)),
  {
    name: "connectors",
    load: async () => (await import("../servers/connectors/module.ts")).connectorsModule,
    settings: { ...config.connectors, dataFolder: config.store.kind === "memory" ? undefined : config.dataFolder },
  },
];

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const TAKEN: ReadonlySet<string> = new Set([
  "gds",
  "flights",
  "toolbox",
  "rehearsal",
  "connectors",
  "capcorn",
  "admin",
]);

/** A module that TAXIWAY_MODULES names, known by its path until it is loaded. */
const ownModule = (path: string, config: Config): ListedModule => {
  const address = pathToFileURL(resolve(path)).href;
  const load = async (): Promise<ServerModule<never>> => {
    const { default: module } = (await import(address).catch((cause: unknown) => {
      throw notAModule(path, `It cannot be loaded: ${cause instanceof Error ? cause.message : cause}`, cause);
    })) as { readonly default?: Partial<ServerModule> };
    const { name, open } = module ?? {};
    if (typeof name !== "string" || typeof open !== "function") {
      throw notAModule(path, "Its default export is not { name, open(kit) }.");
    }
    if (!NAME.test(name) || TAKEN.has(name)) {
      throw notAModule(
        path,
        `Its name '${name}' is ${TAKEN.has(name) ? "taken" : "not lower-case letters, digits and hyphens"}.`,
      );
    }
    return { name, open: (kit) => open({ ...kit, settings: config.moduleSettings(name) }) };
  };
  return { name: path, load, settings: {} };
};

const notAModule = (path: string, why: string, cause?: unknown): Failure =>
  new Failure("invalid", `TAXIWAY_MODULES names ${path}, which is not a module. ${why}`, {
    hint: "docs/extending.md shows a module.",
    ...(cause !== undefined && { cause }),
  });
