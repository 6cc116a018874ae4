import { useCallback, useMemo, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Input, Select } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import type { TabProps } from "../connector-view.tsx";
import { remarksOf } from "../draft/remarks.ts";
import {
  filterRows,
  type Grouping,
  groupRows,
  rowsOf,
  type ToolFilter,
  type ToolRow,
  tokensOf,
} from "./group-tools.ts";
import { ToolItem } from "./tool-item.tsx";

/** From here on, only what is in sight is drawn. */
const MANY = 100;
const NO_FILTER: ToolFilter = { text: "", risk: "", approval: "" };
const GROUPINGS = [
  { value: "tag", label: "By tag" },
  { value: "risk", label: "By risk" },
  { value: "none", label: "As one list" },
];
const RISKS = [
  { value: "", label: "Any risk" },
  { value: "read", label: "Reads" },
  { value: "write", label: "Writes" },
  { value: "destructive", label: "Destroys" },
];
const APPROVALS = [
  { value: "", label: "Approved or not" },
  { value: "yes", label: "Approved" },
  { value: "no", label: "Not approved" },
];

/** The candidates of a draft, none ticked; or the tools of a version, to look at. */
export const ToolList = ({ work, bench, state }: TabProps) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState(NO_FILTER);
  const [by, setBy] = useState<Grouping>("tag");
  const draft = work.origin === "draft";
  const remarks = useMemo(() => remarksOf(work.name), [work.name]);
  const rows = useMemo(() => rowsOf(work.mine, work.approvals), [work.mine, work.approvals]);
  const seen = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const groups = useMemo(() => groupRows(seen, by), [seen, by]);
  const chosen = rows.filter(({ tool }) => ticked.has(tool.name));

  const tick = (names: readonly string[], on: boolean) =>
    setTicked((before) => new Set([...before].filter((each) => !names.includes(each)).concat(on ? names : [])));
  const tickOne = useCallback((name: string, on: boolean) => {
    setTicked((before) => new Set([...before].filter((each) => each !== name).concat(on ? [name] : [])));
  }, []);
  const approve = async (approved: boolean) => {
    const names = chosen.map(({ tool }) => tool.name);
    if (!(await bench.approve(names, approved))) return;
    setTicked(new Set());
    const what = names.length === 1 ? plain(names[0] ?? "") : `${names.length} tools`;
    toast.ok(approved ? `Approved ${what}. Publishing makes it callable.` : `Took the approval of ${what} back.`);
  };

  return (
    <div className="stack">
      {draft && remarks.problems.length > 0 && (
        <ul className="remarks">
          {remarks.problems.map((each) => (
            <li key={each} className="wraps">
              <Icon name="info" /> {plain(each)}
            </li>
          ))}
        </ul>
      )}
      <div className="tool-filter">
        <Input label="Find" type="search" value={filter.text} onValue={(text) => setFilter({ ...filter, text })} />
        <Select label="Risk" choices={RISKS} value={filter.risk} onValue={(risk) => setFilter({ ...filter, risk })} />
        {draft && (
          <Select
            label="Approval"
            choices={APPROVALS}
            value={filter.approval}
            onValue={(approval) => setFilter({ ...filter, approval })}
          />
        )}
        <Select label="Group" choices={GROUPINGS} value={by} onValue={(next) => setBy(next as Grouping)} />
      </div>
      {seen.length === 0 && (
        <Card>
          <EmptyState title="No tool fits" action={<Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>}>
            {rows.length === 1 ? "There is one tool" : `There are ${count(rows.length)} tools`}, and the filter hides
            all.
          </EmptyState>
        </Card>
      )}
      {groups.map(({ title, rows: those }) => (
        <Card
          key={title}
          flush
          title={plain(title) || `${count(those.length)} tools`}
          actions={
            <>
              <span className="soft small number">
                {those.length} {those.length === 1 ? "tool" : "tools"}, {count(tokensOf(those))} tokens
              </span>
              {draft && (
                <Button
                  small
                  look="quiet"
                  aria-label={`Tick all of ${plain(title) || "them"}`}
                  onClick={() =>
                    tick(
                      those.map(({ tool }) => tool.name),
                      !those.every(({ tool }) => ticked.has(tool.name)),
                    )
                  }
                >
                  Tick all
                </Button>
              )}
            </>
          }
        >
          <ul className="tool-items" data-many={rows.length > MANY || undefined}>
            {those.map((row) => (
              <ToolItem
                key={row.index}
                row={row}
                work={work}
                bench={bench}
                problem={state.problem}
                remarks={Object.hasOwn(remarks.tools, row.tool.name) ? remarks.tools[row.tool.name] : undefined}
                ticked={ticked.has(row.tool.name)}
                onTick={tickOne}
              />
            ))}
          </ul>
        </Card>
      ))}
      {draft && (
        <ApproveBar
          chosen={chosen}
          rows={rows}
          busy={state.busy}
          approve={approve}
          clear={() => setTicked(new Set())}
        />
      )}
    </div>
  );
};

interface ApproveBarProps {
  readonly chosen: readonly ToolRow[];
  readonly rows: readonly ToolRow[];
  readonly busy: boolean;
  readonly approve: (approved: boolean) => Promise<void>;
  readonly clear: () => void;
}

/** What every conversation would pay for what is ticked, before it is approved. */
const ApproveBar = ({ chosen, rows, busy, approve, clear }: ApproveBarProps) => {
  const approved = rows.filter(({ approval }) => approval?.approved);
  return (
    <section className="approve-bar" aria-label="Approval">
      <p aria-live="polite">
        {chosen.length === 0 ? (
          <span className="soft">
            Nothing is ticked. {approved.length} of {rows.length} approved, {count(tokensOf(approved))} tokens in every
            conversation.
          </span>
        ) : (
          <>
            <strong className="number">{chosen.length} ticked</strong>,{" "}
            <span className="number">{count(tokensOf(chosen))} tokens</span> in every conversation
          </>
        )}
      </p>
      {chosen.length > 0 && (
        <span className="row">
          <Button small look="quiet" onClick={clear}>
            Untick
          </Button>
          {chosen.some(({ approval }) => approval?.approved) && (
            <Button small busy={busy} onClick={() => void approve(false)}>
              Take approval back
            </Button>
          )}
          <Button small look="main" busy={busy} onClick={() => void approve(true)}>
            Approve
          </Button>
        </span>
      )}
    </section>
  );
};
