import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { type ConsolesRun, POLL_MS, type Received } from "./consoles.ts";

/** The requests of a browser that has the console open. */
interface Console {
  readonly received: Received;
  close(): void;
}

type Headers = Readonly<Record<string, string>>;

const ask = async (port: number, path: string, headers: Headers, body?: object): Promise<IncomingMessage> => {
  const pending = request({ host: "127.0.0.1", port, path: `/admin${path}`, method: body ? "POST" : "GET", headers });
  pending.end(body && JSON.stringify(body));
  const [response] = (await once(pending, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} responded with status ${response.statusCode}.`);
  return response;
};

const read = async (answer: Promise<IncomingMessage>): Promise<void> => void (await (await answer).toArray());

const logIn = async ({ port, token }: ConsolesRun): Promise<Headers> => {
  const response = await ask(port, "/login", { "Content-Type": "application/json" }, { token });
  response.resume();
  const [cookie = ""] = response.headers["set-cookie"] ?? [];
  return { Cookie: cookie.split(";", 1)[0] ?? "", "Sec-Fetch-Site": "same-origin" };
};

/** Counts an event, and the calls that it reports as made or omitted. */
const count = (received: { -readonly [Name in keyof Received]: Received[Name] }, event: string): void => {
  const [, name, data = "null"] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? [];
  received.events += 1;
  if (name === "call") received.calls += (JSON.parse(data) as readonly unknown[]).length;
  if (name === "rates") received.omitted += (JSON.parse(data) as { readonly dropped: number }).dropped;
};

const openConsole = async (run: ConsolesRun, firstPollMs: number): Promise<Console> => {
  const { port } = run;
  const cookie = await logIn(run);
  for (const path of ["/login", "/overview", "/calls?limit=200"]) await read(ask(port, path, cookie));
  const stream = await ask(port, "/events", { ...cookie, Accept: "text/event-stream" });
  const received = { bytes: 0, events: 0, calls: 0, omitted: 0 };
  let unread = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    received.bytes += Buffer.byteLength(text);
    const events = (unread + text).split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) count(received, event);
  });
  const poll = (): void => void read(ask(port, "/overview", cookie)).catch(rethrow);
  let timer = setTimeout(() => {
    poll();
    timer = setInterval(poll, POLL_MS);
  }, firstPollMs);
  return {
    received,
    close() {
      clearInterval(timer);
      (stream as IncomingMessage & { readonly req: ClientRequest }).req.destroy();
    },
  };
};

/** The unhandled rejection ends this process, and with it the run. */
const rethrow = (problem: Error): never => {
  throw problem;
};

let open: readonly Console[] = [];

process.once("disconnect", () => process.exit());
process.on("message", async (run: ConsolesRun | "close") => {
  if (run !== "close") {
    // Spread over the interval, because people do not open consoles at the same moment.
    const starts = Array.from({ length: run.consoles }, (_, index) => (index * POLL_MS) / run.consoles);
    open = await Promise.all(starts.map((firstPollMs) => openConsole(run, firstPollMs)));
    process.send?.("open");
    return;
  }
  for (const each of open) each.close();
  process.send?.(open.map(({ received }) => received));
});
