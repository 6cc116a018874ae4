import { memo, useId, useState } from "react";
import type { Problem } from "../../../api/client.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import { moment } from "../../../format/time.ts";
import { hrefTo } from "../../../router/router.ts";
import type { DraftEditor, WorkingCopy } from "../draft/editor.ts";
import { problemsWithin } from "../draft/field-problems.ts";
import { Remark, remarkCount } from "../draft/remarks.tsx";
import type { ConnectorTool } from "../responses.ts";
import { guessesIn } from "./evidence.tsx";
import { riskLabel, type ToolRow } from "./group-tools.ts";
import { ToolEditor } from "./tool-editor.tsx";

const RISK_TONES: Readonly<Record<ConnectorTool["risk"], Tone>> = {
  read: "neutral",
  write: "warn",
  destructive: "bad",
};

export const RiskBadge = ({ risk }: Pick<ConnectorTool, "risk">) => (
  <Badge tone={RISK_TONES[risk]}>{riskLabel(risk)}</Badge>
);

const NONE: readonly never[] = [];

interface ToolItemProps {
  readonly row: ToolRow;
  readonly copy: WorkingCopy;
  readonly editor: DraftEditor;
  readonly problem: Problem | undefined;
  readonly selected: boolean;
  readonly onSelect: (tool: string, on: boolean) => void;
}

/** One tool as a row that expands into its editor. Memoized, because there may be a thousand. */
export const ToolItem = memo(({ row, copy, editor, problem, selected, onSelect }: ToolItemProps) => {
  const { tool, index, tokens, drafted } = row;
  const [open, setOpen] = useState(false);
  const id = useId();
  const draft = copy.origin === "draft";
  const toolProblem = problemsWithin(problem, "")(`tools[${index}]`);
  const remarks = drafted?.problems ?? [];
  const guesses = guessesIn(drafted?.evidence);
  return (
    <li className="tool-item" data-open={open || undefined}>
      <div className="tool-line">
        {draft && (
          <label className="tool-tick">
            <input type="checkbox" checked={selected} onChange={({ target }) => onSelect(tool.name, target.checked)} />
            <span className="unseen">Select {plain(tool.name)}</span>
          </label>
        )}
        <button
          type="button"
          className="tool-open"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" size={12} />
          <span className="tool-name cut" title={plain(tool.name)}>
            {plain(tool.name) || "(unnamed)"}
          </span>
        </button>
        <span className="tool-call mono cut" title={`${tool.request.method} ${plain(tool.request.path)}`}>
          <strong>{tool.request.method}</strong> {plain(tool.request.path)}
        </span>
        <span className="tool-marks">
          <RiskBadge risk={tool.risk} />
          {drafted?.deprecated && <Badge tone="warn">deprecated</Badge>}
          {tool.proposed && <Badge tone="accent">proposed</Badge>}
          {toolProblem !== undefined && <Badge tone="bad">invalid</Badge>}
          {guesses > 0 && (
            <span title="Fields that the documentation does not mention">
              <Badge tone="warn">{guesses} guessed</Badge>
            </span>
          )}
          {remarks.length > 0 && <Badge tone="warn">{remarkCount(remarks.length)}</Badge>}
          {drafted?.approved && (
            <span title={`by ${plain(drafted.approved_by ?? "")}, ${moment(drafted.approved_at ?? "")}`}>
              <Badge tone="ok">approved</Badge>
            </span>
          )}
        </span>
        <span className="tool-tokens number soft" title="Estimated tokens in every conversation that lists this tool">
          {count(tokens)} tok
        </span>
        <a className="button" data-small="" href={hrefTo("connectors", [copy.name, tool.name])}>
          Canvas
          <span className="unseen"> of {plain(tool.name)}</span>
        </a>
      </div>
      {open && (
        <div className="tool-detail" id={id}>
          {remarks.map((each) => (
            <Remark key={each}>{plain(each)}</Remark>
          ))}
          <ToolEditor
            tool={tool}
            index={index}
            evidence={drafted?.evidence ?? NONE}
            before={copy.saved.tools.find((each) => each.name === tool.name)}
            problemAt={problemsWithin(problem, `tools[${index}]`)}
            disabled={!draft}
            edit={editor.edit}
          />
        </div>
      )}
    </li>
  );
}, isSame);
ToolItem.displayName = "ToolItem";

function isSame(before: ToolItemProps, now: ToolItemProps): boolean {
  return (
    before.row.tool === now.row.tool &&
    before.row.index === now.row.index &&
    before.row.drafted === now.row.drafted &&
    before.selected === now.selected &&
    before.onSelect === now.onSelect &&
    before.problem === now.problem &&
    before.copy.saved === now.copy.saved &&
    before.copy.origin === now.copy.origin
  );
}
