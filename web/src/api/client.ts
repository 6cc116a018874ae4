/** An error of the admin API, or one that the client itself reports (server unreachable, response unreadable). */
export interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly hint?: string;
  /** `passengers[0].firstName` */
  readonly field?: string;
  readonly allowed?: readonly unknown[] | string;
  /** All problems, if there is more than one; `message` describes the first. */
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

/** Converts anything thrown into a displayable problem. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError
    ? error
    : {
        kind: "defect",
        message: error instanceof Error ? error.message : "An unexpected error occurred in the console.",
      };

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

export interface CallOptions {
  /** Undefined and empty values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
}

export interface ApiClient {
  /** `path` is relative to `/admin`, such as `/overview`. */
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  delete<T>(path: string, options?: CallOptions): Promise<T>;
}

interface ClientParts {
  readonly fetch: typeof globalThis.fetch;
  /** Waits before a retry. Tests replace it. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  /** Called on a 401. */
  onUnauthenticated(): void;
}

const BASE = "/admin";
const BUSY = 503;
const MAX_ATTEMPTS = 3;
/** Upper bound on the server's Retry-After, which is in seconds. */
const MAX_WAIT_MS = 2_000;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const UNREACHABLE: Problem = {
  kind: "unreachable",
  message: "The server is not responding.",
  hint: "Check that it is running, then try again.",
};

export const createClient = ({ fetch, wait = sleep, onUnauthenticated }: ClientParts): ApiClient => {
  const send = async (method: string, path: string, body: unknown, { signal }: CallOptions): Promise<Response> => {
    try {
      return await fetch(path, {
        method,
        credentials: "same-origin",
        redirect: "error",
        headers: {
          Accept: "application/json",
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch (error) {
      throw isAbort(error) ? error : new ApiError(0, UNREACHABLE);
    }
  };

  /** Retries a GET on 503. Other methods are never retried: they may have side effects. */
  const getWithRetry = async (address: string, options: CallOptions): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await send("GET", address, undefined, options);
      if (response.status !== BUSY || attempt === MAX_ATTEMPTS) return response;
      const seconds = Number(response.headers.get("retry-after") ?? 1);
      await wait(Math.min(seconds * 1_000 || 0, MAX_WAIT_MS));
    }
  };

  const call = async <T>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<T> => {
    const address = addressOf(path, options.query);
    const response =
      method === "GET" ? await getWithRetry(address, options) : await send(method, address, body, options);
    if (response.status === 401) onUnauthenticated();
    if (response.status === 204) return undefined as T;
    const payload = await readJson(response);
    if (response.ok) return payload as T;
    throw new ApiError(response.status, problemFrom(payload, response.status));
  };

  return {
    get: (path, options) => call("GET", path, undefined, options),
    // Sends `{}` when there is no body: the server accepts changes only as JSON, which other origins cannot send without a
    // preflight.
    post: (path, body = {}, options) => call("POST", path, body, options),
    put: (path, body = {}, options) => call("PUT", path, body, options),
    delete: (path, options) => call("DELETE", path, undefined, options),
  };
};

export const addressOf = (path: string, query: CallOptions["query"] = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${BASE}${path}${text && `?${text}`}`;
};

/** Escapes a caller-supplied name for use as one path segment. */
export const part = (name: string): string => encodeURIComponent(name);

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    const message = `The server answered ${response.status} with something other than JSON.`;
    throw new ApiError(response.status, {
      kind: "unreadable",
      message,
      hint: "Another service may be listening at this address.",
    });
  }
};

const problemFrom = (body: unknown, status: number): Problem => {
  const { error } = (body ?? {}) as { readonly error?: Partial<Problem> | string };
  if (typeof error === "object" && typeof error?.message === "string") {
    return { ...error, kind: error.kind ?? "failed", message: error.message };
  }
  const message = typeof error === "string" ? error : `Request failed with status ${status}.`;
  return { kind: status === 401 ? "unauthenticated" : "failed", message };
};
