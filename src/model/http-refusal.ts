/** Why an HTTP request was turned away; each endpoint writes it in the format of its clients. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly hint?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

export const isRefusal = (value: object): value is HttpRefusal => "status" in value;
