/** A position in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point as a unit vector from the centre of the Earth; z points to the North Pole. */
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/**
 * Uses only + − × ÷ and square roots, which IEEE 754 defines to the last bit. `Math.sin` and the like may differ between
 * engines, and a different rounding by one kilometre would change the generated schedule.
 */
export const sine = (degrees: number): number => {
  const x = degrees > 90 ? 180 - degrees : degrees < -90 ? -180 - degrees : degrees;
  return taylorSine(x * RADIANS);
};

export const cosine = (degrees: number): number => taylorSine((90 - Math.abs(degrees)) * RADIANS);

/** Accurate to 1e-15 for |x| ≤ π/2. */
const taylorSine = (x: number): number => {
  const square = x * x;
  let sum = 1;
  for (let n = 21; n >= 3; n -= 2) sum = 1 - (square * sum) / (n * (n - 1));
  return x * sum;
};

/** The angle in radians whose tangent is `rise / run`; both must be non-negative. */
export const angle = (rise: number, run: number): number => {
  if (rise > run) return Math.PI / 2 - angle(run, rise);
  if (run === 0) return 0;
  let t = rise / run;
  for (let halving = 0; halving < 2; halving++) t = t / (1 + Math.sqrt(1 + t * t));
  const square = t * t;
  let sum = 0;
  for (let n = 21; n >= 1; n -= 2) sum = 1 / n - square * sum;
  return 4 * t * sum;
};

const directions = new WeakMap<Point, Direction>();

export const directionOf = (point: Point): Direction => {
  const known = directions.get(point);
  if (known !== undefined) return known;
  const level = cosine(point.latitude);
  const direction = {
    x: level * cosine(point.longitude),
    y: level * sine(point.longitude),
    z: sine(point.latitude),
  };
  directions.set(point, direction);
  return direction;
};

const length = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** The angle at the centre of the Earth between two points, in radians. */
export const angleBetween = (a: Direction, b: Direction): number =>
  2 * angle(length(a.x - b.x, a.y - b.y, a.z - b.z), length(a.x + b.x, a.y + b.y, a.z + b.z));

/** Great-circle distance in whole kilometres. */
export const distanceKm = (from: Point, to: Point): number =>
  Math.round(EARTH_RADIUS_KM * angleBetween(directionOf(from), directionOf(to)));
