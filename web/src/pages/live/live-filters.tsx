import type { LiveCall } from "../../../../src/console/contract.ts";
import { Input, Select } from "../../components/field.tsx";
import { plain, shortened } from "../../format/text.ts";
import { type CallFilter, OUTCOMES, serversIn, toolsIn } from "./call-filter.ts";

interface LiveFiltersProps {
  readonly calls: readonly LiveCall[];
  readonly filter: CallFilter;
  readonly change: (changed: Partial<CallFilter>) => void;
}

const ALL = { value: "", label: "All" } as const;
const choice = (value: string) => ({ value, label: shortened(plain(value), 60) });
const OUTCOME_CHOICES = [
  ALL,
  { value: "failed", label: "Everything that failed" },
  ...OUTCOMES.map((value) => ({ value, label: value.replaceAll("_", " ") })),
];

export const LiveFilters = ({ calls, filter, change }: LiveFiltersProps) => (
  <search className="live-filters">
    <Select
      label="Server"
      value={filter.server}
      choices={[ALL, ...serversIn(calls, filter).map(choice)]}
      onValue={(server) => change({ server, tool: "" })}
    />
    <Select
      label="Tool"
      value={filter.tool}
      choices={[ALL, ...toolsIn(calls, filter).map(choice)]}
      onValue={(tool) => change({ tool })}
    />
    <Select
      label="Outcome"
      value={filter.outcome}
      choices={OUTCOME_CHOICES}
      onValue={(outcome) => change({ outcome })}
    />
    <Input
      label="Session"
      type="search"
      value={filter.session}
      maxLength={200}
      placeholder="How its id begins"
      onValue={(session) => change({ session })}
    />
  </search>
);
