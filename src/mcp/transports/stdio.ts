import type { Readable } from "node:stream";
import type { Caller } from "../../model/caller.ts";
import type { Log } from "../../model/log.ts";
import { withTimeout } from "../../model/with-timeout.ts";
import type { ReplyPath } from "../protocol/connection.ts";
import type { Dispatcher } from "../protocol/dispatcher.ts";
import { CODES } from "../protocol/errors.ts";
import { errorAnswer } from "../protocol/json-rpc.ts";
import { createLineReader, createLineWriter, type Output } from "./lines.ts";

const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** For calls that still run when the client leaves. The process has to exit within a second. */
const GRACE_MS = 400;

interface StdioOptions {
  readonly dispatcher: Dispatcher;
  readonly caller: Caller;
  readonly input: Readable;
  readonly output: Output;
  readonly log: Log;
}

export interface StdioServer {
  /** Resolves when the client has left or `close` was called, and everything has been written. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over a pair of streams, one JSON-RPC message per line. */
export const serveStdio = ({ dispatcher, caller, input, output, log }: StdioOptions): StdioServer => {
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  let closing = false;

  const writer = createLineWriter(output, {
    onFull: () => input.pause(),
    onDrain: () => {
      if (!closing) input.resume();
    },
    onError: ({ code }) => {
      log.debug("stdout failed", { code });
      void close(0);
    },
  });
  const reply: ReplyPath = { notify: writer.write, answer: writer.write };
  const connection = dispatcher.connect({ caller, send: writer.write });

  const reader = createLineReader(
    MAX_LINE_BYTES,
    (line) => void connection.receive(line, reply),
    () => {
      const message = `The message is larger than ${MAX_LINE_BYTES} bytes and was not read`;
      writer.write(errorAnswer(null, { code: CODES.invalidRequest, message }));
    },
  );

  const close = async (grace = GRACE_MS): Promise<void> => {
    if (closing) return closed;
    closing = true;
    input.pause();
    input.off("data", reader.push);
    await withTimeout(grace, connection.idle(), undefined);
    await connection.close();
    await withTimeout(grace, writer.flush(), undefined);
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

/**
 * Reserves stdout for JSON-RPC: a single line printed by a dependency would break the protocol, so `stdout.write` is
 * redirected to stderr. Returns the only remaining way to the real stdout.
 */
export const guardStdout = (
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Output => {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return { write, on: stdout.on.bind(stdout), once: stdout.once.bind(stdout), off: stdout.off.bind(stdout) } as Output;
};
