import type { Connector, Invocation, VersionShown } from "../src/pages/connectors/answers.ts";
import { CAPCORN, PETS } from "./fake-connector-documents.ts";
import { testAnswer } from "./fake-connector-test.ts";
import { type FakeRequest, type FakeRoute, Refusal } from "./fake-route.ts";

interface Kept {
  draft?: { connector: Connector; revision: number; savedAt: string; approved: Set<string> };
  versions: (VersionShown & { readonly connector: Connector })[];
  active?: number | undefined;
  builtIn?: Connector;
  readonly secrets: Set<string>;
}

const now = (): string => new Date().toISOString();
const drafted = (connector: Connector, revision = 1, approved = new Set<string>()) => ({
  ...{ connector, revision, savedAt: now(), approved },
});

const shelf = new Map<string, Kept>([
  ["capcorn", { builtIn: CAPCORN, versions: [], secrets: new Set() }],
  ["pets", { draft: drafted(PETS), versions: [], secrets: new Set() }],
]);

const keptOf = ({ params }: FakeRequest): Kept => {
  const kept = shelf.get(params["name"] ?? "");
  if (!kept) throw new Refusal(404, "not_found", "There is no such connector.");
  return kept;
};

const draftOf = (request: FakeRequest) => {
  const { draft } = keptOf(request);
  if (!draft) throw new Refusal(404, "not_found", "There is no draft of this name.");
  return draft;
};

const shownDraft = ({ connector, revision, savedAt, approved }: ReturnType<typeof drafted>) => ({
  ...{ connector, revision, saved_at: savedAt, saved_by: "admin-token" },
  tools: connector.tools.map(({ name }) => ({
    ...{ name, approved: approved.has(name) },
    ...(approved.has(name) && { approved_by: "admin-token", approved_at: savedAt }),
  })),
});

const servedOf = ({ active, versions, builtIn }: Kept): Connector | undefined =>
  versions.find(({ version }) => version === active)?.connector ?? builtIn;

const listed = () => ({
  connectors: [...shelf].map(([name, kept]) => ({
    ...{ name, built_in: kept.builtIn !== undefined, versions: kept.versions.length, version: kept.active ?? null },
    title: (kept.draft?.connector ?? servedOf(kept))?.title ?? name,
    served: servedOf(kept) !== undefined,
    ...(kept.draft && {
      draft: {
        tools: kept.draft.connector.tools.length,
        ...{ approved: kept.draft.approved.size, saved_at: kept.draft.savedAt },
      },
    }),
  })),
});

const exported = (request: FakeRequest): Connector => {
  const kept = keptOf(request);
  const { version } = request.query;
  const named = kept.versions.find((each) => String(each.version) === version)?.connector;
  const found = version === "draft" ? kept.draft?.connector : version === undefined ? servedOf(kept) : named;
  if (!found) throw new Refusal(404, "not_found", "Nothing is served under this name.");
  return found;
};

const save = (request: FakeRequest) => {
  const { document, revision } = request.body as { document: Connector; revision?: number };
  const kept = keptOf(request);
  const before = kept.draft?.revision ?? 0;
  if (revision !== undefined && revision !== before) {
    throw new Refusal(409, "rule", "Somebody else changed the draft meanwhile.", { field: "revision" });
  }
  const bad = document.tools.findIndex(({ name }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name));
  if (bad >= 0) {
    const [field, message] = [`tools[${bad}].name`, `tools[${bad}].name must be small letters and underscores.`];
    throw new Refusal(400, "invalid", message, { field, problems: [{ field, message }] });
  }
  kept.draft = drafted(document, before + 1, kept.draft?.approved);
  return shownDraft(kept.draft);
};

const create = ({ body }: FakeRequest) => {
  const { name, document } = body as { name?: string; document?: string };
  const connector = document === undefined ? { ...PETS, name: name ?? "pets" } : (JSON.parse(document) as Connector);
  const kept = shelf.get(connector.name) ?? { versions: [], secrets: new Set<string>() };
  kept.draft = drafted(connector, (kept.draft?.revision ?? 0) + 1);
  shelf.set(connector.name, kept);
  const remarks = connector.tools.map(({ name: tool }, index) => ({
    ...{ tool, deprecated: index === 1, problems: index === 0 ? ["Its answer is not described."] : [] },
  }));
  return {
    ...shownDraft(kept.draft),
    ...(document === undefined && { candidates: remarks, problems: ["The API is called without encryption."] }),
  };
};

const approve = (request: FakeRequest) => {
  const draft = draftOf(request);
  const { tools = draft.connector.tools.map(({ name }) => name), approved = true } = request.body as {
    tools?: readonly string[];
    approved?: boolean;
  };
  for (const tool of tools) approved ? draft.approved.add(tool) : draft.approved.delete(tool);
  draft.revision += 1;
  return shownDraft(draft);
};

