import type { Readable } from "node:stream";
import type { Caller } from "../../model/caller.ts";
import type { Log } from "../../model/log.ts";
import { within } from "../../model/within.ts";
import type { ReplyPath } from "../protocol/connection.ts";
import type { Dispatcher } from "../protocol/dispatcher.ts";
import { CODES } from "../protocol/errors.ts";
import { errorAnswer } from "../protocol/json-rpc.ts";
import { createLineReader } from "./line-reader.ts";
import { createOutbox, type Output } from "./outbox.ts";

/** Far above any honest request, far below what would hurt. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** What still runs when the client leaves gets this long; the process has to be gone within a second. */
const GRACE_MS = 400;

export interface StdioOptions {
  readonly dispatcher: Dispatcher;
  readonly caller: Caller;
  readonly input: Readable;
  readonly output: Output;
  readonly log: Log;
}

export interface StdioServer {
  /** Resolves when the client is gone, or `close` was called, and everything has been written. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** One client, one JSON-RPC message per line. */
export const serveStdio = ({ dispatcher, caller, input, output, log }: StdioOptions): StdioServer => {
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  let closing = false;

  const outbox = createOutbox(output, {
    onFull: () => input.pause(),
    onRoom: () => {
      if (!closing) input.resume();
    },
    onBroken: ({ code }) => {
      log.debug("stdout broke", { code });
      void close(0);
    },
  });
  const reply: ReplyPath = { notify: outbox.post, answer: outbox.post };
  const connection = dispatcher.connect({ caller, send: outbox.post });

  const reader = createLineReader(
    LONGEST_LINE,
    (line) => void connection.receive(line, reply),
    () => {
      const message = `A message may have ${LONGEST_LINE} bytes at most; this one was not read`;
      outbox.post(errorAnswer(null, { code: CODES.invalidRequest, message }));
    },
  );

  const close = async (grace = GRACE_MS): Promise<void> => {
    if (closing) return closed;
    closing = true;
    input.pause();
    input.off("data", reader.push);
    await within(grace, connection.idle(), undefined);
    await connection.close();
    await within(grace, outbox.flush(), undefined);
    resolveClosed();
  };

  const ended = () => {
    if (closing) return;
    reader.end();
    void close();
  };
  input.on("data", reader.push);
  input.once("end", ended);
  input.once("close", ended);
  input.on("error", ended);

  return { closed, close: () => close() };
};
