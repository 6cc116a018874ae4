import { useCallback, useMemo, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Input, Select } from "../../../components/field.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import { hrefTo } from "../../../router/router.ts";
import type { TabProps } from "../connector-view.tsx";
import { DocumentRemarks, Remark, remarkCount } from "../draft/remarks.tsx";
import {
  filterRows,
  type Grouping,
  groupRows,
  RISK_CHOICES,
  remarksOf,
  rowsOf,
  type ToolFilter,
  type ToolRow,
  tokensOf,
} from "./group-tools.ts";
import { ToolItem } from "./tool-item.tsx";

/** Above this number of tools, rows outside the viewport are not painted. */
const VIRTUALIZE_ABOVE = 100;
const NO_FILTER: ToolFilter = { text: "", risk: "", approval: "" };
const GROUPINGS = [
  { value: "tag", label: "By tag" },
  { value: "risk", label: "By risk" },
  { value: "none", label: "No grouping" },
];
const APPROVALS = [
  { value: "", label: "Any" },
  { value: "yes", label: "Approved" },
  { value: "no", label: "Not approved" },
];

/** The tools of a draft, to be approved, or of a version, read-only. */
export const ToolList = ({ copy, editor, state }: TabProps) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState(NO_FILTER);
  const [grouping, setGrouping] = useState<Grouping>("tag");
  const draft = copy.origin === "draft";
  const rows = useMemo(() => rowsOf(copy.current, copy.drafted), [copy.current, copy.drafted]);
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const groups = useMemo(() => groupRows(shown, grouping), [shown, grouping]);
  const selectedRows = rows.filter(({ tool }) => selected.has(tool.name));

  const selectMany = (names: readonly string[], on: boolean) =>
    setSelected((before) => new Set([...before].filter((each) => !names.includes(each)).concat(on ? names : [])));
  const selectOne = useCallback((name: string, on: boolean) => {
    setSelected((before) => new Set([...before].filter((each) => each !== name).concat(on ? [name] : [])));
  }, []);
  const approve = async (approved: boolean) => {
    const names = selectedRows.map(({ tool }) => tool.name);
    if (!(await editor.approve(names, approved))) return;
    setSelected(new Set());
    const what = names.length === 1 ? plain(names[0] ?? "") : `${names.length} tools`;
    toast.ok(approved ? `Approved ${what}. Publish to make it callable.` : `Withdrew the approval of ${what}.`);
  };

  return (
    <div className="stack">
      {copy.authQuestion && (
        <Remark>
          {plain(copy.authQuestion.text)}{" "}
          <a href={hrefTo("connectors", [copy.name], { tab: "credentials" })}>Answer under Credentials</a>
        </Remark>
      )}
      <DocumentRemarks problems={copy.problems} />
      <div className="tool-filter">
        <Input label="Search" type="search" value={filter.text} onValue={(text) => setFilter({ ...filter, text })} />
        <Select
          label="Risk"
          choices={RISK_CHOICES}
          value={filter.risk}
          onValue={(risk) => setFilter({ ...filter, risk })}
        />
        {draft && (
          <Select
            label="Approval"
            choices={APPROVALS}
            value={filter.approval}
            onValue={(approval) => setFilter({ ...filter, approval })}
          />
        )}
        <Select label="Group" choices={GROUPINGS} value={grouping} onValue={(next) => setGrouping(next as Grouping)} />
      </div>
      {shown.length === 0 && (
        <Card>
          <EmptyState
            title="No matching tools"
            action={<Button onClick={() => setFilter(NO_FILTER)}>Clear filters</Button>}
          >
            {rows.length === 1 ? "The filters hide the only tool" : `The filters hide all ${count(rows.length)} tools`}.
          </EmptyState>
        </Card>
      )}
      {groups.map(({ title, rows: rowsInGroup }) => (
        <Card
          key={title}
          flush
          title={plain(title) || `${count(rowsInGroup.length)} tools`}
          actions={
            <>
              <span className="soft small number">
                {rowsInGroup.length} {rowsInGroup.length === 1 ? "tool" : "tools"}, {count(tokensOf(rowsInGroup))}{" "}
                tokens
              </span>
              {draft && (
                <Button
                  small
                  variant="quiet"
                  aria-label={`Select all of ${plain(title) || "them"}`}
                  onClick={() =>
                    selectMany(
                      rowsInGroup.map(({ tool }) => tool.name),
                      !rowsInGroup.every(({ tool }) => selected.has(tool.name)),
                    )
                  }
                >
                  Select all
                </Button>
              )}
            </>
          }
        >
          <ul className="tool-items" data-many={rows.length > VIRTUALIZE_ABOVE || undefined}>
            {rowsInGroup.map((row) => (
              <ToolItem
                key={row.index}
                row={row}
                copy={copy}
                editor={editor}
                problem={state.problem}
                selected={selected.has(row.tool.name)}
                onSelect={selectOne}
              />
            ))}
          </ul>
        </Card>
      ))}
      {draft && (
        <ApproveBar
          selectedRows={selectedRows}
          rows={rows}
          busy={state.busy}
          approve={approve}
          clear={() => setSelected(new Set())}
        />
      )}
    </div>
  );
};

interface ApproveBarProps {
  readonly selectedRows: readonly ToolRow[];
  readonly rows: readonly ToolRow[];
  readonly busy: boolean;
  readonly approve: (approved: boolean) => Promise<void>;
  readonly clear: () => void;
}

/** The token cost of the selected tools, shown before approval. */
const ApproveBar = ({ selectedRows, rows, busy, approve, clear }: ApproveBarProps) => {
  const approved = rows.filter(({ drafted }) => drafted?.approved);
  const remarks = remarksOf(selectedRows);
  return (
    <section className="approve-bar" aria-label="Approval">
      <p aria-live="polite">
        {selectedRows.length === 0 ? (
          <span className="soft">
            None selected. {approved.length} of {rows.length} approved, {count(tokensOf(approved))} tokens in every
            conversation.
          </span>
        ) : (
          <>
            <strong className="number">{selectedRows.length} selected</strong>,{" "}
            <span className="number">{count(tokensOf(selectedRows))} tokens</span> in every conversation{" "}
            {remarks > 0 && <Badge tone="warn">{remarkCount(remarks)}</Badge>}
          </>
        )}
      </p>
      {selectedRows.length > 0 && (
        <span className="row">
          <Button small variant="quiet" onClick={clear}>
            Clear selection
          </Button>
          {selectedRows.some(({ drafted }) => drafted?.approved) && (
            <Button small busy={busy} onClick={() => void approve(false)}>
              Withdraw approval
            </Button>
          )}
          <Button small variant="primary" busy={busy} onClick={() => void approve(true)}>
            Approve
          </Button>
        </span>
      )}
    </section>
  );
};
