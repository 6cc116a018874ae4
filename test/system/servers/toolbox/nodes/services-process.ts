/** Services with every kind of health, each a real server on its own port: `node --import tsx services-process.ts`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Counts, Health, Order } from "./services.ts";

interface Service {
  readonly name: string;
  readonly port: number;
  readonly server: Server;
  readonly sockets: Set<Socket>;
  health: Health;
  counts: { calls: number; checks: Record<string, number> };
}

interface Message {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly tool_name: string; readonly arguments?: object; readonly call_id?: string };
}

const readMessage = async (request: IncomingMessage): Promise<Message> => {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return JSON.parse(text) as Message;
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
};

/** Garbage answers, chosen at random. */
const GARBAGE: readonly ((message: Message, response: ServerResponse) => void)[] = [
  (_, response) => send(response, 200, "text/html", "<h1>It works!</h1>"),
  (_, response) => send(response, 200, "application/json", '{"jsonrpc":"2.0","id":1,"resu'),
  ({ id }, response) => send(response, 200, "application/json", JSON.stringify({ jsonrpc: "2.0", id })),
  (_, response) => send(response, 200, "application/json", "[".repeat(100_000)),
  (_, response) => send(response, 200, "application/json", '{"jsonrpc":"2.0","id":"another","result":{}}'),
  (_, response) => send(response, 500, "text/plain", "Traceback (most recent call last)"),
  (_, response) => send(response, 302, "text/plain", "elsewhere"),
  (_, response) => void response.socket?.end("HTTP/9.9 what is this\r\n\r\n"),
  (_, response) => void response.socket?.destroy(),
  (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1_000 });
    response.write('{"jsonrpc":');
    response.socket?.end();
  },
];

let draws = 0;

const answer = async (service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const message = await readMessage(request);
  const { tool_name: tool, arguments: input, call_id } = message.params;
  if (message.method === "tools/call") service.counts.calls += 1;
  else service.counts.checks[tool] = (service.counts.checks[tool] ?? 0) + 1;
  if (service.health === "hangs") return;
  if (service.health === "garbage") return GARBAGE[draws++ % GARBAGE.length]?.(message, response);
  const result =
    message.method === "tools/call"
      ? { call_id, status: "completed", data: { ...input, by: service.name }, execution_time_ms: 0 }
      : { status: "healthy", version: "1.0.0", capabilities: ["echo"] };
  send(response, 200, "application/json", JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
};

const listen = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, "127.0.0.1", () => resolve(true));
  });

/** Below the ephemeral ports, so that a port that is closed for a while is not taken. */
const startService = async (name: string): Promise<Service> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => {
      // A disconnected caller does not concern the service.
      answer(service, request, response).catch(() => response.destroy());
    });
    const service: Service = { name, port, server, sockets, health: "healthy", counts: { calls: 0, checks: {} } };
    server.on("connection", (socket) => {
      sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => undefined));
    });
    if (await listen(server, port)) return service;
  }
};

const services: Service[] = [];

const become = async (service: Service, health: Health): Promise<void> => {
  const before = service.health;
  service.health = health;
  // Callers waiting for the old behaviour do not wait for the new one.
  for (const socket of service.sockets) socket.destroy();
  if (health === "refuses" && before !== "refuses") {
    await new Promise((resolve) => service.server.close(resolve));
  } else if (before === "refuses" && health !== "refuses" && !(await listen(service.server, service.port))) {
    throw new Error(`port ${service.port} is taken`);
  }
};

const answerInProcess: {
  readonly [Kind in Order["kind"]]: (order: Extract<Order, { kind: Kind }>) => Promise<unknown>;
} = {
  async start({ count }) {
    for (let index = 0; index < count; index++) services.push(await startService(`service-${index}`));
    return services.map(({ port }) => port);
  },
  async become({ indices, health }) {
    await Promise.all(indices.map((index) => become(services[index] as Service, health)));
    return null;
  },
  async count() {
    return services.map(({ counts, sockets }): Counts => ({ ...counts, connections: sockets.size }));
  },
};

process.once("disconnect", () => process.exit());
process.on("message", async ({ number, order }: { number: number; order: Order }) => {
  try {
    process.send?.({ number, answer: await answerInProcess[order.kind](order as never) });
  } catch (error) {
    process.send?.({ number, error: String(error) });
  }
});
