import { once } from "node:events";
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { onTestFinished } from "vitest";
import type { Answer } from "../fixtures/taxiway.ts";

export interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In several pieces, it is sent chunked. */
  readonly body?: string | readonly string[];
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as a JSON-RPC answer. */
  readonly message: Answer;
}

const send = (port: number, { method, path = "/mcp", headers = {}, body }: Asking): ClientRequest => {
  const pieces = typeof body === "string" ? [body] : (body ?? []);
  const length = typeof body === "string" ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
  const asked = request({
    ...{ host: "127.0.0.1", port, path, agent: false },
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...length, ...headers },
  });
  for (const piece of pieces) asked.write(piece);
  asked.end();
  return asked;
};

const answered = async (asked: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  // A server that has refused need not read on; what is still being sent then has nowhere to go.
  asked.on("error", () => undefined);
  return response.setEncoding("utf8");
};

/** One request on a connection of its own, answered to its end. */
export const ask = async (port: number, asking: Asking): Promise<RawAnswer> => {
  const response = await answered(send(port, asking));
  let text = "";
  for await (const part of response) text += part;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    get message() {
      return JSON.parse(text) as Answer;
    },
  };
};

export interface ServerEvent {
  readonly id?: string;
  readonly name?: string;
  readonly data: string;
}

export interface RawStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Everything that came so far, events without content left out. */
  readonly messages: readonly Answer[];
  readonly events: readonly ServerEvent[];
  /** Waits until the events fulfil the condition. */
  until(condition: (stream: RawStream) => boolean): Promise<void>;
  /** Resolves when the server has ended it properly. */
  readonly ended: Promise<void>;
  /** Breaks the connection off, as a lost network would. */
  cut(): void;
}

/** One request that is answered by a stream of events. It is broken off when the test is over. */
export const openStream = async (port: number, asking: Asking): Promise<RawStream> => {
  const asked = send(port, asking);
  const response = await answered(asked);
  onTestFinished(() => void asked.destroy());
  const events: ServerEvent[] = [];
  const messages: Answer[] = [];
  const waiting = new Set<() => void>();
  let unread = "";
  response.on("data", (text: string) => {
    const parts = (unread + text).split("\n\n");
    unread = parts.pop() ?? "";
    for (const event of parts.map(parseEvent)) {
      if (event === undefined) continue;
      events.push(event);
      if (event.data !== "") messages.push(JSON.parse(event.data) as Answer);
    }
    for (const look of waiting) look();
  });
  response.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => response.once("close", () => resolve()));
  const ended = new Promise<void>((resolve, reject) => {
    response.once("end", resolve);
    void closed.then(() => reject(new Error("The stream was broken off")));
  });
  ended.catch(() => undefined);

  const stream: RawStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    messages,
    ended,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!condition(stream)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void closed.then(() => reject(new Error(`The stream is over after ${JSON.stringify(events)}`)));
        look();
      }),
    cut: () => void asked.destroy(),
  };
  return stream;
};

/** A comment is no event. */
const parseEvent = (text: string): ServerEvent | undefined => {
  const fields = new Map(
    text
      .split("\n")
      .filter((line) => !line.startsWith(":"))
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const data = fields.get("data");
  const id = fields.get("id");
  const name = fields.get("event");
  return data === undefined
    ? undefined
    : { data, ...(id !== undefined && { id }), ...(name !== undefined && { name }) };
};
