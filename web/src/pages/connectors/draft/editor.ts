import { useEffect } from "react";
import { type ApiClient, ApiError, type Problem, part, problemOf } from "../../../api/client.ts";
import { api, useUser } from "../../../api/login.ts";
import { createStore, type Store, useStore } from "../../../api/store.ts";
import type {
  AuthQuestion,
  Connector,
  ConnectorSummary,
  DraftedTool,
  DraftResponse,
  VersionsResponse,
} from "../responses.ts";
import { type Merged, mergeDrafts } from "./merge-drafts.ts";

/** A connector open in the console. */
export interface WorkingCopy {
  readonly name: string;
  /** Only a `draft` can be edited; the others need a draft first. */
  readonly origin: "draft" | "served" | "version";
  /** As stored on the server. */
  readonly saved: Connector;
  /** As edited here; the same object as `saved` if unchanged. */
  readonly current: Connector;
  readonly revision: number;
  /** Set if neither a draft nor a served version exists. */
  readonly version?: number;
  /** Approval and remarks of each tool. */
  readonly drafted: readonly DraftedTool[];
  /** Remarks on the whole document. */
  readonly problems: readonly string[];
  readonly authQuestion?: AuthQuestion;
  readonly savedAt?: string;
  readonly savedBy?: string;
  /** Another user's conflicting changes, and the result of merging them. */
  readonly conflict?: { readonly theirs: DraftResponse; readonly merged: Merged };
}

export type EditorState =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: Problem }
  | {
      readonly state: "ready";
      readonly copy: WorkingCopy;
      /** A request is running. */
      readonly busy: boolean;
      /** Why saving failed. */
      readonly problem?: Problem | undefined;
    };

type AuthChange = { readonly auth: readonly string[] } | { readonly keep_arguments: readonly string[] };

export interface DraftEditor {
  readonly store: Store<EditorState>;
  /** Reloads from the server unless there are unsaved changes. */
  open(): Promise<void>;
  edit(change: (connector: Connector) => Connector): void;
  /** Resolves to true if everything is saved. */
  save(): Promise<boolean>;
  discard(): void;
  approve(tools: readonly string[], approved: boolean): Promise<boolean>;
  /** Changes how the tools authenticate, or turns credentials back into arguments. Revokes approvals. */
  authenticate(change: AuthChange): Promise<boolean>;
  /** Creates a draft from the shown version. */
  startDraft(): Promise<boolean>;
  takeTheirs(): void;
  /** Replaces the working copy with the merge of both, still unsaved. */
  takeMerged(): void;
}

export const isDirty = ({ current, saved }: WorkingCopy): boolean => current !== saved;

const fromDraft = (answer: DraftResponse): WorkingCopy => ({
  name: answer.connector.name,
  origin: "draft" as const,
  saved: answer.connector,
  current: answer.connector,
  revision: answer.revision,
  drafted: answer.tools,
  problems: answer.problems ?? [],
  ...(answer.auth_question && { authQuestion: answer.auth_question }),
  savedAt: answer.saved_at,
  savedBy: answer.saved_by,
});

const fromDocument = (origin: WorkingCopy["origin"], connector: Connector): WorkingCopy => ({
  name: connector.name,
  origin,
  saved: connector,
  current: connector,
  revision: 0,
  drafted: [],
  problems: [],
});

/** Loads the draft, else the served version, else the newest one. The server reports unknown names. */
const loadCopy = async (api: ApiClient, name: string): Promise<WorkingCopy> => {
  const path = `/connectors/${part(name)}`;
  const { connectors } = await api.get<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const listed = connectors.find((each) => each.name === name);
  if (listed === undefined || listed.draft) return fromDraft(await api.get<DraftResponse>(`${path}/draft`));
  if (listed.served) return fromDocument("served", await api.get<Connector>(`${path}/export`));
  const { versions } = await api.get<VersionsResponse>(`${path}/versions`);
  const version = versions.at(-1)?.version ?? 1;
  const document = await api.get<Connector>(`${path}/export`, { query: { version } });
  return { ...fromDocument("version", document), version };
};

