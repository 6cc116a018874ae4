const EDGE = 2;

/** For a polyline; from zero up, so that a small tremble looks small. */
export const sparkPoints = (values: readonly number[], width: number, height: number): string => {
  if (values.length < 2) return "";
  const most = Math.max(...values, 1e-9);
  const step = (width - 2) / (values.length - 1);
  const y = (value: number): number => height - EDGE - (Math.max(value, 0) / most) * (height - 2 * EDGE);
  return values.map((value, index) => `${(1 + index * step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
};
