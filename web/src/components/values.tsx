import { useEffect } from "react";
import { createStore, useStore } from "../api/store.ts";
import { money } from "../format/money.ts";
import { ago, duration, moment, worldTime } from "../format/time.ts";

export const Money = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => (
  <span className="number">{money(amount, currency)}</span>
);

export const Duration = ({ ms }: { readonly ms: number | null | undefined }) =>
  ms === null || ms === undefined ? <span className="faint">–</span> : <span className="number">{duration(ms)}</span>;

const clock = createStore(Date.now());
let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, from one timer shared by all components. */
const useNow = (): number => {
  useEffect(() => {
    subscribers += 1;
    timer ??= setInterval(() => clock.set(Date.now()), 5_000);
    return () => {
      subscribers -= 1;
      if (subscribers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return useStore(clock);
};

/** A relative time such as `12 s ago`, with the exact time as tooltip. */
export const TimeAgo = ({ at }: { readonly at: string | undefined | null }) => {
  const now = useNow();
  if (!at) return <span className="faint">never</span>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at, Math.max(now, Date.now()))}
    </time>
  );
};

/** The time left until then by the world's clock, such as `2 d 23 h`. */
export const TimeLeft = ({ until, past = "no time" }: { readonly until: string; readonly past?: string }) => {
  const now = useNow();
  const left = Date.parse(until) - worldTime(Math.max(now, Date.now())).getTime();
  return (
    <time dateTime={until} title={moment(until)}>
      {Number.isNaN(left) ? until : left <= 0 ? past : duration(left)}
    </time>
  );
};