export const createEditor = (api: ApiClient, name: string): DraftEditor => {
  const store = createStore<EditorState>({ state: "loading" });
  const path = `/connectors/${part(name)}`;
  const ready = () => {
    const now = store.get();
    return now.state === "ready" ? now : undefined;
  };
  const setReady = (copy: WorkingCopy, problem?: Problem): void =>
    store.set({ state: "ready", copy, busy: false, problem });

  /** Runs one request at a time, because each depends on the previous response. */
  const submit = async (request: (copy: WorkingCopy) => Promise<WorkingCopy>): Promise<boolean> => {
    const now = ready();
    if (now === undefined || now.busy) return false;
    store.set({ ...now, busy: true });
    try {
      const next = await request(now.copy);
      const edited = ready()?.copy.current ?? now.copy.current;
      // Keep edits made while the request was running; they are not saved yet.
      setReady(edited === now.copy.current ? next : { ...next, current: edited });
      return edited === now.copy.current;
    } catch (error) {
      setReady(ready()?.copy ?? now.copy, problemOf(error));
      if (isConflict(error)) await loadConflict();
      return false;
    }
  };

  const loadConflict = async (): Promise<void> => {
    const now = ready();
    if (now === undefined) return;
    try {
      const theirs = await api.get<DraftResponse>(`${path}/draft`);
      const { saved, current } = now.copy;
      const merged = mergeDrafts(saved, current, theirs.connector);
      store.set({ ...now, problem: undefined, copy: { ...now.copy, conflict: { theirs, merged } } });
    } catch {
      // The conflict itself is reported; failing to load the other version adds nothing.
    }
  };

  const put = (document: Connector, revision: number) =>
    api.put<DraftResponse>(`${path}/draft`, { document, revision }).then(fromDraft);

  const save = async (): Promise<boolean> => {
    const now = ready();
    if (now === undefined || now.copy.conflict) return false;
    if (!isDirty(now.copy)) return true;
    return submit(({ current, revision }) => put(current, revision));
  };

  return {
    store,
    save,
    async open() {
      const now = ready();
      if (now && (isDirty(now.copy) || now.busy)) return;
      try {
        const copy = await loadCopy(api, name);
        const latest = ready();
        if (!latest || !isDirty(latest.copy)) setReady(copy);
      } catch (error) {
        if (!ready()) store.set({ state: "failed", error: problemOf(error) });
      }
    },
    edit(change) {
      const now = ready();
      if (now?.copy.origin !== "draft") return;
      store.set({ ...now, copy: { ...now.copy, current: change(now.copy.current) } });
    },
    discard() {
      const now = ready();
      if (now) setReady({ ...now.copy, current: now.copy.saved });
    },
    async approve(tools, approved) {
      if (!(await save())) return false;
      return submit(async () => fromDraft(await api.post<DraftResponse>(`${path}/approve`, { tools, approved })));
    },
    async authenticate(change) {
      if (!(await save())) return false;
      return submit(async () => fromDraft(await api.post<DraftResponse>(`${path}/auth`, change)));
    },
    startDraft: () => submit(({ saved }) => put(saved, 0)),
    takeTheirs() {
      const theirs = ready()?.copy.conflict?.theirs;
      if (theirs) setReady(fromDraft(theirs));
    },
    takeMerged() {
      const { conflict, saved, current } = ready()?.copy ?? {};
      if (!conflict || !saved || !current) return;
      setReady({
        ...fromDraft(conflict.theirs),
        current: mergeDrafts(saved, current, conflict.theirs.connector).connector,
      });
    },
  };
};

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.field === "revision";

const editors = new Map<string, DraftEditor>();
let editorsOwner = "";

/** Unsaved changes are kept when the same user logs in again, but not for another user. */
const editorFor = (viewer: string | undefined, name: string): DraftEditor => {
  if (viewer !== undefined && viewer !== editorsOwner) {
    editors.clear();
    editorsOwner = viewer;
  }
  const editor = editors.get(name) ?? createEditor(api, name);
  editors.set(name, editor);
  return editor;
};

/** The editor of a connector. Keeps unsaved changes while the window is open. */
export const useEditor = (name: string): { readonly editor: DraftEditor; readonly state: EditorState } => {
  const user = useUser();
  const editor = editorFor(user && `${user.tenant} ${user.by}`, name);
  useEffect(() => void editor.open(), [editor]);
  return { editor, state: useStore(editor.store) };
};

export const closeEditor = (name: string): void => void editors.delete(name);
