import { setTimeout as sleep } from "node:timers/promises";
import { describeTool, OPEN_TO_SERVICES, register, registered } from "../../test/system/servers/toolbox/nodes/registry-client.ts";
import { type Health, type Services, startServices } from "../../test/system/servers/toolbox/nodes/services.ts";
import { LOAD_CORE, pinnedTo } from "../http/cores.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { taxiwayHttp } from "../http/taxiway.ts";

/** Twenty services with ten tools each, and a Taxiway that knows them all. */
export interface Ward {
  readonly server: HttpServer;
  readonly services: Services;
  /** Ten tools of one service that is well. */
  readonly well: readonly string[];
  readonly sick: readonly string[];
  end(): Promise<void>;
}

const SERVICES = 20;
const TOOLS_EACH = 10;
const nameOf = (service: number, each: number): string => `echo_${service}_${each}`;
const toolsOf = (service: number): readonly string[] =>
  Array.from({ length: TOOLS_EACH }, (_, each) => nameOf(service, each));

/** Of services 5 to 19; the first five are always well. */
export const SICKNESSES: readonly Health[] = ["hangs", "refuses", "garbage"];
const HEALTHY: readonly Health[] = [];

export const openWard = async (sicknesses = HEALTHY): Promise<Ward> => {
  const { args, env } = taxiwayHttp({ folder: "" });
  const [server, services] = await Promise.all([
    startHttpServer({ args, env: { ...env, ...OPEN_TO_SERVICES, TAXIWAY_STORE: "memory" } }),
    startServices(SERVICES, pinnedTo(LOAD_CORE)),
  ]);
  const sick = sicknesses.flatMap((_, kind) => [5, 6, 7, 8, 9].map((index) => index + kind * 5));
  for (const [kind, sickness] of sicknesses.entries()) {
    await services.become(sickness, ...sick.slice(kind * 5, kind * 5 + 5));
  }
  for (let service = 0; service < SERVICES; service++) {
    for (const name of toolsOf(service)) await register(server, describeTool(name, services.endpoint(service)));
  }
  const ward = {
    server,
    services,
    well: toolsOf(0),
    sick: sick.flatMap(toolsOf),
    async end() {
      await server.end();
      await services.stop();
    },
  };
  await untilKnown(ward);
  return ward;
};

/** Until every tool has been found to be what it is. */
const untilKnown = async ({ server, sick }: Ward): Promise<void> => {
  for (;;) {
    const tools = await registered(server);
    const isKnown = tools.every(({ name, status }) => status === (sick.includes(name) ? "unavailable" : "healthy"));
    if (isKnown) return;
    await sleep(500);
  }
};
