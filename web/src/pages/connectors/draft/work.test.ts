import { describe, expect, it } from "vitest";
import { type ApiClient, ApiError } from "../../../api/client.ts";
import type { Connector } from "../answers.ts";
import { createBench, isDirty } from "./work.ts";

const DOCUMENT: Connector = {
  ...{ connector: 1, name: "pets", title: "Pets", description: "Pets.", base_url: "https://pets.example", tools: [] },
};

/** A server that keeps one draft, as the real one does. */
const createServer = () => {
  let kept = { connector: DOCUMENT, revision: 1, saved_at: "2026-11-16T12:00:00Z", saved_by: "bo", tools: [] };
  const answers: Readonly<Record<string, (body: never) => unknown>> = {
    "GET /connectors": () => ({ connectors: [{ name: "pets", served: false, draft: {} }] }),
    "GET /connectors/pets/draft": () => kept,
    "PUT /connectors/pets/draft": ({ document, revision }: { document: Connector; revision: number }) => {
      if (revision !== kept.revision) {
        throw new ApiError(409, { kind: "rule", message: "Somebody else changed it.", field: "revision" });
      }
      kept = { ...kept, connector: document, revision: revision + 1 };
      return kept;
    },
  };
  const asked: string[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    asked.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    if (!answer) throw new ApiError(404, { kind: "not_found", message: "There is none." });
    return answer(body as never);
  };
  const api = {
    get: (path: string) => ask("GET", path),
    put: (path: string, body: unknown) => ask("PUT", path, body),
    post: (path: string, body: unknown) => ask("POST", path, body),
    delete: (path: string) => ask("DELETE", path),
  } as ApiClient;
  return {
    api,
    asked,
    kept: () => kept,
    saveElse: (title: string) =>
      ask("PUT", "/connectors/pets/draft", { document: { ...kept.connector, title }, revision: kept.revision }),
  };
};

const start = async () => {
  const server = createServer();
  const bench = createBench(server.api, "pets");
  await bench.open();
  const work = () => {
    const now = bench.store.get();
    if (now.state !== "ready") throw new Error(`It is ${now.state}.`);
    return now.work;
  };
  const describeIt = (description: string) => bench.edit((connector) => ({ ...connector, description }));
  return { ...server, bench, work, describeIt };
};

describe("work on a draft", () => {
  it("is saved with the revision it was made of, and then there is nothing to save", async () => {
    const { bench, work, kept, describeIt } = await start();
    describeIt("Dogs.");
    expect(isDirty(work())).toBe(true);
    expect(await bench.save()).toBe(true);
    expect(isDirty(work())).toBe(false);
    expect(kept()).toMatchObject({ revision: 2, connector: { description: "Dogs." } });
  });

  it("is never saved over what somebody else saved; both are put together when somebody says so", async () => {
    const { bench, work, kept, saveElse, describeIt } = await start();
    describeIt("Dogs.");
    await saveElse("Theirs");
    expect(await bench.save()).toBe(false);
    expect(kept().connector).toMatchObject({ title: "Theirs", description: "Pets." });
    expect(work().conflict?.merged.clashes).toEqual([]);
    expect(await bench.save()).toBe(false);
    bench.takeMerged();
    expect(await bench.save()).toBe(true);
    expect(kept().connector).toMatchObject({ title: "Theirs", description: "Dogs." });
  });

  it("can be given up for theirs", async () => {
    const { bench, work, saveElse, describeIt } = await start();
    describeIt("Dogs.");
    await saveElse("Theirs");
    await bench.save();
    bench.takeTheirs();
    expect(work()).toMatchObject({ revision: 2, mine: { title: "Theirs", description: "Pets." } });
    expect(isDirty(work())).toBe(false);
  });

  it("stays when the page is opened again, and what is typed while it is saved stays too", async () => {
    const { bench, work, describeIt } = await start();
    describeIt("Dogs.");
    await bench.open();
    expect(work().mine.description).toBe("Dogs.");
    const saving = bench.save();
    describeIt("Dogs and cats.");
    expect(await saving).toBe(false);
    expect(work()).toMatchObject({
      revision: 2,
      saved: { description: "Dogs." },
      mine: { description: "Dogs and cats." },
    });
    bench.discard();
    expect(work().mine.description).toBe("Dogs.");
  });
});
