import { describe, expect, it } from "vitest";
import { reachHere } from "../mcp/transports/http/reach.ts";
import { Failure } from "../model/failure.ts";
import type { HttpConfig } from "./config.ts";
import { listeningText, startProblem, waitingText } from "./start-text.ts";

const ADMIN = { token: "taxiway-secret-admin-token", isNew: false };
const SERVING = {
  host: "127.0.0.1",
  port: 3000,
  paths: ["/mcp", "/mcp/gds", "/mcp/flights", "/mcp/toolbox", "/rpc", "/mcp/capcorn"],
  workers: 1,
  admin: ADMIN,
  auth: "none",
  reach: reachHere({ flights: "sandbox", openOrigins: true }),
} as const;

/** Returns the JSON in the line of a client. */
const settingsFor = (client: string, text: string): unknown => {
  const line = text.split("\n").find((candidate) => candidate.trimStart().startsWith(`${client} `)) ?? "";
  return JSON.parse(/\{.*\}/.exec(line)?.[0] ?? "null");
};

describe("the start text of an HTTP server", () => {
  const text = listeningText(SERVING);

  it("shows the setup of each client", () => {
    const url = "http://127.0.0.1:3000/mcp";
    expect(text).toContain(`claude mcp add --transport http taxiway ${url}\n`);
    expect(settingsFor("VS Code", text)).toEqual({ name: "taxiway", type: "http", url });
    expect(settingsFor("Cursor", text)).toEqual({ mcpServers: { taxiway: { url } } });
    expect(settingsFor("Claude Desktop", text)).toEqual({
      mcpServers: { taxiway: { command: "npx", args: ["-y", "mcp-remote", url] } },
    });
  });

  it("lists every MCP server once, and the sandboxes separately", () => {
    const base = "http://127.0.0.1:3000";
    const addresses = (heading: string): string[] =>
      (text.split(`${heading}:\n\n`)[1]?.split("\n\n")[0] ?? "")
        .split("\n")
        .map((line) => line.trim().replaceAll(/ +/g, " "));
    expect(addresses("MCP servers")).toEqual([
      `GDS ${base}/mcp`,
      `Flights ${base}/mcp/flights`,
      `Toolbox ${base}/mcp/toolbox`,
      `CapCorn ${base}/mcp/capcorn`,
    ]);
    expect(addresses("Sandboxes of supplier APIs")).toEqual([`Duffel ${base}/duffel`, `CapCorn ${base}/capcorn`]);
    expect(addresses("Also served")).toContain(`Admin API ${base}/admin`);
  });

  it("shows which origins may call what", () => {
    const said = (reach = SERVING.reach): (string | undefined)[] =>
      ["any origin", "trusted origins", "own origin"].map(
        (label) => new RegExp(`Pages of ${label} +(.*)`).exec(listeningText({ ...SERVING, reach }))?.[1],
      );
    const mock = "GDS, Duffel and CapCorn sandboxes, Flights without a Duffel key, Connectors in sandbox mode, Health";
    expect(said()).toEqual([
      expect.stringContaining(mock),
      "Connectors in live mode, Rehearsal runs, Toolbox",
      "Admin API and console",
    ]);
    const [any, trusted] = said(reachHere({ flights: "live", openOrigins: true }));
    expect([any?.includes("Flights"), trusted]).toEqual([
      false,
      "Flights with a Duffel key, Connectors in live mode, Rehearsal runs, Toolbox",
    ]);
    expect(said(reachHere({ flights: "live", openOrigins: false }))[0]).toBeUndefined();
    expect(text).toContain("Programs                  everything; the admin API with the admin token\n");
  });

  it("has a login link if only this machine can follow it", () => {
    const linked = listeningText({ ...SERVING, workers: 4, loginToken: "once-only" });
    expect(linked.match(/Console .*/g)).toEqual(["Console    http://127.0.0.1:3000/#login=once-only"]);
    expect(linked).toContain("logs you in once");
    const other = listeningText({ ...SERVING, host: "192.0.2.7" });
    expect(other).toContain("Console    http://192.0.2.7:3000/\n");
    expect(other).toContain("Log in with the admin token.");
    expect(listeningText({ ...SERVING, host: "192.0.2.7", auth: "keys" })).toContain(
      "Log in with the admin token or an admin key.",
    );
  });

  it("names workers only when there are several", () => {
    expect(text).not.toContain("worker");
    expect(listeningText({ ...SERVING, workers: 4 })).toContain("with 4 workers");
  });

  it("shows the Authorization header and how to create a key if clients need one", () => {
    const keys = listeningText({ ...SERVING, auth: "keys", program: "/opt/my tools/main.js" });
    const url = "http://127.0.0.1:3000/mcp";
    const headers = { Authorization: "Bearer <key>" };
    expect(keys).toContain(`claude mcp add --transport http taxiway ${url} --header "Authorization: Bearer <key>"\n`);
    expect(settingsFor("VS Code", keys)).toEqual({ name: "taxiway", type: "http", url, headers });
    expect(settingsFor("Cursor", keys)).toEqual({ mcpServers: { taxiway: { url, headers } } });
    expect(settingsFor("Claude Desktop", keys)).toEqual({
      mcpServers: {
        taxiway: {
          command: "npx",
          args: ["-y", "mcp-remote", url, "--header", `Authorization:\${TAXIWAY_AUTHORIZATION}`],
          env: { TAXIWAY_AUTHORIZATION: "Bearer <key>" },
        },
      },
    });
    expect(keys).toContain('\n  node "/opt/my tools/main.js" keys create --name "my agent"\n');
    expect(text).not.toMatch(/Authorization|<key>|keys create/);
  });

  it("omits the command for keys if no other process can use the store", () => {
    const keys = listeningText({ ...SERVING, auth: "keys" });
    expect(keys).toContain("Create one on the console's Keys page.");
    expect(keys).not.toContain("keys create");
  });

  it("warns if authentication is off and other machines can reach the server", () => {
    const loud = "AUTHENTICATION IS OFF";
    expect(text).not.toContain(loud);
    expect(listeningText({ ...SERVING, host: "0.0.0.0" })).toContain(loud);
    expect(listeningText({ ...SERVING, host: "192.0.2.7" })).toContain(loud);
    expect(listeningText({ ...SERVING, host: "0.0.0.0", auth: "keys" })).not.toContain(loud);
  });

  it("shows the admin token only when it is new", () => {
    expect(text).not.toContain(ADMIN.token);
    const first = listeningText({ ...SERVING, admin: { ...ADMIN, isNew: true, file: "data/admin-token" } });
    expect(first).toContain(`stored in data/admin-token):\n\n  ${ADMIN.token}\n`);
    expect(listeningText({ ...SERVING, admin: { ...ADMIN, isNew: true } })).toContain("until this process ends");
  });

  it("shows an address that clients can connect to", () => {
    for (const host of ["0.0.0.0", "::"]) {
      expect(listeningText({ ...SERVING, host })).toContain("http://localhost:3000/mcp");
    }
    expect(listeningText({ ...SERVING, host: "::1" })).toContain("http://[::1]:3000/mcp");
  });

  it("allows mcp-remote to connect to another machine without TLS", () => {
    const other = listeningText({ ...SERVING, host: "192.0.2.7" });
    expect(settingsFor("Claude Desktop", other)).toMatchObject({
      mcpServers: { taxiway: { args: ["-y", "mcp-remote", "http://192.0.2.7:3000/mcp", "--allow-http"] } },
    });
  });
});

