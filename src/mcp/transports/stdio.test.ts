import { PassThrough, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { object, string } from "../../model/schema.ts";
import { createDispatcher } from "../protocol/dispatcher.ts";
import type { Tool } from "../tools/tool.ts";
import { createToolSet } from "../tools/tool-set.ts";
import { loadValidators } from "../tools/validators.ts";
import { guardStdout, serveStdio } from "./stdio.ts";

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const echo: Tool = {
  name: "echo",
  title: "Echo",
  description: "",
  effect: "read",
  input: object({ text: string() }),
  run: (input: { text: string }) => input,
};
const sleep: Tool = {
  ...echo,
  name: "sleep",
  input: object({}, { additionalProperties: true }),
  run: async ({ ms }: { ms: number }, { signal }) => {
    await delay(ms, undefined, { signal });
    return { slept: ms };
  },
};
const definition = () => ({
  name: "t",
  title: "T",
  version: "1",
  instructions: "",
  tools: createToolSet([echo, sleep]),
});

const start = (output: Writable = new PassThrough({ highWaterMark: 1 << 30 })) => {
  const input = new PassThrough();
  const writes: string[] = [];
  output.on("data", (chunk: Buffer) => writes.push(chunk.toString()));
  const server = serveStdio({
    dispatcher: createDispatcher(definition(), { log }),
    caller: { tenant: "t", sessionId: "s", transport: "stdio" },
    input,
    output,
    log,
  });
  const lines = () =>
    writes
      .join("")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { input, writes, lines, ...server };
};

const message = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const call = (id: number, name: string, args: object) => message(id, "tools/call", { name, arguments: args });

// The first call would load them, and on a busy machine that takes longer than the server waits for running calls.
beforeAll(async () => void (await loadValidators()));

describe("the stdio transport", () => {
  it("answers every message received before the end of input, in few writes", async () => {
    const { input, closed, lines, writes } = start();
    input.end(Array.from({ length: 100 }, (_, index) => message(index, "ping")).join(""));
    await closed;
    expect(lines().map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(writes.length).toBeLessThan(5);
  });

  it("answers a last line without a line break", async () => {
    const { input, closed, lines } = start();
    input.end(message(1, "ping").trim());
    await closed;
    expect(lines()).toMatchObject([{ id: 1, result: {} }]);
  });

  it("reads a message that arrives byte by byte, with characters split between chunks", async () => {
    const { input, closed, lines } = start();
    for (const byte of Buffer.from(call(1, "echo", { text: "Zürich 東京 🛫" }))) input.write(Buffer.from([byte]));
    input.end();
    await closed;
    expect(lines()[0].result.structuredContent).toEqual({ text: "Zürich 東京 🛫" });
  });

  it("gives running calls a limited time to finish when the client leaves", async () => {
    const { input, closed, lines } = start();
    input.end(call(1, "sleep", { ms: 50 }) + call(2, "sleep", { ms: 60_000 }));
    await closed;
    expect(lines().map(({ id }) => id)).toEqual([1]);
  });

  it.each([
    ["a line of ten megabytes", Buffer.alloc(10 * 1024 * 1024, "x"), -32600],
    ["a huge message", Buffer.from(call(9, "echo", { text: "x".repeat(9 * 1024 * 1024) }).trim()), -32600],
    ["broken JSON", Buffer.from('{"jsonrpc":"2.0","id":1,'), -32700],
    ["a batch", Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"ping"}]'), -32600],
    ["deep nesting", Buffer.from(`{"jsonrpc":"2.0","id":1,"params":${"[".repeat(100_000)}`), -32600],
    ["NUL bytes", Buffer.alloc(50), -32700],
    ["bytes that are not UTF-8", Buffer.from([0xc3, 0x28, 0xff]), -32700],
    ["wrong types", Buffer.from('{"jsonrpc":"2.0","id":[],"method":{}}'), -32600],
  ])("answers %s with an error and continues", async (_, bytes, code) => {
    const { input, closed, lines } = start();
    input.write(bytes);
    input.write("\r\n\r\n");
    input.end(message(2, "ping"));
    await closed;
    expect(lines()).toMatchObject([
      { id: null, error: { code } },
      { id: 2, result: {} },
    ]);
  });

  it("stops reading while the client does not read its answers, and loses no answer", async () => {
    const output = new PassThrough({ highWaterMark: 1024 });
    const input = new PassThrough();
    const { closed } = serveStdio({
      dispatcher: createDispatcher(definition(), { log }),
      caller: { tenant: "t", sessionId: "s", transport: "stdio" },
      input,
      output,
      log,
    });
    const slow = Array.from({ length: 50 }, (_, index) => call(100 + index, "sleep", { ms: index }));
    input.write(call(1, "echo", { text: "x".repeat(5000) }) + slow.join(""));
    while (!input.isPaused()) await delay(1);
    input.write(message(2, "ping"));
    await delay(100);
    expect(output.listenerCount("drain")).toBe(1);
    let read = "";
    output.on("data", (chunk: Buffer) => {
      read += chunk;
    });
    while (!read.includes('"id":2,')) await delay(1);
    expect(input.isPaused()).toBe(false);
    input.end();
    await closed;
    expect(read.trim().split("\n")).toHaveLength(52);
  });

  it("closes without an error when the output pipe breaks", async () => {
    const broken = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("broken pipe"), { code: "EPIPE" })),
    });
    const { input, closed } = start(broken);
    input.write(call(1, "sleep", { ms: 60_000 }) + message(2, "ping"));
    await closed;
    input.write(message(3, "ping"));
  });

  it("stops answering once the server has closed it", async () => {
    const { input, close, closed, lines } = start();
    input.write(message(1, "ping"));
    while (lines().length === 0) await delay(1);
    await close();
    await closed;
    input.write(message(2, "ping"));
    await delay(5);
    expect(lines()).toHaveLength(1);
  });
});

describe("guardStdout", () => {
  it("sends stdout.write to stderr and keeps stdout for the returned output", () => {
    const [out, err]: [string[], string[]] = [[], []];
    const sink = (lines: string[]) =>
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }) as unknown as NodeJS.WriteStream;
    const stdout = sink(out);
    const output = guardStdout(stdout, sink(err));
    stdout.write("chatter");
    output.write("message");
    expect(out).toEqual(["message"]);
    expect(err).toEqual(["chatter"]);
  });
});
