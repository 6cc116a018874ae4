/** What a route of the fake is asked, and what it answers unless it throws a Refusal. */
export interface FakeRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export type FakeRoute = readonly [method: string, path: string, answer: (request: FakeRequest) => unknown];

export class Refusal extends Error {
  readonly status: number;
  readonly details: object;
  constructor(status: number, kind: string, message: string, details: object = {}) {
    super(message);
    this.status = status;
    this.details = { kind, message, ...details };
  }
}
