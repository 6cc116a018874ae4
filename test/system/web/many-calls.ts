import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";

const requestOf = (port: number, tool: string, input: object): string => {
  const { headers = {}, body } = modernPost("tools/call", { name: tool, arguments: input });
  const text = body as string;
  const head = {
    ...headers,
    Host: `127.0.0.1:${port}`,
    Connection: "close",
    "Content-Length": Buffer.byteLength(text),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
};

const opened = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  return socket;
};

const answerOf = async (socket: Socket): Promise<string> => Buffer.concat(await socket.toArray()).toString();

/**
 * Sends so many calls that the server receives all of them before it processes them, however fast it is: it is stopped
 * until the last one is sent. Resolves to the number of executed calls; an overloaded server rejects some.
 */
export const callAtOnce = async (
  { port, child }: HttpTaxiway,
  { calls, tool, input }: { readonly calls: number; readonly tool: string; readonly input: object },
): Promise<number> => {
  const request = requestOf(port, tool, input);
  const sockets = await Promise.all(Array.from({ length: calls }, () => opened(port)));
  child.kill("SIGSTOP");
  await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(request, sent))));
  child.kill("SIGCONT");
  const answers = await Promise.all(sockets.map(answerOf));
  return answers.filter((answer) => answer.startsWith("HTTP/1.1 200")).length;
};
