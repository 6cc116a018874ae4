import { useMemo, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Input, Select } from "../../../components/field.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { count } from "../../../format/money.ts";
import { brief, plain } from "../../../format/text.ts";
import type { IndexedOperation } from "../responses.ts";
import { RISK_CHOICES } from "../tools/group-tools.ts";
import { RiskBadge } from "../tools/tool-item.tsx";
import { filterOperations, NO_FILTER, tagsOf, tokensIn, withSelection } from "./operation-choice.ts";

const columnsFor = (selected: ReadonlySet<string>): readonly Column<IndexedOperation>[] => [
  {
    key: "selected",
    title: "",
    width: "2.75rem",
    // The row itself is clicked, and the table is one tab stop.
    cell: ({ operation }) => (
      <input
        type="checkbox"
        className="tick"
        tabIndex={-1}
        readOnly
        checked={selected.has(operation)}
        aria-label={`Select ${brief(operation, 120)}`}
      />
    ),
  },
  {
    key: "operation",
    title: "Operation",
    cell: ({ method, path }) => (
      <span className="mono" title={`${plain(method)} ${plain(path)}`}>
        <strong>{plain(method)}</strong> {plain(path)}
      </span>
    ),
  },
  {
    key: "summary",
    title: "Summary",
    wide: true,
    cell: ({ summary, deprecated }) => (
      <span title={plain(summary)}>
        {deprecated && <Badge tone="warn">deprecated</Badge>} {plain(summary)}
      </span>
    ),
  },
  { key: "tags", title: "Tags", width: "9rem", wide: true, cell: ({ tags }) => brief(tags.join(", "), 80) },
  { key: "risk", title: "Risk", width: "7rem", wide: true, cell: ({ risk }) => <RiskBadge risk={risk} /> },
  { key: "tokens", title: "Tokens", width: "5rem", align: "end", cell: ({ token_cost }) => count(token_cost) },
];

interface OperationsCardProps {
  readonly operations: readonly IndexedOperation[];
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly problem: string | undefined;
}

/** The operations of the document, to choose those that become tools. */
export const OperationsCard = ({ operations, selected, onSelected, problem }: OperationsCardProps) => {
  const [filter, setFilter] = useState(NO_FILTER);
  const shown = useMemo(() => filterOperations(operations, filter), [operations, filter]);
  const tags = useMemo(() => tagsOf(operations), [operations]);
  const columns = useMemo(() => columnsFor(selected), [selected]);
  const tagChoices = [
    { value: "", label: "Any tag" },
    ...[...tags].map(([tag, number]) => ({ value: tag, label: `${brief(tag, 60)} (${number})` })),
  ];
  return (
    <Card
      flush
      title="2. Operations"
      actions={
        <span className="soft small number" role="status" aria-label="Selection">
          {count(selected.size)} of {count(operations.length)} selected, {count(tokensIn(operations, selected))} tokens
        </span>
      }
    >
      <div className="operations-filter">
        <Input label="Search" type="search" value={filter.text} onValue={(text) => setFilter({ ...filter, text })} />
        {tags.size > 0 && (
          <Select
            label="Tag"
            choices={tagChoices}
            value={filter.tag}
            onValue={(tag) => setFilter({ ...filter, tag })}
          />
        )}
        <Select
          label="Risk"
          choices={RISK_CHOICES}
          value={filter.risk}
          onValue={(risk) => setFilter({ ...filter, risk })}
        />
        <div className="row">
          <Button small disabled={shown.length === 0} onClick={() => onSelected(withSelection(selected, shown, true))}>
            Select all
          </Button>
          <Button
            small
            disabled={selected.size === 0}
            onClick={() => onSelected(withSelection(selected, shown, false))}
          >
            Select none
          </Button>
        </div>
      </div>
      {problem !== undefined && <p className="field-problem operations-note">{problem}</p>}
      {shown.length === 0 ? (
        <EmptyState
          title="No matching operations"
          action={<Button onClick={() => setFilter(NO_FILTER)}>Clear filters</Button>}
        />
      ) : (
        <Table
          label="Operations"
          height={operations.length > 12 ? "28rem" : "fit"}
          columns={columns}
          rows={shown}
          rowKey={({ operation }) => operation}
          ticked={({ operation }) => selected.has(operation)}
          onOpen={(row) => onSelected(withSelection(selected, [row], !selected.has(row.operation)))}
        />
      )}
      <p className="soft small operations-note">
        Tokens are what each tool adds to every conversation. Each operation becomes a candidate tool, which agents can
        call only after you approve and publish it.
      </p>
    </Card>
  );
};
