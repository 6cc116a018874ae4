import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { type ConsolesRun, type Heard, POLL_MS } from "./consoles.ts";

/** What a browser does that has the console open, without what it paints. */
interface Console {
  readonly heard: Heard;
  close(): void;
}

type Headers = Readonly<Record<string, string>>;

const ask = async (port: number, path: string, headers: Headers, body?: object): Promise<IncomingMessage> => {
  const asked = request({ host: "127.0.0.1", port, path: `/admin${path}`, method: body ? "POST" : "GET", headers });
  asked.end(body && JSON.stringify(body));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} was answered with ${response.statusCode}.`);
  return response;
};

const read = async (answer: Promise<IncomingMessage>): Promise<void> => void (await (await answer).toArray());

const logIn = async ({ port, token }: ConsolesRun): Promise<Headers> => {
  const response = await ask(port, "/login", { "Content-Type": "application/json" }, { token });
  response.resume();
  const [cookie = ""] = response.headers["set-cookie"] ?? [];
  return { Cookie: cookie.split(";", 1)[0] ?? "", "Sec-Fetch-Site": "same-origin" };
};

/** As much of an event as is counted: what it is called, how many calls it tells of, and how many were left out. */
const count = (heard: { -readonly [Name in keyof Heard]: Heard[Name] }, event: string): void => {
  const [, name, data = "null"] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? [];
  heard.events += 1;
  if (name === "call") heard.calls += (JSON.parse(data) as readonly unknown[]).length;
  if (name === "rates") heard.leftOut += (JSON.parse(data) as { readonly dropped: number }).dropped;
};

const openConsole = async (run: ConsolesRun, firstPollMs: number): Promise<Console> => {
  const { port } = run;
  const cookie = await logIn(run);
  for (const path of ["/login", "/overview", "/calls?limit=200"]) await read(ask(port, path, cookie));
  const stream = await ask(port, "/events", { ...cookie, Accept: "text/event-stream" });
  const heard = { bytes: 0, events: 0, calls: 0, leftOut: 0 };
  let unread = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    heard.bytes += Buffer.byteLength(text);
    const events = (unread + text).split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) count(heard, event);
  });
  const poll = (): void => void read(ask(port, "/overview", cookie)).catch(failed);
  let timer = setTimeout(() => {
    poll();
    timer = setInterval(poll, POLL_MS);
  }, firstPollMs);
  return {
    heard,
    close() {
      clearInterval(timer);
      (stream as IncomingMessage & { readonly req: ClientRequest }).req.destroy();
    },
  };
};

const failed = (problem: Error): never => {
  throw problem;
};

let open: readonly Console[] = [];

process.once("disconnect", () => process.exit());
process.on("message", async (run: ConsolesRun | "close") => {
  if (run !== "close") {
    // Not all at the same moment: nobody opens five consoles at once.
    const starts = Array.from({ length: run.consoles }, (_, index) => (index * POLL_MS) / run.consoles);
    open = await Promise.all(starts.map((firstPollMs) => openConsole(run, firstPollMs)));
    process.send?.("open");
    return;
  }
  for (const each of open) each.close();
  process.send?.(open.map(({ heard }) => heard));
});
