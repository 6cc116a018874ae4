interface SparkProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Accessible name, including the last value. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  readonly tone?: "accent" | "bad";
}

/** A sparkline. */
export const Spark = ({ values, label, width = 120, height = 28, tone = "accent" }: SparkProps) => {
  const points = sparkPoints(values, width, height);
  return (
    <svg
      className="spark"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
    >
      <title>{label}</title>
      {points !== "" && <polygon points={`1,${height - 1} ${points} ${width - 1},${height - 1}`} />}
      {points !== "" && <polyline points={points} />}
    </svg>
  );
};

const EDGE = 2;

/** Points of a polyline. The scale starts at zero, so that small variations look small. */
export const sparkPoints = (values: readonly number[], width: number, height: number): string => {
  if (values.length < 2) return "";
  const max = Math.max(...values, 1e-9);
  const step = (width - 2) / (values.length - 1);
  const y = (value: number): number => height - EDGE - (Math.max(value, 0) / max) * (height - 2 * EDGE);
  return values.map((value, index) => `${(1 + index * step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
};
