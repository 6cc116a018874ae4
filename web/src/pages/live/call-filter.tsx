import type { LiveCall } from "../../../../src/console/contract.ts";
import { Input, Select } from "../../components/field.tsx";
import { plain, shorten } from "../../format/text.ts";

/** An empty string means any. */
export interface CallFilter {
  readonly server: string;
  readonly tool: string;
  /** An outcome, or `failed` for all errors. */
  readonly outcome: string;
  /** Session ID or its prefix. */
  readonly session: string;
}

const OUTCOMES: readonly LiveCall["outcome"][] = [
  "ok",
  "refused",
  "unavailable",
  "defect",
  "cancelled",
  "input_required",
];
const FAILED: readonly string[] = ["refused", "unavailable", "defect"];

export const filterIn = (query: Readonly<Record<string, string>>): CallFilter => ({
  server: query["server"] ?? "",
  tool: query["tool"] ?? "",
  outcome: query["outcome"] ?? "",
  session: query["session"] ?? "",
});

export const isFilter = (filter: CallFilter): boolean => Object.values(filter).some((value) => value !== "");

export const filtered = (calls: readonly LiveCall[], filter: CallFilter): readonly LiveCall[] =>
  isFilter(filter) ? calls.filter((call) => fits(call, filter)) : calls;

const fits = (call: LiveCall, { server, tool, outcome, session }: CallFilter): boolean =>
  (server === "" || call.server === server) &&
  (tool === "" || call.tool === tool) &&
  (outcome === "" || (outcome === "failed" ? FAILED.includes(call.outcome) : call.outcome === outcome)) &&
  call.session_id.startsWith(session.trim());

/** The choices: everything called so far, plus the current selection. */
export const serversIn = (calls: readonly LiveCall[], { server }: CallFilter): readonly string[] =>
  sorted([...calls.map((call) => call.server), server]);

export const toolsIn = (calls: readonly LiveCall[], { server, tool }: CallFilter): readonly string[] =>
  sorted([...calls.filter((call) => server === "" || call.server === server).map((call) => call.tool), tool]);

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].filter(Boolean).sort();

interface LiveFiltersProps {
  readonly calls: readonly LiveCall[];
  readonly filter: CallFilter;
  readonly change: (changed: Partial<CallFilter>) => void;
}

const ALL = { value: "", label: "All" } as const;
const choice = (value: string) => ({ value, label: shorten(plain(value), 60) });
const OUTCOME_CHOICES = [
  ALL,
  { value: "failed", label: "All errors" },
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
      placeholder="Session ID prefix"
      onValue={(session) => change({ session })}
    />
  </search>
);