const publish = (request: FakeRequest) => {
  const kept = keptOf(request);
  const { connector, approved } = draftOf(request);
  if (approved.size === 0) throw new Refusal(409, "rule", "Nothing of the draft is approved.");
  const tools = connector.tools.filter(({ name }) => approved.has(name));
  const version = kept.versions.length + 1;
  const shown = { version, published_at: now(), published_by: "admin-token", tools: tools.length, breaking: false };
  kept.versions.push({ ...shown, connector: { ...connector, tools } });
  kept.active = version;
  return { name: connector.name, ...shown, unchanged: false };
};

const diff = (request: FakeRequest) => {
  const { connector, approved } = draftOf(request);
  const before = new Set(servedOf(keptOf(request))?.tools.map(({ name }) => name) ?? []);
  const added = [...approved].filter((name) => !before.has(name));
  const removed = [...before].filter((name) => !approved.has(name));
  const change = (kind: string, breaking: boolean) => (tool: string) => ({
    ...{ tool, change: kind, breaking, details: [] },
  });
  return {
    changes: [...removed.map(change("removed", true)), ...added.map(change("added", false))],
    breaking: removed.length > 0,
    left_out: connector.tools.map(({ name }) => name).filter((name) => !approved.has(name)),
  };
};

const credentials = (request: FakeRequest) => {
  const { secrets, draft, ...kept } = keptOf(request);
  const connector = draft?.connector ?? servedOf({ ...kept, secrets });
  return {
    credentials: (connector?.credentials ?? []).map(({ name, kind = "secret", description }) => ({
      ...{ name, kind, description, host: new URL(connector?.base_url ?? "").host, set: secrets.has(name) },
    })),
  };
};

const invocation = (server: string, index: number): Invocation => ({
  ...{ id: `${server}-${index}`, at: new Date(Date.now() - index * 47_000).toISOString(), who: "travel bot" },
  ...{ tool: index % 3 === 0 ? "find_pets" : "get_pet_by_id", version: 1, source: "live", milliseconds: 40 + index },
  ...(index % 5 === 4
    ? { outcome: "error", error: { kind: "failed", message: "The API says: no such pet.", http_status: 404 } }
    : { outcome: "ok" }),
  ...{ arguments: { petId: `PET-${index}` }, steps: { request: 1, http: 35, response: 2 } },
});

export const CONNECTOR_ROUTES: readonly FakeRoute[] = [
  ["GET", "/connectors", listed],
  ["POST", "/drafts", create],
  ["POST", "/import", create],
  ["GET", "/connectors/:name/draft", (request) => shownDraft(draftOf(request))],
  ["PUT", "/connectors/:name/draft", save],
  [
    ...(["DELETE", "/connectors/:name/draft"] as const),
    (request) => {
      const kept = keptOf(request);
      delete kept.draft;
      if (kept.versions.length === 0 && !kept.builtIn) shelf.delete(request.params["name"] ?? "");
    },
  ],
  ["POST", "/connectors/:name/approve", approve],
  ["GET", "/connectors/:name/diff", diff],
  ["POST", "/connectors/:name/publish", publish],
  [
    ...(["GET", "/connectors/:name/versions"] as const),
    (request) => {
      const { active, versions } = keptOf(request);
      return { active: active ?? null, versions: versions.map(({ connector: _, ...shown }) => shown) };
    },
  ],
  [
    ...(["POST", "/connectors/:name/rollback"] as const),
    (request) => {
      const kept = keptOf(request);
      kept.active = Number(request.body["version"]);
      return { name: request.params["name"], version: kept.active };
    },
  ],
  [
    ...(["POST", "/connectors/:name/unpublish"] as const),
    (request) => {
      keptOf(request).active = undefined;
    },
  ],
  ["GET", "/connectors/:name/export", exported],
  ["GET", "/connectors/:name/credentials", credentials],
  [
    ...(["PUT", "/connectors/:name/credentials/:credential"] as const),
    (request) => void keptOf(request).secrets.add(request.params["credential"] ?? ""),
  ],
  [
    ...(["DELETE", "/connectors/:name/credentials/:credential"] as const),
    (request) => void keptOf(request).secrets.delete(request.params["credential"] ?? ""),
  ],
  [
    ...(["POST", "/connectors/:name/test"] as const),
    (request) => {
      const kept = keptOf(request);
      const connector = kept.draft?.connector ?? servedOf(kept);
      const tool = connector?.tools.find(({ name }) => name === request.body["tool"]);
      if (!tool) throw new Refusal(404, "not_found", "It has no such tool.", { field: "tool" });
      return testAnswer(tool, request.body);
    },
  ],
  [
    ...(["GET", "/invocations"] as const),
    ({ query: { server = "" } }) => ({
      invocations: shelf.get(server)?.active ? Array.from({ length: 20 }, (_, index) => invocation(server, index)) : [],
    }),
  ],
];
