import type { Config } from "../cli/config.ts";
import type { ServerSummary } from "../console/contract.ts";
import type { Happenings } from "../console/live/feeds.ts";
import type { ConsoleServers } from "../console/servers/server-routes.ts";
import type { Dispatcher } from "../mcp/protocol/dispatcher.ts";
import { keys } from "../model/keys.ts";
import type { OpenConnectors } from "./connectors.ts";
import type { Core, Taxiway } from "./house.ts";
import type { OpenToolbox } from "./toolbox.ts";

/** What the console shows, and what changes in it. */
export interface ServingParts {
  readonly taxiway: Pick<Taxiway, "gds" | "dispatcher">;
  readonly core: Core;
  readonly flights: { readonly dispatcher: Dispatcher };
  readonly toolbox: OpenToolbox;
  readonly connectors: OpenConnectors;
}

interface BuiltInServer extends Pick<ServerSummary, "path" | "source"> {
  of(tenant: string): Dispatcher | Promise<Dispatcher>;
}

/** The servers of the house, and a tenant's connectors. */
export const consoleServers = (config: Config, parts: ServingParts): ConsoleServers => {
  const { taxiway, flights, toolbox, connectors } = parts;
  const house = new Map<string, BuiltInServer>([
    ["gds", { path: "/mcp", source: "sandbox", of: () => taxiway.dispatcher }],
    ["flights", { path: "/mcp/flights", source: config.duffel ? "live" : "sandbox", of: () => flights.dispatcher }],
    ["toolbox", { path: "/mcp/toolbox", source: "mixed", of: async (tenant) => (await toolbox.of(tenant)).dispatcher }],
  ]);

  const summary = (
    { server: { title, version, tools } }: Dispatcher,
    more: Pick<ServerSummary, "name" | "path" | "kind" | "source">,
  ): ServerSummary => ({ ...more, title, version, tools: tools.list().length });

  const find: ConsoleServers["find"] = async (tenant, name) =>
    house.get(name)?.of(tenant) ?? connectors.find(tenant, name);

  return {
    find,
    async list(tenant) {
      const own = [...house].map(async ([name, { path, source, of }]) =>
        summary(await of(tenant), { name, path, source, kind: "built-in" }),
      );
      const served = (await connectors.served(tenant)).map(async ({ name, source }) => {
        const dispatcher = await connectors.find(tenant, name);
        return dispatcher && summary(dispatcher, { name, path: `/mcp/${name}`, source, kind: "connector" });
      });
      return (await Promise.all([...own, ...served])).filter((server) => server !== undefined);
    },
  };
};

const BOOKING = /^gds:\/\/booking\/(.+)$/;

export const happeningsIn = ({ taxiway, toolbox, connectors, core: { store } }: ServingParts): Happenings => ({
  onBooking: (listener) =>
    taxiway.gds.changes?.listen((change) => {
      const [, pnr] = (change.kind === "resource" && BOOKING.exec(change.uri)) || [];
      if (pnr !== undefined && change.kind === "resource" && change.of) listener(change.of.tenant, pnr);
    }) ?? (() => undefined),

  async statusOf(tenant, pnr) {
    const status = (await store.get(keys.booking(tenant, pnr)))?.value["status"];
    return typeof status === "string" ? status : undefined;
  },

  onTools(tenant, listener) {
    const ends = [connectors.onChange(tenant, listener)];
    let ended = false;
    const follow = async (): Promise<void> => {
      const { dispatcher } = await toolbox.of(tenant);
      if (!ended) ends.push(dispatcher.server.tools.onChange(() => listener("toolbox")));
    };
    void follow().catch(() => undefined);
    return () => {
      ended = true;
      for (const end of ends) end();
    };
  },
});
