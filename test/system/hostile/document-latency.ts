import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { message, modernHeaders, withEnvelope } from "./requests.ts";

const TOKEN = "token-of-the-operator-in-tests";
export const ENV = { TAXIWAY_STORE: "memory", TAXIWAY_ADMIN_TOKEN: TOKEN, RATE_LIMIT_ENABLED: "false" };
const LIST = { method: "tools/call", params: withEnvelope({ name: "listBookings", arguments: {} }) };
const LIST_HEADERS = Object.fromEntries(modernHeaders(LIST).filter(([name]) => name !== "Host"));

export const post = (port: number, path: string, body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/admin${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
    body,
  });

export const listBookings = async (port: number): Promise<void> => {
  const body = JSON.stringify(message(1, LIST));
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: LIST_HEADERS, body });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
};

/** Calls of another client, started every 10 ms regardless of earlier answers, until the work is done. */
const latenciesDuring = async (port: number, work: Promise<unknown>): Promise<number[]> => {
  const latencies: Promise<number>[] = [];
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  const start = performance.now();
  for (let due = start; !done; due += 10) {
    await sleep(Math.max(0, due - performance.now()));
    latencies.push(listBookings(port).then(() => performance.now() - due));
  }
  await ended;
  return (await Promise.all(latencies)).sort((a, b) => a - b);
};

const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] as number;

/** Measured on a quiet machine: 6 to 35 ms. */
const MEASURED_P99_MS = 35;

/** Whether a server that reads this document answers other clients as fast as a server that does not. */
export const expectFastDuring = async (path: string, document: object, status: number): Promise<void> => {
  const { port } = await startHttpTaxiway(ENV);
  const other = await startHttpTaxiway(ENV);
  for (let call = 0; call < 100; call++) await Promise.all([listBookings(port), listBookings(other.port)]);
  const answer = post(port, path, JSON.stringify(document));
  // The other server reads no document: if it is slow too, the machine is.
  const both = await Promise.all([latenciesDuring(port, answer), latenciesDuring(other.port, answer)]);
  const [reading, idle] = both.map(p99) as [number, number];
  expect((await answer).status).toBe(status);
  expect(reading).toBeLessThan(idle + 10 * MEASURED_P99_MS);
};
