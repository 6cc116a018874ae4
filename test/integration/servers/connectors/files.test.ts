import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askWith, fetchWith } from "../../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n\xff\0", "latin1"), Buffer.alloc(48_000, 0xe9)]);
const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2_000, 1)]);
const LARGE_PNG = Buffer.concat([PNG, Buffer.alloc(1_000_000, 2)]);
const SECRET = "key-of-the-archive-8271";

const ANSWERS: Readonly<Record<string, readonly [type: string, body: Buffer | string, more?: object]>> = {
  ticket: ["application/pdf", PDF, { "content-disposition": 'attachment; filename="../my ticket.pdf"' }],
  code: ["image/png", PNG],
  poster: ["image/png", LARGE_PNG],
  rows: ["text/csv; charset=latin1", Buffer.from("name\nJosé\n", "latin1")],
  facts: ["application/json", '{"pages":2}'],
  lines: ["application/x-ndjson", '{"n":1}\n{"n":2}\n'],
  seats: ["application/json; charset=utf-8", '{"free":2}'],
  plan: ["application/pdf", PDF],
  leak: ["application/octet-stream", Buffer.from(`\0\0begin ${SECRET} end\xff`, "latin1")],
};

const binary = { type: "string", format: "binary" };
const fileAt = (path: string, type: string) => ({
  [path]: {
    get: {
      ...{ operationId: `get_${path.slice(1)}`, summary: `Gets the ${path.slice(1)}` },
      responses: { 200: { description: "It.", content: { [type]: { schema: binary } } } },
    },
  },
});

/** An endpoint of which the document says only that it responds. */
const undescribedAt = (name: string) => ({
  [`/${name}`]: { get: { ...fileAt(`/${name}`, "")[`/${name}`]?.get, responses: { 200: { description: "OK" } } } },
});

const documentOf = (url: string) => ({
  ...{ openapi: "3.0.3", info: { title: "Archive", version: "1" }, servers: [{ url }], security: [{ key: [] }] },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    ...Object.assign({}, ...["ticket", "missing"].map((name) => fileAt(`/${name}`, "application/pdf"))),
    ...Object.assign({}, ...["code", "poster"].map((name) => fileAt(`/${name}`, "image/png"))),
    ...Object.assign({}, ...["rows", "facts", "leak"].map((name) => fileAt(`/${name}`, "*/*"))),
    ...undescribedAt("seats"),
    ...undescribedAt("plan"),
    "/lines": {
      get: {
        ...{ operationId: "get_lines", summary: "Gets the lines" },
        responses: { 200: { description: "OK", content: { "application/x-ndjson": { schema: { type: "object" } } } } },
      },
    },
    "/files": {
      put: {
        ...{ operationId: "put_file", summary: "Puts a file" },
        requestBody: { required: true, content: { "*/*": { schema: binary } } },
        responses: { 204: { description: "Kept" } },
      },
    },
  },
});

