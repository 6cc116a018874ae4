import { useEffect } from "react";
import { type ApiClient, ApiError, type Problem, part, problemOf } from "../../../api/client.ts";
import { api, useWho } from "../../../api/session.ts";
import { createStore, type Store, useStore } from "../../../api/store.ts";
import type { Connector, DraftAnswer, DraftedTool, Listed, VersionsAnswer } from "../answers.ts";
import { type Merged, mergeDrafts } from "./merge-drafts.ts";

/** A connector that somebody looks at or works on. */
export interface Work {
  readonly name: string;
  /** `draft` can be changed; the others are looked at, until a draft is made of them. */
  readonly origin: "draft" | "served" | "version";
  /** As the server has it. */
  readonly saved: Connector;
  /** As it is here. The same object when nothing was changed. */
  readonly mine: Connector;
  readonly revision: number;
  /** Where neither a draft nor something served is looked at. */
  readonly version?: number;
  readonly approvals: readonly DraftedTool[];
  readonly savedAt?: string;
  readonly savedBy?: string;
  /** What somebody else saved meanwhile, and what would become of both. */
  readonly conflict?: { readonly theirs: DraftAnswer; readonly merged: Merged };
}

export type WorkState =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: Problem }
  | {
      readonly state: "ready";
      readonly work: Work;
      /** Something is being sent. */
      readonly busy: boolean;
      /** Why it was not saved. */
      readonly problem?: Problem | undefined;
    };

export interface Bench {
  readonly store: Store<WorkState>;
  /** Asks the server again, unless there is something here that is not saved. */
  open(): Promise<void>;
  edit(change: (connector: Connector) => Connector): void;
  /** True when everything is saved. */
  save(): Promise<boolean>;
  discard(): void;
  approve(tools: readonly string[], approved: boolean): Promise<boolean>;
  /** Makes a draft of what is looked at. */
  begin(): Promise<boolean>;
  takeTheirs(): void;
  /** What both made is put together, looked at here, and saved over what they saved. */
  takeMerged(): void;
}

export const isDirty = ({ mine, saved }: Work): boolean => mine !== saved;

const fromDraft = (answer: DraftAnswer): Work => ({
  ...{ name: answer.connector.name, origin: "draft" as const, saved: answer.connector, mine: answer.connector },
  ...{ revision: answer.revision, approvals: answer.tools, savedAt: answer.saved_at, savedBy: answer.saved_by },
});

const fromDocument = (origin: Work["origin"], connector: Connector): Work => ({
  ...{ name: connector.name, origin, saved: connector, mine: connector, revision: 0, approvals: [] },
});

/** The draft; without one what is served; without that the newest version. Of what is not there, the server says so. */
const loadWork = async (api: ApiClient, name: string): Promise<Work> => {
  const path = `/connectors/${part(name)}`;
  const { connectors } = await api.get<{ readonly connectors: readonly Listed[] }>("/connectors");
  const listed = connectors.find((each) => each.name === name);
  if (listed === undefined || listed.draft) return fromDraft(await api.get<DraftAnswer>(`${path}/draft`));
  if (listed.served) return fromDocument("served", await api.get<Connector>(`${path}/export`));
  const { versions } = await api.get<VersionsAnswer>(`${path}/versions`);
  const version = versions.at(-1)?.version ?? 1;
  const document = await api.get<Connector>(`${path}/export`, { query: { version } });
  return { ...fromDocument("version", document), version };
};

export const createBench = (api: ApiClient, name: string): Bench => {
  const store = createStore<WorkState>({ state: "loading" });
  const path = `/connectors/${part(name)}`;
  const ready = () => {
    const now = store.get();
    return now.state === "ready" ? now : undefined;
  };
  const show = (work: Work, problem?: Problem): void => store.set({ state: "ready", work, busy: false, problem });

  /** One after the other: what is sent was made of what was answered before. */
  const sending = async (work: (now: Work) => Promise<Work>): Promise<boolean> => {
    const now = ready();
    if (now === undefined || now.busy) return false;
    store.set({ ...now, busy: true });
    try {
      const next = await work(now.work);
      const typed = ready()?.work.mine ?? now.work.mine;
      // What was typed while it was sent stays, and is not saved yet.
      show(typed === now.work.mine ? next : { ...next, mine: typed });
      return typed === now.work.mine;
    } catch (error) {
      show(ready()?.work ?? now.work, problemOf(error));
      if (isConflict(error)) await compare();
      return false;
    }
  };

  const compare = async (): Promise<void> => {
    const now = ready();
    if (now === undefined) return;
    try {
      const theirs = await api.get<DraftAnswer>(`${path}/draft`);
      const { saved, mine } = now.work;
      const merged = mergeDrafts(saved, mine, theirs.connector);
      store.set({ ...now, problem: undefined, work: { ...now.work, conflict: { theirs, merged } } });
    } catch {
      // What is told is that somebody else saved it; that it could not be read says nothing more.
    }
  };

  const put = (document: Connector, revision: number) =>
    api.put<DraftAnswer>(`${path}/draft`, { document, revision }).then(fromDraft);

  const save = async (): Promise<boolean> => {
    const now = ready();
    if (now === undefined || now.work.conflict) return false;
    if (!isDirty(now.work)) return true;
    return sending(({ mine, revision }) => put(mine, revision));
  };

  return {
    store,
    save,
    async open() {
      const now = ready();
      if (now && (isDirty(now.work) || now.busy)) return;
      try {
        const work = await loadWork(api, name);
        const late = ready();
        if (!late || !isDirty(late.work)) show(work);
      } catch (error) {
        if (!ready()) store.set({ state: "failed", error: problemOf(error) });
      }
    },
    edit(change) {
      const now = ready();
      if (now?.work.origin !== "draft") return;
      store.set({ ...now, work: { ...now.work, mine: change(now.work.mine) } });
    },
    discard() {
      const now = ready();
      if (now) show({ ...now.work, mine: now.work.saved });
    },
    async approve(tools, approved) {
      if (!(await save())) return false;
      return sending(async () => fromDraft(await api.post<DraftAnswer>(`${path}/approve`, { tools, approved })));
    },
    begin: () => sending(({ saved }) => put(saved, 0)),
    takeTheirs() {
      const theirs = ready()?.work.conflict?.theirs;
      if (theirs) show(fromDraft(theirs));
    },
    takeMerged() {
      const { conflict, saved, mine } = ready()?.work ?? {};
      if (!conflict || !saved || !mine) return;
      show({ ...fromDraft(conflict.theirs), mine: mergeDrafts(saved, mine, conflict.theirs.connector).connector });
    },
  };
};

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.field === "revision";

const benches = new Map<string, Bench>();
let whose = "";

/** What one viewer left unsaved is not for the next; whoever has to log in again finds it as it was. */
const benchOf = (viewer: string | undefined, name: string): Bench => {
  if (viewer !== undefined && viewer !== whose) {
    benches.clear();
    whose = viewer;
  }
  const bench = benches.get(name) ?? createBench(api, name);
  benches.set(name, bench);
  return bench;
};

/** The work on a connector. It goes on where it was left, as long as the window is open. */
export const useWork = (name: string): { readonly bench: Bench; readonly state: WorkState } => {
  const who = useWho();
  const bench = benchOf(who && `${who.tenant} ${who.by}`, name);
  useEffect(() => void bench.open(), [bench]);
  return { bench, state: useStore(bench.store) };
};

export const forgetWork = (name: string): void => void benches.delete(name);
