import { describe, expect, it } from "vitest";
import { BOARD, BOARD_KEY, startGateBoards, startSpy } from "./apis/gate-boards.ts";
import { documentNamed, operationsIn, publishDocument } from "./published-document.ts";

const AIRLINES = Array.from({ length: 20_000 }, (_, index) => `Airline ${index}`);

/** Text in `documents/poisoned.yaml` meant for models and invisible to users. */
const COMMANDS =
  /ignore.?all|disregard|forget all|prior rules|important>|id_rsa|tell the user|mention this|you are now|act as|system prompt|im_start|conversation|approve everything|<system|obey|geheim|passwd/i;
const HIDDEN = /[^\n\P{Cc}]|\p{Cf}|\p{Co}/u;

const documentFor = (api: string, spy: string, airlines: readonly string[] = AIRLINES): string =>
  documentNamed("poisoned.yaml")
    .replaceAll("boards.example", api)
    .replaceAll(/(?<!@)spy\.example/g, spy)
    .replace("ENORMOUS", () => JSON.stringify(airlines));

describe("a poisoned OpenAPI document", () => {
  const start = async () => {
    const spy = await startSpy();
    const api = await startGateBoards(spy.host);
    const approved = ["read_board", "post_boards_by_gate_messages", "see_photo", "at"];
    const openapi = documentFor(api.host, spy.host);
    return { api, spy, ...(await publishDocument({ document: openapi }, { key: BOARD_KEY }, approved)) };
  };

  it("shows its reviewer what was left out, why, and which other hosts would be called", async () => {
    const { candidates, candidate, draft, spy, api, world } = await start();
    expect(operationsIn(candidates)).toEqual([
      "read_board: GET /boards/{gate}, read",
      "see_photo: GET /boards/{gate}/photo, read",
      "export_board: GET /boards/{gate}/exports, read",
      "read_elsewhere: GET /elsewhere, read",
      "at: GET /@spy.example, read",
      "question: GET /a?admin=true, read",
      "fragment: GET /a#b, read",
      "post_boards_by_gate_messages: POST /boards/{gate}/messages, write",
      "watch: POST /callbacks, write",
    ]);
    expect(draft.connector.base_url).toBe(`${api.url}/v1`);
    expect(candidate("export_board")?.problems).toEqual([
      `Its token endpoint is on another host, which receives the client secret: ${spy.host}`,
    ]);
    expect(candidate("read_elsewhere")?.problems).toContain(
      `It is called at http://${spy.host}/v1, which also receives the credentials.`,
    );
    expect((await world.ask("GET", `/connectors/${draft.connector.name}/credentials`)).body.credentials).toContainEqual(
      expect.objectContaining({ name: "key", hosts: [api.host, spy.host].sort() }),
    );
    expect(candidate("read_board")?.problems).toEqual(
      expect.arrayContaining([
        "The header Host cannot be an argument.",
        "Hidden characters were removed from the text of its summary.",
        "The text of flight looks like an instruction to a model and was left out.",
        "A value was left out: it has hidden characters or looks like an instruction to a model.",
        "An enum of 20000 values was left open.",
        "The pattern ^(?=(a+)+b)(a|aa)+$ is not enforced: invalid or unsupported Perl syntax: `(?=`.",
      ]),
    );
    expect(draft.problems).toEqual(
      expect.arrayContaining([
        "An external reference was not followed: file:///etc/passwd",
        "An external reference was not followed: ../../../../etc/passwd",
        "An external reference was not followed: http://169.254.169.254/latest/meta-data/iam",
        `http://${spy.host}/absolute was left out: a path must begin with /.`,
        "/../../admin was left out: a path must not leave base_url.",
      ]),
    );
    expect(JSON.stringify([draft.candidates, draft.problems])).not.toMatch(HIDDEN);
    expect(spy.connections()).toBe(0);
  });

  it("gives a model only visible text without instructions", async () => {
    const { client, tools } = await start();
    const { result: resources } = await client.request("resources/list");
    const { result: templates } = await client.request("resources/templates/list");
    const seen = JSON.stringify([client.initialized, [...tools.values()], resources, templates]);
    expect(seen).not.toMatch(COMMANDS);
    expect(seen).not.toMatch(HIDDEN);
    expect(seen).not.toContain("Airline 1");
    expect(client.initialized.result).toMatchObject({
      serverInfo: { title: "Gate Boards" },
      instructions: "Gate Boards: Gate Boards",
    });
    expect(tools.get("read_board")).toMatchObject({
      title: "Read a board",
      description: "Read a board. Shows what a board shows.",
      inputSchema: {
        properties: { gate: { description: "Of the board." }, lang: { default: "en" }, airline: { type: "string" } },
      },
    });
    expect(Object.keys(tools.get("post_boards_by_gate_messages")?.inputSchema.properties.more.properties)).toEqual([
      "blink",
    ]);
  });

  it("works in its valid parts, with the API's own names", async () => {
    const { call, fail, api, spy } = await start();
    const odd = { value: "v", x_y: "z", proto: "p", constructor_value: "c" };
    expect(await call("read_board", { gate: "A1", ...odd })).toEqual(BOARD);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    // A backtracking engine would need longer than a test can wait.
    expect(await fail("read_board", { gate: "A1", pattern: `${"a".repeat(40)}!` })).toMatchObject({ field: "pattern" });
    expect(await call("read_board", { gate: "A1" })).toEqual(BOARD);
    expect(await call("at")).toEqual({ result: null });
    const message = { text: "Hello", more: { blink: true } };
    const inner = { prototype: { a: "b" } };
    const put = { gate: "A1", ...message, constructor_value: inner };
    expect(await call("post_boards_by_gate_messages", put)).toEqual({ number: 7 });
    expect(JSON.parse(api.last().body.toString())).toEqual({ ...message, constructor: inner });
    expect(await fail("post_boards_by_gate_messages", { gate: "A1", text: "rude" })).toMatchObject({
      message: "Gate Boards answered with HTTP 422: Too rude here , see [address].",
      code: "rude",
    });
    expect(spy.connections()).toBe(0);
  });

  it("follows no redirects and calls only approved operations", async () => {
    const { fail, client, spy, world, name } = await start();
    const photo = await fail("see_photo", { gate: "A1" });
    expect(photo).toMatchObject({ retryable: false });
    expect(JSON.stringify(photo)).not.toContain(spy.host);
    const put = { value: { user: "club", password: "club-secret-0123456789" } };
    await world.ask("PUT", `/connectors/${name}/credentials/club`, put);
    for (const tool of ["export_board", "watch", "read_elsewhere", "absolute"]) {
      const { error, result } = await client.request("tools/call", { name: tool, arguments: { gate: "A1" } });
      expect(error ?? result).toMatchObject(error ? {} : { isError: true });
    }
    expect(spy.connections()).toBe(0);
  });

  it("is not called at internal addresses, whatever its server URL says", async () => {
    const spy = await startSpy();
    const servers = [
      ...["http://169.254.169.254/latest", "http://10.0.0.1:8080", `http://[::1]:${spy.port}`],
      ...[`http://0.0.0.0:${spy.port}`, `http://[::ffff:0.0.0.0]:${spy.port}`],
    ];
    for (const server of servers) {
      const openapi = documentFor("boards.example", spy.host, ["OS"]).replaceAll("http://boards.example/v1", server);
      const { fail, draft } = await publishDocument({ document: openapi }, { key: BOARD_KEY }, ["at"]);
      expect(draft.connector.base_url).toBe(new URL(server).href.replace(/\/$/, ""));
      expect(await fail("at")).toMatchObject({ error_type: "refused", retryable: false });
    }
    expect(spy.connections()).toBe(0);
  });
});
