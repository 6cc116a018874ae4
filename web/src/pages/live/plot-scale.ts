/** Where a value stands between the bottom (0) and the top (1) of a plot, and which values are written beside it. */
export interface Scale {
  readonly share: (value: number) => number;
  readonly ticks: readonly number[];
}

/** From nothing to a round number above everything. */
export const evenScale = (values: readonly number[]): Scale => {
  const most = Math.max(1e-9, ...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  const top = ([1, 2, 5, 10].find((factor) => factor * unit >= most * 0.999) ?? 10) * unit;
  const least = Math.max(top, 1);
  return { share: (value) => value / least, ticks: [0, least / 2, least] };
};

/** By powers of ten: so that a median of 10 ms can be seen beside a second. */
export const powerScale = (values: readonly number[]): Scale => {
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known, 10)) - 1e-9));
  const step = Math.ceil((high - low) / 4);
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => 10 ** (low + index * step));
  return { share: (value) => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks };
};
