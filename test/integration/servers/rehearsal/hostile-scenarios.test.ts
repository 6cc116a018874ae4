import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONDON } from "../../../fixtures/rehearsal/rehearsal-server.ts";
import { openRehearsing, type Rehearsing } from "../../../fixtures/rehearsal/rehearse.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

let taxiway: Rehearsing;
beforeAll(async () => {
  taxiway = await openRehearsing();
});
afterAll(() => taxiway.close());

const refused = async (text: string): Promise<string> => {
  const path = join(temporaryFolder(), "hostile.yaml");
  writeFileSync(path, text);
  const { code, err, out } = await taxiway.rehearse("check", path);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  return err.replace(path, "FILE");
};

const nested = (depth: number): string => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
const CUE = "{ when: { start: true }, do: { jump: 1h } }";
const cues = (count: number): string => `cues: [${Array.from({ length: count }, () => CUE).join(", ")}]\n`;

describe("a hostile scenario", () => {
  it.each([
    ["a billion laughs", `a: &a [x]\nb: &b [*a, *a]\n${LONDON}`, /^FILE:1: Anchors and aliases/],
    ["a value that contains itself", `${LONDON}notes: &n [*n]\n`, /^FILE:13: Anchors and aliases/],
    ["brackets in brackets", `${LONDON}notes: ${nested(5_000)}\n`, /^FILE:\d+: This is neither YAML nor JSON/],
    [
      "ten megabytes",
      `${LONDON}notes: ${"x".repeat(10_000_000)}\n`,
      /^FILE:1: A scenario must be at most 262144 bytes/,
    ],
    ["too many cues", LONDON + cues(65), /^FILE:13: cues .*64/],
    [
      "a huge cue",
      `${LONDON}cues: [{ when: { start: true }, do: { traveller: { says: ${"x".repeat(3_000)} } } }]\n`,
      /^FILE:13: cues\[0\].*2000/,
    ],
    [
      "cues within a cue",
      `${LONDON}cues: [{ when: { start: true }, do: { cues: [] } }]\n`,
      /^FILE:13: "cues\[0\]\.do\.cues"/,
    ],
    [
      "a tag that makes an object",
      `${LONDON}notes: !!js/function "process.exit()"\n`,
      /^FILE:\d+: This is neither YAML nor JSON/,
    ],
    ["two documents", `${LONDON}---\n${LONDON}`, /^FILE:1: A scenario file must have one document, got 2/],
    ["a key of a prototype", `${LONDON}__proto__: { end: {} }\n`, /^FILE:13: "__proto__"/],
    ["an id that leads out of a folder", LONDON.replace("id: simple/london", "id: ../../etc/passwd"), /^FILE:3: id /],
    ["a pattern that never ends", `${LONDON}never: [{ told: "(" }]\n`, /^FILE:13: never\[0\]\.told .*pattern/],
    [
      "a pattern that expands",
      `${LONDON}never: [{ told: "((((a{30}){30}){30}){30}){30}" }]\n`,
      /^FILE:13: never\[0\]\.told .*pattern/,
    ],
    ["binary data", "\u0000\u0001\u0002", /^FILE:1: This is neither YAML nor JSON/],
    ["nothing", "", /^FILE:1: /],
  ])("with %s is refused with its line and field", async (_, text, problem) => {
    expect(await refused(text)).toMatch(problem);
  });

  it("whose cues fire at every call slows a run down no more than its calls do", async () => {
    const path = join(temporaryFolder(), "loops.yaml");
    const again = "{ when: { said: . }, do: { traveller: { says: again } }, once: false }";
    const always = "{ when: { start: true }, do: [{ jump: 1s }, { traveller: { says: and again } }], once: false }";
    const each = Array.from({ length: 32 }, () => `${again}, ${always}`).join(", ");
    writeFileSync(path, `${LONDON}cues: [${each}]\n`);
    const { code, out } = await taxiway.rehearse(path, "--agent", "gold");
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("1 run: 1 pass") });
  });
});

describe("a folder of scenarios", () => {
  const folderWith = (fill: (folder: string) => void): string => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "london.yaml"), LONDON);
    fill(folder);
    return folder;
  };

  it.each([
    [
      "a link to a file outside",
      (folder: string) => symlinkSync("/etc/passwd", join(folder, "x.yaml")),
      "symbolic link",
    ],
    ["a link that leads in a circle", (folder: string) => symlinkSync(folder, join(folder, "x")), "symbolic link"],
    [
      "a pipe that is never written",
      (folder: string) => execFileSync("mkfifo", [join(folder, "x.yaml")]),
      "regular file",
    ],
    [
      "folders in folders",
      (folder: string) => mkdirSync(join(folder, ...Array.from({ length: 12 }, () => "x")), { recursive: true }),
      "Folders may be 8 deep",
    ],
  ])("with %s is refused", async (_, fill, problem) => {
    const { code, err } = await taxiway.rehearse(folderWith(fill), "--agent", "gold");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) });
  });

  it("tells the problems of all its files before anything is played", async () => {
    const folder = folderWith((inside) => {
      writeFileSync(join(inside, "a.yaml"), "scenario: 2\n");
      writeFileSync(join(inside, "b.json"), "{");
    });
    const { code, err, out } = await taxiway.rehearse(folder, "--agent", "gold");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/a\.yaml:1: scenario/);
    expect(err).toMatch(/b\.json:1: /);
  });

  it.each(["core/../../package", "../core", "core/simple/../../..", "scenarios/core/.."])(
    "has no shipped scenario under the name %s",
    async (name) => {
      expect((await taxiway.rehearse("check", `${name}/none`)).code).toBe(2);
    },
  );
});
