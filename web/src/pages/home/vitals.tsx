import { type ReactNode, useState } from "react";
import type { Overview, Rates } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Spark } from "../../components/spark.tsx";
import { count } from "../../format/money.ts";
import { duration, moment } from "../../format/time.ts";
import { hrefTo } from "../../router/router.ts";

/** Key figures, updated as they change. */
export const Vitals = ({ overview }: { readonly overview: Overview }) => {
  const [recent, setRecent] = useState<readonly Rates[]>([]);
  useEvent("rates", (rates) => setRecent((before) => addRates(before, rates)));
  const rates = recent.at(-1) ?? overview.rates;
  const { health, sessions, nodes, connections, bookings_total, started_at, version } = overview;
  const line = (pick: (each: Rates) => number) => recent.map(pick);
  return (
    <dl className="vitals">
      <Tile label="Health" note={`${health.storage}, ${duration(health.storage_ms)}`}>
        <StatusBadge status={health.status} />
      </Tile>
      <Tile
        label="Calls/min"
        spark={
          <Spark values={line((each) => each.calls_per_minute)} label="Calls per minute, over the last two minutes" />
        }
      >
        {count(rates.calls_per_minute)}
      </Tile>
      <Tile
        label="Errors/min"
        spark={
          <Spark
            values={line((each) => each.errors_per_minute)}
            label="Errors per minute, over the last two minutes"
            tone="bad"
          />
        }
      >
        {count(rates.errors_per_minute)}
      </Tile>
      <Tile label="Median latency" note={`p99 ${latency(rates.p99_ms)}`}>
        {latency(rates.p50_ms)}
      </Tile>
      <Tile label="Active sessions" note={`${count(sessions.total)} total · ${count(connections)} connections`}>
        {count(sessions.active)}
      </Tile>
      <Tile label="Bookings" note={<a href={hrefTo("bookings")}>View all</a>}>
        {count(bookings_total)}
      </Tile>
      <Tile
        label="Uptime"
        note={
          <span title={`since ${moment(started_at)}`}>
            {version} · {nodes === 1 ? "1 node" : `${nodes} nodes`}
          </span>
        }
      >
        {uptime(started_at)}
      </Tile>
    </dl>
  );
};

/** Shortened to two units; the exact start time is in the tooltip. */
const uptime = (since: string): string =>
  duration(Math.max(0, Date.now() - Date.parse(since)))
    .split(" ")
    .slice(0, 2)
    .join(" ");

/** 0 means that there were no calls. */
const latency = (ms: number): string => (ms === 0 ? "–" : duration(ms));

interface VitalProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly spark?: ReactNode;
  readonly children: ReactNode;
}

const Tile = ({ label, note, spark, children }: VitalProps) => (
  <div className="vital">
    <dt>{label}</dt>
    <dd className="vital-value">{children}</dd>
    {note !== undefined && (
      <dd className="vital-note">
        <span className="clamped">{note}</span>
      </dd>
    )}
    {spark !== undefined && <dd className="vital-spark">{spark}</dd>}
  </div>
);

/** Two minutes at one sample per second. */
const MAX = 120;

/** Appends a sample and drops the oldest. */
export const addRates = (before: readonly Rates[], next: Rates): readonly Rates[] => [...before, next].slice(-MAX);
