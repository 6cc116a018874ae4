import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An HTTP response as received. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A raw connection that can send anything and checks that responses are valid HTTP. */
export interface Wire {
  readonly open: boolean;
  send(bytes: string | Buffer): void;
  /** Returns the next response, or undefined if the connection is closed instead. A HEAD is answered without a body. */
  answer(method?: string): Promise<WireAnswer | undefined>;
  /** Resolves with the first bytes of a response, or when the connection is closed. */
  stirred(): Promise<void>;
  /** Received bytes that were not taken as a response. */
  pending(): string;
  /** Half-closes the connection. */
  finish(): void;
  /** Resets the connection. */
  abort(): void;
  readonly closed: Promise<void>;
}

const PATIENCE_MS = 40_000;
const BODILESS = new Set([204, 304]);

const parseHead = (head: string): { status: number; headers: Map<string, string> } => {
  const [first = "", ...lines] = head.split("\r\n");
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/.exec(first)?.[1];
  if (status === undefined) throw new Error(`not a status line: ${JSON.stringify(first.slice(0, 200))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a header: ${JSON.stringify(line)}`);
    if (headers.has(name.toLowerCase())) throw new Error(`two headers ${name}`);
    headers.set(name.toLowerCase(), value);
  }
  return { status: Number(status), headers };
};

/** The body and its end; undefined while it is incomplete. */
const takeBody = (data: Buffer, from: number, headers: ReadonlyMap<string, string>) => {
  if (headers.get("transfer-encoding") === "chunked") {
    const chunks: Buffer[] = [];
    for (let at = from; ; ) {
      const line = data.indexOf("\r\n", at);
      if (line === -1) return undefined;
      const size = Number.parseInt(data.toString("latin1", at, line), 16);
      if (!(size >= 0)) throw new Error("not a chunk");
      const end = line + 2 + size;
      if (data.length < end + 2) return undefined;
      if (size === 0) return { body: Buffer.concat(chunks), end: end + 2 };
      chunks.push(data.subarray(line + 2, end));
      at = end + 2;
    }
  }
  const length = Number(headers.get("content-length"));
  if (!Number.isSafeInteger(length)) throw new Error("an answer without a length");
  return data.length < from + length ? undefined : { body: data.subarray(from, from + length), end: from + length };
};

export const openWire = async (port: number): Promise<Wire> => {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => undefined);
  let data = Buffer.alloc(0);
  let open = true;
  let wake: (() => void) | undefined;
  const stir = (): void => {
    wake?.();
    wake = undefined;
  };
  socket.on("data", (chunk) => {
    data = data.length === 0 ? chunk : Buffer.concat([data, chunk]);
    stir();
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      open = false;
      stir();
      resolve();
    });
  });
  // Closes when the server does.
  socket.on("end", () => socket.destroy());
  await Promise.race([once(socket, "connect"), closed]);

  const news = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("neither an answer nor the end of the connection")), PATIENCE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const take = (method: string): WireAnswer | undefined => {
    const headEnd = data.indexOf("\r\n\r\n");
    if (headEnd === -1) return undefined;
    const { status, headers } = parseHead(data.toString("latin1", 0, headEnd));
    const from = headEnd + 4;
    // Node answers an unreadable request with 400 without knowing whether it was a HEAD.
    const bodiless = status < 200 || BODILESS.has(status) || (method === "HEAD" && status !== 400);
    const taken = bodiless ? { body: Buffer.alloc(0), end: from } : takeBody(data, from, headers);
    if (taken === undefined) return undefined;
    data = data.subarray(taken.end);
    if (status < 200) return take(method);
    return { status, headers, body: new TextDecoder("utf-8", { fatal: true }).decode(taken.body) };
  };

  return {
    get open() {
      return open;
    },
    send: (bytes) => void socket.write(bytes),
    async answer(method = "POST") {
      for (;;) {
        const answer = take(method);
        if (answer !== undefined || !open) return answer;
        await news();
      }
    },
    async stirred() {
      if (data.length === 0 && open) await news();
    },
    pending: () => data.toString("latin1"),
    finish: () => void socket.end(),
    abort: () => void socket.resetAndDestroy(),
    closed,
  };
};
