import { describe, expect, it } from "vitest";
import { type ApiClient, ApiError } from "../../../api/client.ts";
import type { Connector } from "../responses.ts";
import { createEditor, isDirty } from "./editor.ts";

const DOCUMENT: Connector = {
  connector: 1,
  name: "pets",
  title: "Pets",
  description: "Pets.",
  base_url: "https://pets.example",
  tools: [],
};

/** A stand-in for the server that holds one draft. */
const createServer = () => {
  let loaded = { connector: DOCUMENT, revision: 1, saved_at: "2026-11-16T12:00:00Z", saved_by: "bo", tools: [] };
  const answers: Readonly<Record<string, (body: never) => unknown>> = {
    "GET /connectors": () => ({ connectors: [{ name: "pets", served: false, draft: {} }] }),
    "GET /connectors/pets/draft": () => loaded,
    "PUT /connectors/pets/draft": ({ document, revision }: { document: Connector; revision: number }) => {
      if (revision !== loaded.revision) {
        throw new ApiError(409, { kind: "rule", message: "Another user changed it.", field: "revision" });
      }
      loaded = { ...loaded, connector: document, revision: revision + 1 };
      return loaded;
    },
  };
  const pendingStep: string[] = [];
  const requestRun = async (method: string, path: string, body?: unknown) => {
    pendingStep.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    if (!answer) throw new ApiError(404, { kind: "not_found", message: "There is none." });
    return answer(body as never);
  };
  const api = {
    get: (path: string) => requestRun("GET", path),
    put: (path: string, body: unknown) => requestRun("PUT", path, body),
    post: (path: string, body: unknown) => requestRun("POST", path, body),
    delete: (path: string) => requestRun("DELETE", path),
  } as ApiClient;
  return {
    api,
    pendingStep,
    loaded: () => loaded,
    saveElse: (title: string) =>
      requestRun("PUT", "/connectors/pets/draft", {
        document: { ...loaded.connector, title },
        revision: loaded.revision,
      }),
  };
};

const start = async () => {
  const server = createServer();
  const editor = createEditor(server.api, "pets");
  await editor.open();
  const copy = () => {
    const now = editor.store.get();
    if (now.state !== "ready") throw new Error(`It is ${now.state}.`);
    return now.copy;
  };
  const describeIt = (description: string) => editor.edit((connector) => ({ ...connector, description }));
  return { ...server, editor, copy, describeIt };
};

describe("the draft editor", () => {
  it("saves with the revision of the draft", async () => {
    const { editor, copy, loaded, describeIt } = await start();
    describeIt("Dogs.");
    expect(isDirty(copy())).toBe(true);
    expect(await editor.save()).toBe(true);
    expect(isDirty(copy())).toBe(false);
    expect(loaded()).toMatchObject({ revision: 2, connector: { description: "Dogs." } });
  });

  it("never overwrites another user's changes, and merges them on request", async () => {
    const { editor, copy, loaded, saveElse, describeIt } = await start();
    describeIt("Dogs.");
    await saveElse("Theirs");
    expect(await editor.save()).toBe(false);
    expect(loaded().connector).toMatchObject({ title: "Theirs", description: "Pets." });
    expect(copy().conflict?.merged.clashes).toEqual([]);
    expect(await editor.save()).toBe(false);
    editor.takeMerged();
    expect(await editor.save()).toBe(true);
    expect(loaded().connector).toMatchObject({ title: "Theirs", description: "Dogs." });
  });

  it("can discard local changes in favour of the other user's", async () => {
    const { editor, copy, saveElse, describeIt } = await start();
    describeIt("Dogs.");
    await saveElse("Theirs");
    await editor.save();
    editor.takeTheirs();
    expect(copy()).toMatchObject({ revision: 2, current: { title: "Theirs", description: "Pets." } });
    expect(isDirty(copy())).toBe(false);
  });

  it("keeps unsaved edits when reopened, and edits made while saving", async () => {
    const { editor, copy, describeIt } = await start();
    describeIt("Dogs.");
    await editor.open();
    expect(copy().current.description).toBe("Dogs.");
    const saving = editor.save();
    describeIt("Dogs and cats.");
    expect(await saving).toBe(false);
    expect(copy()).toMatchObject({
      revision: 2,
      saved: { description: "Dogs." },
      current: { description: "Dogs and cats." },
    });
    editor.discard();
    expect(copy().current.description).toBe("Dogs.");
  });
});
