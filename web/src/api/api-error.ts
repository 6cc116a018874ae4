/** What the admin API says when it refuses, and what is said here when it says nothing. */
export interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly hint?: string;
  /** `passengers[0].firstName` */
  readonly field?: string;
  readonly allowed?: readonly unknown[] | string;
  /** Everything that is wrong, where it is more than one thing; the first is told above. */
  readonly problems?: readonly { readonly field: string; readonly message: string }[];
}

export class ApiError extends Error implements Problem {
  readonly status: number;
  readonly kind: string;
  readonly hint?: string;
  readonly field?: string;
  readonly allowed?: Exclude<Problem["allowed"], undefined>;
  readonly problems?: Exclude<Problem["problems"], undefined>;

  constructor(status: number, { kind, message, hint, field, allowed, problems }: Problem) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.kind = kind;
    if (hint !== undefined) this.hint = hint;
    if (field !== undefined) this.field = field;
    if (allowed !== undefined) this.allowed = allowed;
    if (Array.isArray(problems)) this.problems = problems;
  }
}

/** Whatever was thrown, as something that can be shown. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError
    ? error
    : { kind: "defect", message: error instanceof Error ? error.message : "Something went wrong in this page." };

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";