describe("the text of a stdio server", () => {
  it("quotes paths with spaces", () => {
    const text = waitingText("/opt/my tools/main.js");
    expect(text).toContain('claude mcp add taxiway -- node "/opt/my tools/main.js"');
    expect(JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "")).toEqual({
      mcpServers: { taxiway: { command: "node", args: ["/opt/my tools/main.js"] } },
    });
  });
});

describe("a start problem", () => {
  const http = { host: "192.0.2.7", port: 80 } as HttpConfig;
  const failed = (code: string): Error => Object.assign(new Error("internal words"), { code });

  it("is described in one sentence with a fix", () => {
    expect(startProblem(failed("EADDRINUSE"), http)).toBe(
      "Port 80 on 192.0.2.7 is already in use. Set HTTP_PORT to another port.",
    );
    for (const code of ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EACCES"]) {
      expect(startProblem(failed(code), http)).toMatch(/^[^\n]+\. [^\n]+HTTP_(HOST|PORT)[^\n]*\.$/);
    }
    for (const code of ["EMFILE", "ENFILE"]) {
      expect(startProblem(failed(code))).toMatch(/^[^\n]*limit on open files[^\n]*ulimit -n 1024[^\n]*$/);
    }
    const full = new Failure("unavailable", "The disk is full.", { hint: "Make room." });
    expect(startProblem(full, http)).toBe("The disk is full. Make room.");
  });

  it("is shown with its stack if it is a defect", () => {
    expect(startProblem(new Error("oops"), http)).toMatch(/oops\n\s+at /);
    expect(startProblem("oops")).toBe("oops");
  });
});
