import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { LiveCall } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { useUser } from "../../api/login.ts";
import { type Data, useData } from "../../api/use-data.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../components/states.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration } from "../../components/values.tsx";
import { saveFile } from "../../format/export-text.ts";
import { count } from "../../format/money.ts";
import { brief, plain } from "../../format/text.ts";
import { clockTime } from "../../format/time.ts";
import { goTo, hrefTo, replaceRoute, useRoute } from "../../router/router.ts";
import { type CallFeed, emptied, paused, resumed, useFeed, withLoaded } from "./call-feed.ts";
import { type CallFilter, filtered, filterIn, isFilter, LiveFilters } from "./call-filter.tsx";
import { CallPanel } from "./call-panel.tsx";
import { RatePlots } from "./rate-plots.tsx";
import "./live-page.css";

type LoadedCalls = { readonly calls: readonly LiveCall[] };
const LOAD_LIMIT = 200;

/** Lists calls as they happen, or shows one: `#/live/<id>`. */
const LivePage = () => {
  const { parts, query } = useRoute();
  const [id] = parts;
  const filter = filterIn(query);
  const loaded = useData<LoadedCalls>("/calls", { query: { limit: LOAD_LIMIT } });
  const { feed, setFeed, holdRows } = useFeed();
  // Reload after a reconnect, because events were missed.
  useEvent("hello", loaded.reload);
  useEffect(() => {
    const calls = loaded.data?.calls;
    if (calls) setFeed((before) => withLoaded(before, calls));
  }, [loaded.data, setFeed]);

  const shown = useMemo(() => filtered(feed.shown, filterIn(query)), [feed.shown, query]);
  const list = useRef<HTMLDivElement>(null);
  const open = (wanted: string | undefined) => goTo("live", wanted === undefined ? [] : [wanted], { ...filter });
  useFocusOnClose(list, id);
  const change = (changed: Partial<CallFilter>) =>
    replaceRoute("live", id === undefined ? [] : [id], { ...filter, ...changed });

  return (
    <Page
      title="Live"
      about="Every tool call, as it happens."
      actions={<FeedActions feed={feed} setFeed={setFeed} shown={shown} filter={filter} />}
      wide
    >
      <div className="live" data-open={id === undefined ? undefined : ""}>
        <div className="live-list" ref={list} onPointerDown={holdRows}>
          <RatePlots />
          <LiveFilters calls={feed.shown} filter={filter} change={change} />
          <DroppedCalls />
          <Card flush>
            <CallTable
              {...{ shown, loaded, chosen: id, open, isFiltered: isFilter(filter) }}
              clear={() => replaceRoute("live", id === undefined ? [] : [id])}
            />
          </Card>
        </div>
        {id !== undefined && (
          <CallPanel id={id} call={feed.shown.find((call) => call.id === id)} onClose={() => open(undefined)} />
        )}
      </div>
    </Page>
  );
};

/** Returns the focus to the list when a call is closed. */
const useFocusOnClose = (list: RefObject<HTMLElement | null>, id: string | undefined): void => {
  const before = useRef(id);
  useEffect(() => {
    const isClosed = before.current !== undefined && id === undefined;
    before.current = id;
    if (isClosed) list.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  }, [list, id]);
};

interface FeedActionsProps {
  readonly feed: CallFeed;
  readonly setFeed: (change: (feed: CallFeed) => CallFeed) => void;
  readonly shown: readonly LiveCall[];
  readonly filter: CallFilter;
}

const FeedActions = ({ feed, setFeed, shown, filter }: FeedActionsProps) => {
  const save = () => {
    const at = new Date().toISOString();
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
    const text = JSON.stringify({ exported_at: at, filter: given, calls: shown }, null, 2);
    saveFile(`calls-${at.slice(0, 19).replaceAll(":", "")}.json`, text);
  };
  return (
    <>
      <Button
        icon={feed.paused ? "play" : "pause"}
        aria-pressed={feed.paused}
        onClick={() => setFeed(feed.paused ? resumed : paused)}
      >
        {feed.paused ? `Resume · ${count(feed.receivedWhilePaused)} new` : "Pause"}
      </Button>
      <Button icon="trash" disabled={feed.shown.length === 0} onClick={() => setFeed(emptied)}>
        Clear
      </Button>
      <Button icon="download" disabled={shown.length === 0} title={`${count(shown.length)} calls`} onClick={save}>
        Export
      </Button>
    </>
  );
};

