import { onTestFinished } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { type Nginx, startNginx } from "../../fixtures/nginx.ts";
import type { Environment, Exit } from "../../fixtures/taxiway.ts";

/** Nodes behind nginx, which sends each request to any of them. */
export interface Fleet {
  readonly nginx: Nginx;
  /** The current processes. */
  readonly nodes: readonly HttpTaxiway[];
  /** Restarts a node on its port, so that nginx needs no change. Resolves to how the old process ended. */
  restart(index: number, signal: NodeJS.Signals): Promise<Exit>;
}

export const startFleet = async (count: number, env: Environment): Promise<Fleet> => {
  const launch = (port: number) =>
    launchHttpTaxiway({ TAXIWAY_TRUSTED_PROXIES: "loopback", ...env, HTTP_PORT: String(port) });
  const nodes = await Promise.all(Array.from({ length: count }, () => launch(0)));
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const nginx = await startNginx({ nodes: nodes.map(({ port }) => port) });
  onTestFinished(nginx.stop);
  return {
    nginx,
    nodes,
    async restart(index, signal) {
      const old = nodes[index] as HttpTaxiway;
      const exit = await old.stop(signal);
      nodes[index] = await launch(old.port);
      return exit;
    },
  };
};
