import { useEffect } from "react";
import { createStore, useStore } from "../api/store.ts";
import { money } from "../format/money.ts";
import { ago, duration, moment } from "../format/time.ts";

/** Of whole cents. */
export const Money = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => (
  <span className="number">{money(amount, currency)}</span>
);

export const Duration = ({ ms }: { readonly ms: number | null | undefined }) =>
  ms === null || ms === undefined ? <span className="faint">–</span> : <span className="number">{duration(ms)}</span>;

const clock = createStore(Date.now());
let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all that are shown. */
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

/** `12 s ago`, with the moment itself as a title. */
export const TimeAgo = ({ at }: { readonly at: string | undefined | null }) => {
  const now = useNow();
  if (!at) return <span className="faint">never</span>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at, Math.max(now, Date.now()))}
    </time>
  );
};
