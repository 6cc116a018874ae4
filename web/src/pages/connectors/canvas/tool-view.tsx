import { useCallback, useRef, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Page } from "../../../components/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../components/states.tsx";
import { brief, plain, shorten } from "../../../format/text.ts";
import { goTo, hrefTo, replaceRoute, useRoute } from "../../../router/router.ts";
import { Crumbs } from "../connector-view.tsx";
import { DraftBar } from "../draft/draft-bar.tsx";
import { type DraftEditor, type EditorState, useEditor } from "../draft/editor.ts";
import { problemsWithin } from "../draft/field-problems.ts";
import type { Connector, ConnectorTool, StepName, TestRun } from "../responses.ts";
import { withTool } from "../tools/edit-tool.ts";
import { RiskBadge } from "../tools/tool-item.tsx";
import { StepLine } from "./step-line.tsx";
import { StepPanel } from "./step-panel.tsx";
import { needsConfirmation, sourceOf, stepInfo } from "./steps.ts";
import { type RunControls, useRun } from "./use-run.ts";

interface ToolViewProps {
  readonly name: string;
  readonly toolName: string;
}

/** One tool as a line of steps that can be run and configured. */
const ToolView = ({ name, toolName }: ToolViewProps) => {
  const { editor, state } = useEditor(name);
  const crumbs = (
    <Crumbs>
      <a href={hrefTo("connectors", [name])}>{brief(name, 80)}</a>
    </Crumbs>
  );
  if (state.state !== "ready") {
    return (
      <Page title={brief(toolName, 80)} about={crumbs} wide>
        {state.state === "loading" ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={state.error} retry={() => void editor.open()} />
        )}
      </Page>
    );
  }
  const index = state.copy.current.tools.findIndex((each) => each.name === toolName);
  const tool = state.copy.current.tools[index];
  if (!tool) {
    return (
      <Page title={brief(toolName, 80)} about={crumbs} wide>
        <EmptyState
          title="Tool not found"
          action={
            <a className="button" href={hrefTo("connectors", [name])}>
              All tools of {brief(name, 80)}
            </a>
          }
        >
          It may have been renamed or removed.
        </EmptyState>
      </Page>
    );
  }
  return <Canvas {...{ editor, state, tool, index }} />;
};

interface CanvasProps {
  readonly editor: DraftEditor;
  readonly state: Extract<EditorState, { state: "ready" }>;
  readonly tool: ConnectorTool;
  readonly index: number;
}

const Canvas = ({ editor, state, tool, index }: CanvasProps) => {
  const { query } = useRoute();
  const { copy } = state;
  const info = stepInfo(query["step"]);
  const run = useRun(editor, copy, tool);
  const [pendingStep, setPendingStep] = useState<StepName>();
  const panel = useRef<HTMLDivElement>(null);
  const choose = useCallback(
    (step: StepName) => replaceRoute("connectors", [copy.name, tool.name], { step }),
    [copy.name, tool.name],
  );
  /** In the stacked layout the panel is out of view. */
  const showStep = (step: StepName, isBelow: boolean) => {
    choose(step);
    if (isBelow) panel.current?.scrollIntoView({ block: "start" });
  };

  const start = async (step: StepName, confirm: boolean) => {
    setPendingStep(undefined);
    choose(await run.runTo(step, confirm));
  };
  const latest = useRef(start);
  latest.current = start;
  const requestRun = useCallback(
    (step: StepName) => (needsConfirmation(tool, step) ? setPendingStep(step) : void latest.current(step, false)),
    [tool],
  );

  return (
    <Page
      title={plain(tool.name)}
      wide
      about={
        <Crumbs>
          <a href={hrefTo("connectors", [copy.name])}>{brief(copy.current.title, 60)}</a>
          <span aria-hidden="true">/</span>
          <span className="mono wraps" title={plain(tool.request.path)}>
            {tool.request.method} {shorten(plain(tool.request.path), 80)}
          </span>
          <RiskBadge risk={tool.risk} />
        </Crumbs>
      }
      actions={
        <>
          <ToolChoice tools={copy.current.tools} chosen={tool.name} connector={copy.name} />
          <Button variant="primary" icon="play" busy={run.busy !== undefined} onClick={() => requestRun("output")}>
            Run
          </Button>
        </>
      }
    >
      <DraftBar state={state} editor={editor} />
      <StepLine answer={run.answer} busy={run.busy} chosen={info.step} choose={showStep} run={requestRun} />
      <Outcome run={run} connector={copy.name} />
      <StepPanel
        key={info.step}
        box={panel}
        info={info}
        tool={tool}
        connector={copy.current}
        run={run}
        disabled={copy.origin !== "draft"}
        problemAt={problemsWithin(state.problem, `tools[${index}]`)}
        change={(next) => editor.edit((connector) => withTool(connector, index, next))}
      />
      <SendDialog
        tool={tool}
        connector={copy.current}
        step={pendingStep}
        onClose={() => setPendingStep(undefined)}
        onSend={(step) => void start(step, true)}
      />
    </Page>
  );
};

