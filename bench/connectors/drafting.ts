import { setTimeout as sleep } from "node:timers/promises";
import { realDocument } from "../../test/fixtures/api-documents/real-documents.ts";
import { timeToList } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { table } from "../table.ts";
import { ADMIN_TOKEN, taxiwayHttp } from "../taxiway.ts";

const CHOSEN_OPERATIONS = 300;
const MAX_CPU_SECONDS = 10;
const MAX_P99_MS = 100;
const QUIET_MS = 5_000;
const BETWEEN_LISTS_MS = 10;
const WARM_UP_LISTS = 200;

/** Large documents of real APIs. GitHub's has more operations than a connector has tools. */
const DOCUMENTS = [
  { name: "Jira", file: "atlassian.com/jira" },
  { name: "Stripe", file: "stripe.com" },
  {
    name: "GitHub, three tags",
    file: "@octokit/openapi/generated/api.github.com.json",
    only: ["tag:repos", "tag:issues", "tag:pulls"],
  },
] as const;

/** Lists tools on a schedule, regardless of earlier answers, until the work is done. Returns p50 and p99. */
const listsDuring = async (
  server: HttpServer,
  work: Promise<unknown>,
): Promise<readonly [p50: number, p99: number]> => {
  const lists: Promise<number>[] = [];
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  for (let due = performance.now(); !done; due += BETWEEN_LISTS_MS) {
    await sleep(Math.max(0, due - performance.now()));
    // Counted from when it should have been sent: a late one has waited already.
    const late = performance.now() - due;
    lists.push(timeToList(server.port, "/mcp").then((ms) => ms + late));
  }
  await ended;
  const sorted = (await Promise.all(lists)).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return [at(0.5), at(0.99)];
};

const draft = async ({ port }: HttpServer, body: object): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/admin/drafts`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The document was not drafted: ${answer.status} ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { readonly candidates: readonly unknown[] }).candidates.length;
};

interface Row {
  readonly name: string;
  readonly megabytes: number;
  readonly tools: number;
  readonly seconds: number;
  readonly cpu: number;
  readonly p99: number;
  readonly p50: number;
}

const measure = async (server: HttpServer, { name, file, ...options }: (typeof DOCUMENTS)[number]): Promise<Row> => {
  const document = realDocument(file);
  const [cpuBefore, startedAt] = [server.cpuSeconds(), performance.now()];
  let tools = 0;
  let seconds = 0;
  const work = draft(server, { document, ...options }).then((count) => {
    tools = count;
    seconds = (performance.now() - startedAt) / 1000;
  });
  const [p50, p99] = await listsDuring(server, work);
  const cpu = server.cpuSeconds() - cpuBefore;
  return { name, megabytes: document.length / 1e6, tools, seconds, cpu, p50, p99 };
};

const report = (rows: readonly Row[], quiet: readonly [number, number]): string => {
  const per = ({ cpu, tools }: Row): number => (cpu * CHOSEN_OPERATIONS) / tools;
  const goals = rows.flatMap((row) => [
    [`CPU seconds per ${CHOSEN_OPERATIONS} operations, ${row.name}`, MAX_CPU_SECONDS, per(row)] as const,
    [`p99 of tools/list meanwhile, ms, ${row.name}`, MAX_P99_MS, row.p99] as const,
  ]);
  return [
    "Drafting a document while another client lists tools a hundred times a second:",
    table(
      ["document", "MB", "tools", "s", "CPU s", `CPU s/${CHOSEN_OPERATIONS}`, "tools/list p50 ms", "p99 ms"],
      [
        ["none", "", "", "", "", "", ...quiet.map((ms) => ms.toFixed(1))],
        ...rows.map((row) => [
          row.name,
          row.megabytes.toFixed(1),
          String(row.tools),
          row.seconds.toFixed(1),
          row.cpu.toFixed(1),
          per(row).toFixed(1),
          row.p50.toFixed(1),
          row.p99.toFixed(1),
        ]),
      ],
    ),
    table(
      ["goal", "below", "measured", "met"],
      goals.map(([goal, most, measured]) => [goal, String(most), measured.toFixed(1), measured < most ? "yes" : "no"]),
    ),
  ].join("\n\n");
};

/** Measures what drafting costs, and what other clients notice of it. CPU includes theirs. */
export const drafting = async (folder: string): Promise<string> => {
  const server = await startHttpServer(taxiwayHttp({ folder, env: { TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN } }));
  try {
    for (let list = 0; list < WARM_UP_LISTS; list++) await timeToList(server.port, "/mcp");
    const quiet = await listsDuring(server, sleep(QUIET_MS));
    const rows: Row[] = [];
    for (const document of DOCUMENTS) rows.push(await measure(server, document));
    return report(rows, quiet);
  } finally {
    await server.end();
  }
};
