import { setTimeout as sleep } from "node:timers/promises";
import {
  describeTool,
  OPEN_TO_SERVICES,
  register,
  registered,
} from "../../test/system/servers/toolbox/nodes/registry-client.ts";
import { type Health, type Services, startServices } from "../../test/system/servers/toolbox/nodes/services.ts";
import { LOAD_CORE, pinnedTo } from "../http/cores.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { taxiwayHttp } from "../taxiway.ts";

/** A Taxiway with the tools of twenty services, ten each. */
export interface ToolRegistry {
  readonly server: HttpServer;
  readonly services: Services;
  /** Ten tools of a healthy service. */
  readonly healthyTools: readonly string[];
  readonly failingTools: readonly string[];
  end(): Promise<void>;
}

const SERVICES = 20;
const TOOLS_EACH = 10;
const nameOf = (service: number, each: number): string => `echo_${service}_${each}`;
const toolsOf = (service: number): readonly string[] =>
  Array.from({ length: TOOLS_EACH }, (_, each) => nameOf(service, each));

/** Each affects five of the services 5 to 19; the first five are always healthy. */
export const FAILURES: readonly Health[] = ["hangs", "refuses", "garbage"];
const NO_FAILURES: readonly Health[] = [];

export const openToolRegistry = async (failures = NO_FAILURES): Promise<ToolRegistry> => {
  const [server, services] = await Promise.all([
    startHttpServer(taxiwayHttp({ folder: "", env: { ...OPEN_TO_SERVICES, TAXIWAY_STORE: "memory" } })),
    startServices(SERVICES, pinnedTo(LOAD_CORE)),
  ]);
  const failing = failures.flatMap((_, kind) => [5, 6, 7, 8, 9].map((index) => index + kind * 5));
  for (const [kind, failure] of failures.entries()) {
    await services.become(failure, ...failing.slice(kind * 5, kind * 5 + 5));
  }
  for (let service = 0; service < SERVICES; service++) {
    for (const name of toolsOf(service)) await register(server, describeTool(name, services.endpoint(service)));
  }
  const registry = {
    server,
    services,
    healthyTools: toolsOf(0),
    failingTools: failing.flatMap(toolsOf),
    async end() {
      await server.end();
      await services.stop();
    },
  };
  await untilChecked(registry);
  return registry;
};

/** Waits until the health checks have found the status of every tool. */
const untilChecked = async ({ server, failingTools }: ToolRegistry): Promise<void> => {
  for (;;) {
    const tools = await registered(server);
    const isChecked = tools.every(
      ({ name, status }) => status === (failingTools.includes(name) ? "unavailable" : "healthy"),
    );
    if (isChecked) return;
    await sleep(500);
  }
};
