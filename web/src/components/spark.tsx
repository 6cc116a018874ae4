import { sparkPoints } from "../format/spark-points.ts";

interface SparkProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** What it shows, with its last value: for those who cannot see it. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  readonly tone?: "accent" | "bad";
}

/** A tiny line of how something went. */
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
