import type { HttpServer } from "../http/http-server.ts";

/** What a Taxiway says of its main process: its workers are not in it. */
const figure = async ({ port }: HttpServer, name: string): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
};

export const ownCpuSeconds = (server: HttpServer): Promise<number> => figure(server, "process_cpu_seconds_total");

/** Megabytes. */
export const ownMemory = async (server: HttpServer): Promise<number> =>
  (await figure(server, "process_resident_memory_bytes")) / 1_048_576;
