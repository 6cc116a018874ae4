import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { SETTINGS } from "../../../src/cli/settings.ts";
import { createTaxiwayMetrics } from "../../../src/platform/telemetry/taxiway-metrics.ts";
import { type Compose, readCompose, type Service } from "./compose-file.ts";
import { copiedFromRepository } from "./dockerfile.ts";

const root = resolve(import.meta.dirname, "../../..");
const deploy = join(root, "deploy");
const read = (name: string): string => readFileSync(join(deploy, name), "utf8");

/** Taxiway's own check of these settings. */
const settingProblems = (settings: readonly (readonly [string, string | number])[]): string[] =>
  settings.flatMap(([name, value]) => {
    const setting = SETTINGS.find((known) => known.name === name);
    // An empty value counts as not set.
    const problem = setting ? value !== "" && setting.check?.(String(value)) : "there is no such setting";
    return problem ? [`${name}=${value}: ${problem}`] : [];
  });

describe("deploy/compose.yaml", () => {
  let compose: Compose;
  let services: readonly (readonly [string, Service])[];
  beforeAll(async () => {
    compose = await readCompose();
    services = Object.entries(compose.services);
  });

  it("gives the nodes only settings that exist", () => {
    const environment = Object.entries(compose.services.node.environment ?? {});
    expect(environment.length).toBeGreaterThan(5);
    expect(settingProblems(environment)).toEqual([]);
  });

  it("trusts only the network of nginx", () => {
    const [front] = compose.networks["front"]?.ipam?.config ?? [];
    expect(compose.services.node.environment?.["TAXIWAY_TRUSTED_PROXIES"]).toBe(front?.subnet);
    expect(compose.services.nginx.networks).toEqual(["front"]);
    expect(compose.services.valkey.networks).toEqual(["back"]);
  });

  it("hardens, limits and health-checks every service", () => {
    expect(services.map(([name]) => name)).toEqual(["nginx", "node", "valkey"]);
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        stop_grace_period: "15s",
        deploy: { resources: { limits: { memory: expect.stringMatching(/^\d+[mg]$/) } } },
      });
      expect(service.healthcheck.test.map((word) => typeof word)).toEqual(service.healthcheck.test.map(() => "string"));
    }
  });

  it("names only existing files, networks, volumes, services and build targets", () => {
    const made = new Set(["./tls"]);
    const targets = [...read("Dockerfile").matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, target]) => target);
    const missing = services.flatMap(([, { build, volumes = [], networks, depends_on = {} }]) => [
      ...volumes
        .map((volume) => volume.split(":")[0] as string)
        .filter((source) =>
          source.startsWith(".")
            ? !made.has(source) && !existsSync(join(deploy, source))
            : !(source in compose.volumes),
        ),
      ...networks.filter((network) => !(network in compose.networks)),
      ...Object.keys(depends_on).filter((name) => !(name in compose.services)),
      ...(build ? [build.target].filter((target) => !targets.includes(target)) : []),
      ...(build ? [join(deploy, build.context, build.dockerfile)].filter((path) => !existsSync(path)) : []),
    ]);
    expect(missing).toEqual([]);
  });

  it("has the nodes that nodes.conf sends requests to", () => {
    const { HTTP_PORT } = compose.services.node.environment ?? {};
    expect(read("nodes.conf")).toContain(`server node:${HTTP_PORT} `);
  });
});

describe("deploy/Dockerfile", () => {
  it("has a build context of exactly what it copies", () => {
    const given = read("Dockerfile.dockerignore").match(/(?<=^!).+$/gm);
    expect(new Set(given)).toEqual(new Set(copiedFromRepository()));
  });
});

describe("deploy/taxiway.service", () => {
  const unit = read("taxiway.service");

  it("sets only settings that exist", () => {
    const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
      ([, name, value]) => [name as string, value as string] as const,
    );
    expect(environment.length).toBeGreaterThan(5);
    expect(settingProblems(environment.filter(([name]) => name !== "NODE_ENV"))).toEqual([]);
  });

  it("gives Taxiway time to stop, and restarts it after a crash", () => {
    for (const line of ["KillSignal=SIGTERM", "KillMode=mixed", "TimeoutStopSec=15", "Restart=on-failure"]) {
      expect(unit.split("\n")).toContain(line);
    }
  });
});

describe("deploy/nginx.conf", () => {
  it("has the nodes' limit on request bodies", () => {
    const limit = SETTINGS.find(({ name }) => name === "TAXIWAY_MAX_BODY_KB")?.default;
    expect(read("nginx.conf")).toContain(`client_max_body_size ${Number(limit) / 1024}m;`);
  });
});

describe("deploy/grafana-dashboard.json", () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: readonly Panel[] };
  const used = new Set(
    panels
      .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr.match(/\b(taxiway|process|nodejs)_\w+/g) ?? []))
      .map((name) => name.replace(/_bucket$/, "")),
  );

  const exported = async (): Promise<Set<string>> => {
    const metrics = createTaxiwayMetrics({
      version: "1",
      connections: () => 1,
      streams: () => 1,
      requestsInFlight: () => 1,
      sessions: async () => ({ active: 1, total: 1 }),
      bookings: async () => 1,
      storeWritable: () => true,
    });
    metrics.toolCall("gds", "searchFlights", "ok", 1);
    metrics.httpRequest("POST", "/mcp", 200, 1);
    metrics.shed("requests");
    metrics.storeOperation("get", 1, true);
    const text = await metrics.text();
    metrics.close();
    return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name as string));
  };

  it("queries only metrics that Taxiway exports", async () => {
    const known = await exported();
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });

  it("shows every metric of Taxiway", async () => {
    const own = [...(await exported())].filter((name) => name.startsWith("taxiway_"));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !used.has(name))).toEqual([]);
  });

  it("has panels with distinct ids and at least one query each", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ type, targets }) => type !== "row" && !targets?.length)).toEqual([]);
  });
});

describe("the files of deploy/", () => {
  it("are all mentioned in docs/operating.md", () => {
    const page = readFileSync(join(root, "docs/operating.md"), "utf8");
    const files = readdirSync(deploy).filter((name) => !/^\.|dockerignore$|^tls$/.test(name));
    expect(files.filter((name) => !page.includes(name))).toEqual([]);
  });
});