interface CallTableProps {
  readonly shown: readonly LiveCall[];
  readonly loaded: Data<LoadedCalls>;
  readonly chosen: string | undefined;
  readonly open: (id: string) => void;
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

const CallTable = ({ shown, loaded, chosen, open, isFiltered, clear }: CallTableProps) => {
  const isOperator = useUser()?.operator ?? false;
  const columns = useMemo(() => liveColumns(isOperator, chosen !== undefined), [isOperator, chosen]);
  if (shown.length > 0) {
    return (
      <>
        {loaded.error && <ErrorState error={loaded.error} retry={loaded.reload} inline />}
        <Table
          label="Calls"
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          chosen={chosen ?? ""}
          onOpen={({ id }) => open(id)}
          height="max(20rem, calc(100dvh - 24rem))"
        />
      </>
    );
  }
  if (loaded.data === undefined) {
    return loaded.error ? <ErrorState error={loaded.error} retry={loaded.reload} /> : <Skeleton lines={8} />;
  }
  return isFiltered ? (
    <EmptyState title="No matching calls yet" action={<Button onClick={clear}>Clear filters</Button>}>
      Matching calls appear here as they happen.
    </EmptyState>
  ) : (
    <EmptyState title="No calls yet" action={<a href={hrefTo("explore")}>Call a tool in Explore</a>}>
      Connect an agent (see <a href={hrefTo("home")}>Home</a>), and its calls appear here.
    </EmptyState>
  );
};

export default LivePage;

type CallColumn = Column<LiveCall> & {
  /** For operators only. */
  readonly operator?: true;
  /** Hidden while a call is open next to the list. */
  readonly onlyWhenClosed?: true;
};

const COLUMNS: readonly CallColumn[] = [
  { key: "at", title: "Time", width: "6.25rem", wide: true, cell: ({ at }) => clockTime(at) },
  { key: "tool", title: "Tool", cell: ({ tool }) => brief(tool) },
  {
    key: "server",
    title: "Server",
    width: "6.25rem",
    wide: true,
    onlyWhenClosed: true,
    cell: ({ server }) => brief(server),
  },
  {
    key: "tenant",
    title: "Tenant",
    width: "6rem",
    wide: true,
    operator: true,
    onlyWhenClosed: true,
    cell: ({ tenant }) => brief(tenant),
  },
  {
    key: "session",
    title: "Session",
    width: "6.25rem",
    wide: true,
    onlyWhenClosed: true,
    cell: ({ session_id }) => (
      <span className="mono" title={brief(session_id)}>
        {plain(session_id.slice(0, 8))}
      </span>
    ),
  },
  { key: "outcome", title: "Outcome", width: "8rem", cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  {
    key: "message",
    title: "Message",
    width: "22%",
    wide: true,
    onlyWhenClosed: true,
    cell: ({ message = "" }) => brief(message),
  },
  {
    key: "ms",
    title: "Took",
    width: "5.5rem",
    align: "end",
    cell: ({ milliseconds }) => <Duration ms={milliseconds} />,
  },
];

const liveColumns = (isOperator: boolean, isOpen: boolean): readonly Column<LiveCall>[] =>
  COLUMNS.filter(({ operator, onlyWhenClosed }) => (isOperator || !operator) && !(isOpen && onlyWhenClosed));

/** A busy server reports a sample of the calls only. */
const DroppedCalls = () => {
  const [dropped, setDropped] = useState(0);
  useEvent("rates", ({ dropped }) => dropped > 0 && setDropped((before) => before + dropped));
  if (dropped === 0) return null;
  return (
    <p className="small soft">
      Showing a sample: {count(dropped)} more {dropped === 1 ? "call" : "calls"} arrived too fast to list. The plots
      include all of them.
    </p>
  );
};
