import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Another site, on a port of this machine. */
export interface OtherSite {
  readonly port: number;
  /** Cookies that browsers sent it at a URL like one of the console's. */
  readonly shown: readonly string[];
}

export const startOtherSite = async (): Promise<OtherSite> => {
  const shown: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/admin")) shown.push(request.headers.cookie ?? "");
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title><p>Elsewhere");
  });
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, shown };
};

export interface Victim {
  readonly target: string;
  readonly pnr: string;
  readonly keyId: string;
}

/** The result of an attempt: `nothing`, or what the page could read. */
export type Findings = Readonly<Record<string, string>>;

/**
 * What a page can try in the browser of a logged-in user. Sent to the browser as text. An
 * opaque answer is `nothing`; a readable answer is returned.
 */
export const attempts = ({ target, pnr, keyId }: Victim): string => `(async () => {
  const target = ${JSON.stringify(target)};
  const found = {};
  const within = (work, name) => Promise.race([work, new Promise((end) => setTimeout(end, 4_000, "nothing"))])
    .then((got) => { found[name] = String(got).slice(0, 200); }, () => { found[name] = "nothing"; });
  const told = async (response) => response.type === "opaque" || response.type === "opaqueredirect" ? "nothing"
    : response.status + " " + await response.text();
  const ask = (path, more) => fetch(target + path, { credentials: "include", ...more }).then(told);

  const READS = ["/", "/admin/login", "/admin/overview", "/admin/bookings", "/admin/keys", "/admin/events"];
  const reads = READS.flatMap((path) => ["cors", "no-cors"].map((mode) =>
    within(ask(path, { mode }), mode + " GET " + path)));

  const cancel = "/admin/bookings/${pnr}/cancel";
  const search = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "cancelBooking", arguments: { pnr: "${pnr}" } } };
  const WRITES = [
    ["POST", cancel, {}],
    ["POST", "/admin/keys", { name: "mine", admin: true }],
    ["DELETE", "/admin/keys/${keyId}", undefined],
    ["POST", "/admin/tools", { tool: { name: "mine" } }],
    ["POST", "/admin/import", { document: {} }],
    ["POST", "/admin/logout", {}],
    ["POST", "/admin/servers/gds/rpc", { request: search }],
    ["POST", "/mcp", search],
    ["POST", "/rpc", search],
  ];
  const TYPES = ["application/json", "text/plain", "application/x-www-form-urlencoded"];
  const writes = WRITES.flatMap(([method, path, json]) => TYPES.flatMap((type) => ["cors", "no-cors"].map((mode) => {
    const body = json && JSON.stringify(json);
    return within(ask(path, { method, mode, headers: { "Content-Type": type }, ...(body && { body }) }), [mode, method, path, type].join(" "));
  })));
  for (const [, path, json] of WRITES) navigator.sendBeacon(target + path, new Blob([JSON.stringify(json ?? {})], { type: "text/plain" }));

  const frame = (prepare) => new Promise((loaded) => {
    const element = document.createElement("iframe");
    element.name = "frame" + Math.random();
    element.onload = () => { try { loaded(element.contentDocument?.body?.innerText || "nothing"); } catch { loaded("nothing"); } };
    prepare(element);
    document.body.append(element);
  });
  const post = (path, enctype, name, value) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action: target + path, enctype, target: name });
    const field = document.createElement("input");
    // As text, the parts before and after the equals sign make JSON.
    Object.assign(field, enctype === "text/plain" ? { name: value.slice(0, -1) + ',"x":"', value: '"}' } : { name: "token", value });
    form.append(field);
    document.body.append(form);
    form.submit();
  };
  const forms = WRITES.flatMap(([, path, json]) => ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].map((enctype) => {
    const name = "box" + Math.random();
    const done = frame((element) => { element.name = name; });
    return within(done.then(() => { post(path, enctype, name, JSON.stringify(json ?? {})); return "nothing"; }), "form " + path + " " + enctype);
  }));

  const stream = new Promise((got) => {
    const source = new EventSource(target + "/admin/events", { withCredentials: true });
    for (const name of ["hello", "call", "rates", "message"]) source.addEventListener(name, ({ data }) => got(data));
    source.onerror = () => { source.close(); got("nothing"); };
  });
  const socket = new Promise((got) => {
    const opened = new WebSocket(target.replace("http", "ws") + "/admin/events");
    opened.onmessage = ({ data }) => got(data);
    opened.onopen = () => got("open");
    opened.onerror = () => got("nothing");
  });
  const element = (tag, name, address) => new Promise((got) => {
    const made = document.createElement(tag);
    made.onload = () => got(tag + " loaded");
    made.onerror = () => got("nothing");
    if (tag === "link") made.rel = "stylesheet";
    made[name] = target + address;
    document.head.append(made);
  });
  await Promise.all([...reads, ...writes, ...forms,
    within(stream, "event stream"), within(socket, "web socket"),
    within(frame((box) => { box.src = target + "/"; }), "frame of the page"),
    within(frame((box) => { box.src = target + "/admin/bookings"; }), "frame of the bookings"),
    within(element("script", "src", "/admin/bookings"), "script"),
    within(element("img", "src", "/admin/bookings"), "picture"),
    within(element("link", "href", "/admin/bookings"), "style sheet"),
  ]);
  // What forms did is done by the time of another answer of the same server.
  await ask("/", { mode: "no-cors" }).catch(() => undefined);
  return found;
})()`;

/** Opens the console in a new window, and returns what can be read of it. */
export const openedWindow = (target: string): string => `(async () => {
  const opened = window.open(${JSON.stringify(target)} + "/#/bookings");
  if (!opened) return "nothing opened";
  const begun = performance.now();
  while (!opened.closed && performance.now() - begun < 5_000) await new Promise((later) => setTimeout(later, 50));
  try { return "read " + opened.document.body.innerText; } catch { return opened.closed ? "out of reach" : "within reach"; }
})()`;