describe("files of a connector", () => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
  let api: Server;
  let taxiway: KeyedTaxiway;
  let key: string;

  const admin = async (method: string, path: string, body: object = {}) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await askWith(taxiway.port, key, { method, path, headers, body: JSON.stringify(body) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.text === "" ? undefined : JSON.parse(answer.text);
  };
  const connect = (flavour: keyof typeof CLIENTS): Promise<SdkMcpClient> =>
    connectOverHttp(CLIENTS[flavour] as Flavour, `http://127.0.0.1:${taxiway.port}/mcp/archive`, {
      fetch: fetchWith(key),
    });
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  const call = async (client: SdkMcpClient, name: string, args: object = {}): Promise<any> =>
    client.callTool({ name, arguments: args });

  beforeAll(async () => {
    api = createServer(async (request, response) => {
      const chunks = await request.toArray();
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      const answer = ANSWERS[request.url?.slice(1) ?? ""];
      if (request.method === "PUT") response.writeHead(204).end();
      else if (answer === undefined) {
        response.writeHead(404, { "content-type": "application/json" }).end('{"message":"No such ticket."}');
      } else response.writeHead(200, { "content-type": answer[0], ...answer[2] }).end(answer[1]);
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    taxiway = await launchKeyed({ TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    key = await taxiway.key({ tenant: "acme", admin: true });
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const draft = await admin("POST", "/admin/drafts", { document: JSON.stringify(documentOf(url)), name: "archive" });
    expect(draft.problems).toEqual(["The API is called over plain HTTP, without encryption."]);
    await admin("POST", "/admin/connectors/archive/approve");
    await admin("PUT", "/admin/connectors/archive/credentials/key", { value: SECRET });
    await admin("POST", "/admin/connectors/archive/publish");
  }, 60_000);
  afterAll(async () => {
    await taxiway.close();
    api.close();
  });

  describe.each(["the v1 SDK client", "the v2 client, modern"] as const)("for %s,", (flavour) => {
    it("come back as a link to a resource, which has their bytes for 15 minutes", async () => {
      const client = await connect(flavour);
      await client.listTools();
      const { content, structuredContent } = await call(client, "get_ticket");
      const uri = expect.stringMatching(/^connector:\/\/archive\/results\/[\w-]{24}$/);
      const facts = { mediaType: "application/pdf", bytes: PDF.length, name: "my ticket.pdf", uri };
      expect(structuredContent).toEqual({ ...facts, source: "live" });
      expect(content[0]).toEqual({ type: "text", text: "A PDF of 48 KB." });
      expect(content[2]).toMatchObject({
        type: "resource_link",
        uri,
        name: "my ticket.pdf",
        mimeType: "application/pdf",
      });
      expect(JSON.stringify(content).length).toBeLessThan(1_000);
      const read = await client.readResource({ uri: structuredContent.uri });
      expect(read.contents).toEqual([
        { uri: structuredContent.uri, mimeType: "application/pdf", blob: PDF.toString("base64") },
      ]);
      await client.close();
    });

    it("come back as an image if that is small enough for a model", async () => {
      const client = await connect(flavour);
      await client.listTools();
      const { content, structuredContent } = await call(client, "get_code");
      expect(content[0]).toEqual({ type: "text", text: "A PNG image of 2 KB." });
      expect(content[2]).toEqual({ type: "image", mimeType: "image/png", data: PNG.toString("base64") });
      expect(structuredContent).toMatchObject({ mediaType: "image/png", bytes: PNG.length });
      const large = await call(client, "get_poster");
      expect(large.content[0]).toEqual({ type: "text", text: "A PNG image of 1.0 MB." });
      expect(large.content[2]).toMatchObject({ type: "resource_link", uri: large.structuredContent.uri });
      await client.close();
    });

    it("are JSON or text where the response is", async () => {
      const client = await connect(flavour);
      await client.listTools();
      expect((await call(client, "get_rows")).structuredContent).toEqual({
        ...{ mediaType: "text/csv", bytes: 10, content: "name\nJosé\n", source: "live" },
      });
      expect((await call(client, "get_facts")).structuredContent).toMatchObject({ content: { pages: 2 } });
      expect((await call(client, "get_lines")).structuredContent).toMatchObject({ items: [{ n: 1 }, { n: 2 }] });
      const failed = await call(client, "get_missing");
      expect([failed.isError, failed.content[0].text]).toEqual([
        true,
        expect.stringContaining("answered with HTTP 404: No such ticket."),
      ]);
      await client.close();
    });

    it("come back where the document says nothing of the response", async () => {
      const client = await connect(flavour);
      await client.listTools();
      expect((await call(client, "get_seats")).structuredContent).toEqual({ free: 2, source: "live" });
      const { content, structuredContent } = await call(client, "get_plan");
      expect(content[0]).toEqual({ type: "text", text: "A PDF of 48 KB." });
      const { contents } = await client.readResource({ uri: structuredContent.uri });
      expect(contents[0]?.blob).toBe(PDF.toString("base64"));
      await client.close();
    });

    it("are sent as their bytes, and logged by their size only", async () => {
      const client = await connect(flavour);
      const base64 = PDF.toString("base64");
      expect(await call(client, "put_file", { body: `data:application/pdf;base64,${base64}` })).not.toHaveProperty(
        "isError",
      );
      const { headers, body } = received.at(-1) ?? {};
      expect([headers?.["content-type"], body]).toEqual(["application/pdf", PDF]);
      const refused = await call(client, "put_file", { body: "?" });
      expect([refused.isError, refused.content[0].text]).toEqual([
        true,
        expect.stringContaining("body must be a file in base64."),
      ]);
      const { invocations } = await admin("GET", "/admin/invocations?server=archive");
      const [, logged] = invocations;
      expect(logged).toMatchObject({
        tool: "put_file",
        arguments: { body: expect.stringMatching(/^\[file, \d+ char/) },
      });
      expect(JSON.stringify(invocations)).not.toContain(base64.slice(0, 40));
      await client.close();
    });
  });

  it("have no credential in them", async () => {
    const client = await connect("the v1 SDK client");
    const { structuredContent } = await call(client, "get_leak");
    const { contents } = await client.readResource({ uri: structuredContent.uri });
    const text = Buffer.from(contents[0]?.blob ?? "", "base64").toString("latin1");
    expect(text).toBe("\0\0begin *** end\xff");
    await client.close();
  });

  it("cannot be read by another tenant", async () => {
    const client = await connect("the v1 SDK client");
    const { structuredContent } = await call(client, "get_ticket");
    const rival = await taxiway.key({ tenant: "rival", admin: true });
    const document = JSON.stringify(documentOf("http://127.0.0.1:1"));
    const own = key;
    key = rival;
    try {
      await admin("POST", "/admin/drafts", { document, name: "archive" });
      await admin("POST", "/admin/connectors/archive/approve");
      await admin("POST", "/admin/connectors/archive/publish");
      const theirs = await connect("the v1 SDK client");
      await expect(theirs.readResource({ uri: structuredContent.uri })).rejects.toThrow(/There is no result at/);
      await theirs.close();
    } finally {
      key = own;
    }
    await client.close();
  });

  it("are shown by size and type in a test", async () => {
    const tested = await admin("POST", "/admin/connectors/archive/test", { tool: "get_ticket" });
    expect(tested).toMatchObject({ ok: true, result: { mediaType: "application/pdf", bytes: PDF.length } });
    const step = (name: string) => tested.steps.find((each: { step: string }) => each.step === name);
    expect(step("http").out.body).toBe(`[${PDF.length} bytes of application/pdf]`);
    expect(step("parse").in.text).toBe(`[${PDF.length} bytes of application/pdf]`);
    expect(JSON.stringify(tested).length).toBeLessThan(5_000);
  });
});
