import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../../../src/model/failure.ts";
import { connectorCommand } from "../../../../src/servers/connectors/command/connector-command.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { startApi, startConnectors } from "./connector-world.ts";

const petstore = fileURLToPath(new URL("../../../fixtures/openapi/petstore.yaml", import.meta.url));
const SECRET = "geheim-4711-do-not-show";

const start = async () => {
  const world = await startConnectors();
  const run = (...args: string[]): Promise<string> =>
    connectorCommand(args, {
      admin: world.admin,
      grant: world.grantOf("default"),
      readStdin: async () => `${SECRET}\n`,
    });
  const refused = (...args: string[]): Promise<Failure> =>
    run(...args).then(
      (text) => expect.unreachable(`it was not refused: ${text}`),
      (failure: Failure) => failure,
    );
  return { ...world, run, refused };
};

describe("taxiway connector", () => {
  it("has help for itself and each of its commands", async () => {
    const { run } = await start();
    const overview = await run("--help");
    for (const name of ["draft", "approve", "test", "publish", "rollback", "list", "export", "import"]) {
      expect(overview).toMatch(new RegExp(`^  ${name} .*\\.$`, "m"));
      expect(await run(name, "--help")).toMatch(new RegExp(`^Usage: taxiway connector ${name}`));
    }
    expect(await run()).toBe(overview);
    expect(await run("draft", "--help")).toMatch(
      /^ {2}--auth bearer \| basic \| header:<name> \| query:<name> \| oauth2:/m,
    );
  });

  it("turns a document into a working tool", async () => {
    const { run, refused, servers } = await start();
    const api = await startApi(() => ({ body: [{ id: 1, name: "Rex" }] }));
    const drafted = await run("draft", petstore, "--name", "pets", "--base-url", api.url);
    expect(drafted).toMatch(/^TOOL +OPERATION +RISK +TOKENS/m);
    expect(drafted).toContain("Saved as the draft 'pets'");
    const tool = /^(\w+) +GET \/pets /m.exec(drafted)?.[1] ?? "none";

    expect((await refused("publish", "pets")).details.hint).toMatch(/approve/);
    expect(await run("approve", "pets")).toMatch(/Name the tools to approve/);
    expect(await run("approve", "pets", tool)).toMatch(new RegExp(`^${tool} .* yes, by key-of-default$`, "m"));
    expect(await run("publish", "pets")).toMatch(/^Published version 1 of 'pets' with 1 tool, at \/mcp\/pets\.$/m);
    expect(await run("publish", "pets")).toMatch(/^No changes: version 1/);
    expect(await run("list")).toMatch(/^pets +version 1 +1 +1 of \d+ approved/m);
    expect((await servers.find("default", "pets"))?.tools.list()).toHaveLength(1);
    await run("approve", "pets", tool, "--withdraw");
    expect(await run("approve", "pets")).toMatch(new RegExp(`^${tool} .* no$`, "m"));
  });

  it("prints how callers may have to authenticate, and the credentials to set", async () => {
    const { run } = await start();
    const file = join(temporaryFolder(), "huts.md");
    writeFileSync(
      file,
      "# Huts\n\nBase URL: https://huts.example\n\nUse your access token.\n\n## List huts\n\n`GET /huts`\n",
    );
    for (const command of ["operations", "draft"]) {
      const printed = await run(command, file);
      expect(printed).toContain("The document names no credentials");
      expect(printed).toMatch(/^ {2}--auth bearer, because: Use your access token/m);
    }
    expect(await run("approve", "huts")).toContain("list_huts: Not found in the document: output.");
    const answered = await run("draft", file, "--auth", "header:X-Key");
    expect(answered).not.toContain("names no credentials");
    expect(answered).toContain("taxiway connector credential huts x_key");
  });

  it("exports a document that imports unchanged, and shows breaking changes", async () => {
    const { run, refused } = await start();
    const folder = temporaryFolder();
    const [yaml, json] = [join(folder, "capcorn.yaml"), join(folder, "capcorn.json")];
    expect(await run("export", "capcorn", "--out", yaml)).toBe(`Written to ${yaml}.`);
    expect(readFileSync(yaml, "utf8")).toContain("name: capcorn");
    expect(await run("import", yaml)).toBe("Saved as the draft 'capcorn': 2 tools, 0 approved.");
    await run("approve", "capcorn", "--all");
    expect(await run("publish", "capcorn")).toMatch(/^Published version 2/m);
    await run("export", "capcorn", "--json", "--out", json);
    const document = JSON.parse(readFileSync(json, "utf8"));
    writeFileSync(json, JSON.stringify({ ...document, tools: document.tools.slice(0, 1) }));
    await run("import", json);
    const breaking = await refused("publish", "capcorn");
    expect(breaking.message).toMatch(/^- create_reservation removed \(breaking\)$/m);
    expect(breaking.details.hint).toContain("--allow-breaking");
    expect(await run("publish", "capcorn", "--allow-breaking")).toMatch(/^Published version 3/m);
    expect(await run("rollback", "capcorn")).toBe("Version 2 of 'capcorn' is now served.");
    expect(await run("rollback", "capcorn", "--to", "3")).toBe("Version 3 of 'capcorn' is now served.");
  });

  it("shows each step of a test with masked secrets, and sends a write only if told to", async () => {
    const { run, sent, vault } = await start();
    const stay = { hotelId: "9100", arrivalDate: "2025-12-17", departureDate: "2025-12-20" };
    const search = await run(
      "test",
      "capcorn",
      "availability_search",
      "--arguments",
      JSON.stringify({ ...stay, rooms: [{ adults: 2 }] }),
    );
    expect(search).toMatch(/^http {2}\d+\.\d ms$/m);
    expect(search).toMatch(/^Answered by sandbox\.\nFound \d+ room options for 17–20 Dec 2025\.$/m);
    const room = { categoryCode: "DZ", board: "breakfast", adults: 2, totalPrice: 100 };
    const booking = JSON.stringify({ ...stay, rooms: [room], guest: { firstName: "A", lastName: "B" } });
    const before = sent.length;
    expect(await run("test", "capcorn", "create_reservation", "--arguments", booking)).toMatch(
      /^Stopped after auth: no request was sent\./m,
    );
    expect(sent).toHaveLength(before);

    expect(await run("credential", "capcorn")).toMatch(/^pin +secret +mainframe\.capcorn\.net +no/m);
    expect(await run("credential", "capcorn", "pin")).toBe(
      "Saved the credential 'pin' of 'capcorn', encrypted, to be sent to mainframe.capcorn.net only. It cannot be shown again.",
    );
    expect(await vault.open({ tenant: "default", connector: "capcorn", name: "pin" }, "mainframe.capcorn.net")).toBe(
      SECRET,
    );
    expect(await run("credential", "capcorn")).toMatch(/^pin .* yes/m);
    const shown = await run("test", "capcorn", "create_reservation", "--arguments", booking);
    expect(shown).toContain("pin=***");
    expect(shown).not.toContain(SECRET);
    expect(await run("credential", "capcorn", "pin", "--remove")).toBe("Deleted the credential 'pin' of 'capcorn'.");
  });

  it("drafts from XML samples", async () => {
    const { run } = await start();
    const folder = join(temporaryFolder(), "samples");
    mkdirSync(folder);
    writeFileSync(join(folder, "find_room.request.xml"), `<find><hotel id="9100"/><nights>3</nights></find>`);
    writeFileSync(join(folder, "find_room.response.xml"), `<found><room price="10.5">Double</room></found>`);
    writeFileSync(join(folder, "notes.yaml"), "name: rooms\ntitle: Rooms\nbase_url: https://rooms.example.com\n");
    expect(await run("draft", folder)).toMatch(/^find_room +POST/m);
  });

  it("lists recent calls", async () => {
    const { run, connect } = await start();
    const client = await connect("capcorn", "default");
    await client?.call("availability_search", {
      hotelId: "9907",
      arrivalDate: "2025-12-17",
      departureDate: "2025-12-20",
      rooms: [{ adults: 1 }],
    });
    expect(await run("invocations", "capcorn")).toMatch(
      /^2025-11-03T\S+ +session-1 +capcorn\/availability_search +1 +error \(unavailable\)/m,
    );
    expect(await run("invocations", "pets")).toBe("AT  CALLER  TOOL  VERSION  OUTCOME  MS  CORRELATION ID");
  });

  it.each([
    [["pubish"], /Unknown command/, "Did you mean publish?"],
    [["publish"], /expected <name>/, /--help/],
    [["publish", "a", "--force"], /'--force'/, /--help/],
    [["draft", "/no/such/file.yaml"], /no such file/, undefined],
    [["draft"], /expected <file\|folder\|url>/, /--help/],
    [["test", "capcorn", "availability_search", "--arguments", "{"], /not valid JSON/, /--arguments/],
    [["rollback", "capcorn", "--to", "x"], /must be a version number/, undefined],
    [["export", "unknown"], /No version of/, /version/],
    [
      ["draft", "http://10.0.0.1/openapi.json"],
      /could not be fetched/,
      /TAXIWAY_OUTBOUND_ALLOW=connectors=10.0.0.1:80/,
    ],
  ] as const)("rejects %j with a helpful message", async (args, message, hint) => {
    const { refused } = await start();
    const { message: said, details } = await refused(...args);
    expect(said).toMatch(message);
    if (hint === undefined) expect(details.hint).toBeUndefined();
    else expect(details.hint).toMatch(hint);
  });
});
