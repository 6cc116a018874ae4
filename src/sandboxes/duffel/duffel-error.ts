/** An error in Duffel's own words. */
export class DuffelError extends Error {
  readonly status: number;
  readonly type: DuffelErrorType;
  /** A number in the one answer in which Duffel's is one too. */
  readonly code: string | number;
  readonly title: string;
  /** Which part of the request: `{ field: "departure_date", pointer: "/slices/0/departure_date" }`. */
  readonly source: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    { type, code, title, message, source }: Omit<DuffelProblem, "source"> & { source?: DuffelError["source"] },
  ) {
    super(message);
    this.name = "DuffelError";
    this.status = status;
    this.type = type;
    this.code = code;
    this.title = title;
    this.source = source;
  }
}

export type DuffelErrorType =
  | "authentication_error"
  | "airline_error"
  | "invalid_state_error"
  | "rate_limit_error"
  | "validation_error"
  | "invalid_request_error"
  | "api_error";

interface DuffelProblem {
  readonly type: DuffelErrorType;
  readonly code: string | number;
  readonly title: string;
  readonly message: string;
  readonly source: Readonly<Record<string, string>>;
}
