import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { installedPackages } from "../fixtures/installed-packages.ts";
import { LONDON } from "../fixtures/rehearsal/rehearsal-server.ts";
import { MAIN } from "../fixtures/taxiway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { claudeCode } from "./drivers/claude-code.ts";
import { codex } from "./drivers/codex.ts";
import type { Host } from "./drivers/host.ts";
import { type Step, startStandInModel } from "./stand-in-model.ts";
import { pnrIn, unescaped } from "./trip.ts";

/** The command lines of docs/rehearsal.md, with the path of the installed program. */
const HOSTS: readonly (readonly [host: Host, commandLine: (program: string) => string])[] = [
  [
    claudeCode,
    (program) =>
      `${program} -p "$TAXIWAY_BRIEF" --mcp-config "$TAXIWAY_MCP_CONFIG" --strict-mcp-config --allowedTools mcp__travel`,
  ],
  [
    codex,
    (program) =>
      `${program} exec --skip-git-repo-check -c "mcp_servers.travel.url=\\"$TAXIWAY_MCP_URL\\"" "$TAXIWAY_BRIEF"`,
  ],
];

const flightIdsIn = (result = ""): string[] => {
  const list = /flightIds"?:? ?(\[[^\]]+\])/.exec(unescaped(result))?.[1];
  return JSON.parse(list ?? "[]") as string[];
};

/** A model that books the cheapest nonstop flight for the traveller of that name. */
const scriptFor = (firstName: string): readonly Step[] => [
  {
    tool: "searchFlights",
    input: () => ({ origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0, maxResults: 1 }),
  },
  {
    tool: "bookFlight",
    input: ([found]) => ({
      flightIds: flightIdsIn(found),
      passengers: [{ type: "adult", firstName, lastName: "Lovelace" }],
      contactEmail: "ada@example.com",
    }),
  },
  {
    tool: "finishTask",
    input: ([, booked]) => ({ outcome: "done", message: `Booked: ${pnrIn(booked)}`, pnrs: [pnrIn(booked)] }),
  },
];

const TOOLS = ["searchFlights", "bookFlight", "finishTask"];

const rehearse = async (host: Host, commandLine: (program: string) => string, firstName: string) => {
  const model = await startStandInModel(scriptFor(firstName), TOOLS, "travel");
  const home = temporaryFolder();
  const { command, args, env, files } = host.invoke({
    installed: installedPackages(host.folder),
    ...{ home, modelUrl: model.url, taxiway: { url: "" } },
  });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    // The server comes from the command line.
    writeFileSync(join(home, path), content.split("[mcp_servers")[0] as string);
  }
  const scenario = join(home, "london.yaml");
  writeFileSync(scenario, LONDON);
  // Codex is a script, whose path is the first argument.
  const program = [command, ...args.slice(0, args[0]?.endsWith(".js") ? 1 : 0)].join(" ");
  const child = spawn(
    process.execPath,
    [MAIN, "rehearse", scenario, "--agent", commandLine(program), "--timeout", "90"],
    {
      env: {
        ...{ PATH: process.env["PATH"], HOME: home, TMPDIR: home },
        ...{ HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1,localhost" },
        ...env,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => {
    child.kill();
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { code, out, refusals: model.refusals(), strayed: model.strayed() };
};

describe.each(HOSTS.map(([host, line]) => [host.name, host, line] as const))(
  "%s in a rehearsal",
  (_, host, commandLine) => {
    it("passes if its model does what is asked", async () => {
      expect(await rehearse(host, commandLine, "Ada")).toEqual({
        ...{ code: 0, out: expect.stringMatching(/^pass .*3 calls/), refusals: [], strayed: [] },
      });
    });

    it("fails if its model books for another traveller", async () => {
      const { code, out } = await rehearse(host, commandLine, "Grace");
      expect({ code, out }).toEqual({
        code: 1,
        out: expect.stringContaining("end.bookings[0].passengers: expected Ada Lovelace, found Grace Lovelace"),
      });
    });
  },
);
