import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { call, describeTool, OPEN_TO_SERVICES, register, registered, rpc } from "./registry-client.ts";

/** Indirect notations of internal addresses. */
const INSIDE: readonly string[] = [
  ...["http://127.0.0.1/", "https://127.0.0.1/", "http://127.1/", "http://127.0.1/", "http://0/", "http://0.0.0.0/"],
  ...["http://2130706433/", "http://0x7f000001/", "http://0x7f.1/", "http://0177.0.0.1/", "http://017700000001/"],
  ...[
    "http://127.255.255.254/",
    "http://127.0.0.1./",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://%31%32%37.1/",
  ],
  ...[
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
  ],
  ...["http://[::127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::7f00:1]/", "http://[2002:7f00:1::]/"],
  ...["http://[fe80::1]/", "http://[fc00::1]/", "http://[fd00:ec2::254]/", "http://[ff02::1]/", "http://[fec0::1]/"],
  ...["http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://toolbox.localhost/", "http://ⓛocalhost/"],
  ...["http://169.254.169.254/latest/meta-data/", "http://[::ffff:169.254.169.254]/", "http://2852039166/"],
  ...["http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.0.1/", "http://100.64.0.1/", "http://198.18.0.1/"],
  ...["http://192.0.2.1/", "http://224.0.0.1/", "http://240.0.0.1/", "http://255.255.255.255/", "http://192.88.99.1/"],
  ...["http://127.0.0.1:6379/", "http://127.0.0.1\\@example.com/", "http:127.0.0.1/", "http:\\\\127.0.0.1/"],
];

/** URLs that are invalid or contain more than an address. */
const ODD: readonly string[] = [
  ...["http://user:password@example.com/", "http://user@127.0.0.1/", "http://example.com@127.0.0.1/"],
  ...["file:///etc/passwd", "ftp://example.com/", "gopher://127.0.0.1:6379/_FLUSHALL", "data:text/plain,hello"],
  ...["javascript:alert(1)", "//127.0.0.1/", "127.0.0.1", "http://", "http://[::1", "http://256.256.256.256/", ""],
  ...["http://127.0.0.1/\r\nX-Admin: yes", "http://\t127.0.0.1/", `http://example.com/${"a".repeat(10_000)}`],
];

/** A service that always redirects. */
const startRedirecting = async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(302, { Location: "/secret" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, paths, stop: () => void server.close() };
};

let taxiway: HttpTaxiway;
let elsewhere: Awaited<ReturnType<typeof startRedirecting>>;
beforeAll(async () => {
  elsewhere = await startRedirecting();
  taxiway = await launchHttpTaxiway({
    ...OPEN_TO_SERVICES,
    TAXIWAY_STORE: "memory",
    TAXIWAY_OUTBOUND_ALLOW: `127.0.0.1:${elsewhere.port}`,
  });
});
afterAll(async () => {
  await taxiway?.stop();
  elsewhere?.stop();
});

describe.each(["endpoint", "mcp_url"])("registrations as %s", (field) => {
  const refused = async (url: string): Promise<string> => {
    const { endpoint: _, functions, ...tool } = describeTool("spy", "");
    const described = { ...tool, [field]: url, ...(field === "endpoint" && { functions }) };
    const { error } = await rpc(taxiway, "tools/register", { tool: described });
    expect(error, url).toMatchObject({ code: -32004, data: { field: `tool.${field}` } });
    expect(await registered(taxiway)).toEqual([]);
    return String(error?.data?.["details"]);
  };

  it("reject internal addresses in any notation, without details about them", async () => {
    const said = new Set<string>();
    for (const url of INSIDE) said.add(await refused(url));
    expect([...said]).toEqual([
      "This address may not be called. Only public internet addresses and addresses that the operator allows may be called.",
    ]);
  });

  it("accept only plain http(s) URLs, and do not repeat passwords", async () => {
    for (const url of ODD) expect(await refused(url)).not.toContain("password@");
  });
});

describe("an allowed address of a service", () => {
  it("that redirects is not followed, even to the same host", async () => {
    await register(taxiway, describeTool("redirecting", `http://127.0.0.1:${elsewhere.port}/`));
    const { error } = await call(taxiway, "redirecting", "hello");
    expect(error).toMatchObject({ code: -32001, data: { error_type: "bad_response" } });
    expect(error?.data?.["details"]).toContain("redirect");
    expect(new Set(elsewhere.paths)).toEqual(new Set(["/"]));
  });

  it("is allowed with its port only, and not under another name", async () => {
    for (const host of [
      "127.0.0.1:1",
      `127.0.0.2:${elsewhere.port}`,
      `localhost:${elsewhere.port}`,
      `0:${elsewhere.port}`,
    ]) {
      const { error } = await rpc(taxiway, "tools/register", { tool: describeTool("spy", `http://${host}/`) });
      expect(error?.code, host).toBe(-32004);
    }
  });
});
