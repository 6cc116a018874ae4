import { money } from "../format/money.ts";
import { duration } from "../format/time.ts";

/** Of whole cents. */
export const Money = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => (
  <span className="number">{money(amount, currency)}</span>
);

export const Duration = ({ ms }: { readonly ms: number | null | undefined }) =>
  ms === null || ms === undefined ? <span className="faint">–</span> : <span className="number">{duration(ms)}</span>;
