import { useState } from "react";
import type { LiveCall } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { hrefTo } from "../../app/route.ts";
import { goTo } from "../../app/use-route.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Duration } from "../../components/quantities.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { joinCalls } from "./join-calls.ts";

const SHOWN = 12;

const COLUMNS: readonly Column<LiveCall>[] = [
  { key: "tool", title: "Tool", cell: ({ tool }) => tool },
  { key: "server", title: "Server", width: "7rem", wide: true, cell: ({ server }) => server },
  { key: "outcome", title: "Outcome", width: "8rem", cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  { key: "message", title: "Message", wide: true, cell: ({ message }) => message ?? "" },
  {
    ...{ key: "ms", title: "Took", width: "5.5rem", align: "end" },
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
  { key: "at", title: "When", width: "6.5rem", align: "end", wide: true, cell: ({ at }) => <TimeAgo at={at} /> },
];

/** The newest few, as they come in; Live has all of them. */
export const LastCalls = () => {
  const known = useData<{ readonly calls: readonly LiveCall[] }>("/calls", { query: { limit: SHOWN } });
  const [heard, setHeard] = useState<readonly LiveCall[]>([]);
  useEvent("hello", known.reload);
  useEvent("call", (calls) => setHeard((before) => joinCalls(calls, before, SHOWN)));
  return (
    <Card title="Last calls" flush actions={<a href={hrefTo("live")}>All, live</a>}>
      <Loaded from={known}>
        {({ calls }) => {
          const shown = joinCalls(heard, calls, SHOWN);
          return shown.length === 0 ? (
            <EmptyState
              title="Nothing has been called yet"
              action={<a href={hrefTo("explore")}>Try a tool in Explore</a>}
            >
              Connect a client as shown above, and its calls appear here as they happen.
            </EmptyState>
          ) : (
            <Table
              label="Last calls"
              columns={COLUMNS}
              rows={shown}
              rowKey={({ id }) => id}
              height="fit"
              onOpen={({ id }) => goTo("live", [id])}
            />
          );
        }}
      </Loaded>
    </Card>
  );
};