interface ToolChoiceProps {
  readonly tools: readonly ConnectorTool[];
  readonly chosen: string;
  readonly connector: string;
}

const ToolChoice = ({ tools, chosen, connector }: ToolChoiceProps) => (
  <select
    className="control tool-choice"
    aria-label="Tool"
    value={chosen}
    onChange={({ target }) => goTo("connectors", [connector, target.value])}
  >
    {tools.map(({ name }) => (
      <option key={name} value={name}>
        {shorten(plain(name), 64)}
      </option>
    ))}
  </select>
);

/** The result of the last run in one line. */
const Outcome = ({ run, connector }: { readonly run: RunControls; readonly connector: string }) => {
  const { answer, error, busy } = run;
  if (busy !== undefined) return <p className="outcome soft">Running…</p>;
  if (error) return <ErrorState error={error} inline />;
  if (!answer) {
    return <p className="outcome soft">Not run yet. Fill in the arguments, then run the tool, or run to a step.</p>;
  }
  const source = sourceOf(answer);
  return (
    <div className="outcome" role="status" aria-label="Last run">
      <Badge tone={answer.ok ? "ok" : "bad"}>{answer.ok ? "OK" : "failed"}</Badge>
      {answer.sent && (
        <Badge tone={source === "sandbox" ? "accent" : "neutral"}>{SOURCES[source ?? ""] ?? "sent"}</Badge>
      )}
      {!answer.sent && <Badge>not sent</Badge>}
      {answer.stopped_after !== undefined && <span className="soft">stopped after {answer.stopped_after}</span>}
      {answer.text !== undefined && <span className="wraps">{shorten(plain(answer.text), 400)}</span>}
      {answer.error && (
        <span className="wraps">
          {brief(answer.error.message, 1_000)} {plain(answer.error.hint ?? "")}
        </span>
      )}
      {isAboutCredentials(answer.error) && (
        <a href={hrefTo("connectors", [connector], { tab: "credentials" })}>Credentials</a>
      )}
      {answer.warnings?.map((each) => (
        <Badge key={each} tone="warn">
          {shorten(plain(each), 200)}
        </Badge>
      ))}
    </div>
  );
};

/** A credential is missing or unusable, or the API rejected it. */
const isAboutCredentials = (error: TestRun["error"]): boolean => {
  const { credential, http_status } = (error ?? {}) as { readonly credential?: string; readonly http_status?: number };
  return credential !== undefined || http_status === 401 || http_status === 403;
};

const SOURCES: Readonly<Record<string, string>> = { sandbox: "from the sandbox", live: "from the API" };

export default ToolView;

interface SendDialogProps {
  readonly tool: ConnectorTool;
  readonly connector: Connector;
  /** The step to run to; undefined if the dialog is closed. */
  readonly step: StepName | undefined;
  readonly onClose: () => void;
  readonly onSend: (step: StepName) => void;
}

/** Asks for confirmation before running a tool that changes something. */
const SendDialog = ({ tool, connector, step, onClose, onSend }: SendDialogProps) => (
  <Dialog
    title="Send this request?"
    open={step !== undefined}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant={tool.risk === "destructive" ? "danger" : "primary"} onClick={() => step && onSend(step)}>
          Send
        </Button>
      </>
    }
  >
    <div className="stack">
      <p>
        <strong className="mono">{plain(tool.name)}</strong>{" "}
        {tool.risk === "destructive" ? "may permanently delete data." : "changes data."} It will be sent with the
        arguments you entered:
      </p>
      <p className="mono wraps">
        {tool.request.method} {plain(connector.base_url)}
        {plain(tool.request.path)}
      </p>
      {connector.sandbox !== undefined && (
        <p className="soft">Until the credentials are set, the sandbox responds and nothing changes.</p>
      )}
      {tool.safety_notes !== undefined && <p className="wraps">{plain(tool.safety_notes)}</p>}
      <p className="soft">To test without sending, run to the Auth step or an earlier one.</p>
    </div>
  </Dialog>
);
