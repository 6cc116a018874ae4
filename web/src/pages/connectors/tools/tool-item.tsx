import { memo, useId, useState } from "react";
import type { Problem } from "../../../api/client.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import { moment } from "../../../format/time.ts";
import { hrefTo } from "../../../router/router.ts";
import type { ConnectorTool } from "../answers.ts";
import { saidAbout } from "../draft/field-problems.ts";
import type { Remarks } from "../draft/remarks.ts";
import type { Bench, Work } from "../draft/work.ts";
import type { ToolRow } from "./group-tools.ts";
import { ToolEditor } from "./tool-editor.tsx";

const RISK_TONES: Readonly<Record<ConnectorTool["risk"], Tone>> = {
  read: "neutral",
  write: "warn",
  destructive: "bad",
};

export const RiskBadge = ({ risk }: Pick<ConnectorTool, "risk">) => <Badge tone={RISK_TONES[risk]}>{risk}</Badge>;

interface ToolItemProps {
  readonly row: ToolRow;
  readonly work: Work;
  readonly bench: Bench;
  readonly problem: Problem | undefined;
  readonly remarks: Remarks["tools"][string] | undefined;
  readonly ticked: boolean;
  readonly onTick: (tool: string, on: boolean) => void;
}

/** One tool on a line, that opens to be edited in place. There may be a thousand: only what changed is made anew. */
export const ToolItem = memo(({ row, work, bench, problem, remarks, ticked, onTick }: ToolItemProps) => {
  const { tool, index, tokens, approval } = row;
  const [open, setOpen] = useState(false);
  const id = useId();
  const draft = work.origin === "draft";
  const wrong = saidAbout(problem, "")(`tools[${index}]`);
  const notes = remarks?.problems ?? [];
  return (
    <li className="tool-item" data-open={open || undefined}>
      <div className="tool-line">
        {draft && (
          <label className="tool-tick">
            <input type="checkbox" checked={ticked} onChange={({ target }) => onTick(tool.name, target.checked)} />
            <span className="unseen">Tick {plain(tool.name)}</span>
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
            {plain(tool.name) || "(no name)"}
          </span>
        </button>
        <span className="tool-call mono cut" title={`${tool.request.method} ${plain(tool.request.path)}`}>
          <strong>{tool.request.method}</strong> {plain(tool.request.path)}
        </span>
        <span className="tool-marks">
          <RiskBadge risk={tool.risk} />
          {remarks?.deprecated && <Badge tone="warn">deprecated</Badge>}
          {tool.proposed && <Badge tone="accent">proposed text</Badge>}
          {wrong !== undefined && <Badge tone="bad">to be mended</Badge>}
          {notes.length > 0 && (
            <Badge tone="warn">
              {notes.length} {notes.length === 1 ? "remark" : "remarks"}
            </Badge>
          )}
          {approval?.approved && (
            <span title={`by ${plain(approval.approved_by ?? "")}, ${moment(approval.approved_at ?? "")}`}>
              <Badge tone="ok">approved</Badge>
            </span>
          )}
        </span>
        <span className="tool-tokens number soft" title="Estimated tokens in every conversation that lists it">
          {count(tokens)} tok
        </span>
        <a className="button" data-small="" href={hrefTo("connectors", [work.name, tool.name])}>
          Canvas
          <span className="unseen"> of {plain(tool.name)}</span>
        </a>
      </div>
      {open && (
        <div className="tool-detail" id={id}>
          {notes.map((each) => (
            <p key={each} className="remark wraps">
              <Icon name="warn" /> {plain(each)}
            </p>
          ))}
          <ToolEditor
            tool={tool}
            index={index}
            before={work.saved.tools.find((each) => each.name === tool.name)}
            said={saidAbout(problem, `tools[${index}]`)}
            disabled={!draft}
            edit={bench.edit}
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
    before.row.approval === now.row.approval &&
    before.ticked === now.ticked &&
    before.onTick === now.onTick &&
    before.problem === now.problem &&
    before.work.saved === now.work.saved &&
    before.work.origin === now.work.origin
  );
}
