import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ANY_RESULT, type Candidate, candidateOn, costTable, inSequence, measure } from "../http/candidate.ts";
import { httpRequest, listRequest, withKey } from "../http/http-request.ts";
import { startHttpServer } from "../http/http-server.ts";
import { searchCall, USUAL_SEARCH } from "../requests.ts";
import { taxiwayHttp } from "../taxiway.ts";

const ROUNDS = 9;
const SECONDS = 1;

const KEY_OPTIONS = [
  ...["--name", "bench", "--servers", "gds,flights", "--tools", "search*,book*,retrieve*,cancel*,list*"],
  ...["--per-minute", "100000000", "--per-day", "1000000000", "--expires", "1d"],
];

/** Creates a key with the command that operators use, before the server starts. */
const createKey = (folder: string): string => {
  const { args, env } = taxiwayHttp({ folder });
  const [program = ""] = args;
  const command = [program, "keys", "create", ...KEY_OPTIONS, "--json"];
  const output = execFileSync(process.execPath, command, { env: { PATH: process.env["PATH"], ...env } });
  return (JSON.parse(output.toString()) as { readonly key: string }).key;
};

interface Mode {
  readonly name: string;
  readonly auth: "none" | "keys";
}

const MODES: readonly Mode[] = [
  { name: "no authentication", auth: "none" },
  { name: "with a key", auth: "keys" },
];

const contestantsIn =
  (folder: string) =>
  async ({ name, auth }: Mode): Promise<readonly Candidate[]> => {
    const own = join(folder, auth);
    const key = auth === "keys" ? createKey(own) : undefined;
    const server = await startHttpServer(taxiwayHttp({ folder: own, env: { TAXIWAY_AUTH: auth } }));
    const { port } = server;
    const call = searchCall(USUAL_SEARCH, "modern");
    const requests = {
      "tools/list": listRequest(port, "/mcp"),
      searchFlights: httpRequest({ port, era: "modern", tool: "searchFlights", call }),
    };
    return Object.entries(requests).map(([what, request]) => {
      const sent = key === undefined ? request : withKey(request, key);
      return candidateOn(server, { name: `${what}, ${name}`, requests: [sent], expected: ANY_RESULT }, SECONDS);
    });
  };

/** Measures what keys cost: the check of key, scopes and quotas, and the log of calls. */
export const keys = async (folder: string): Promise<string> => {
  const [open = [], closed = []] = await inSequence(MODES, contestantsIn(folder));
  const candidates = open.flatMap((candidate, index) => [candidate, closed[index] as Candidate]);
  const measured = await measure(candidates, ROUNDS);
  const names = candidates.map(({ name }) => name);
  return [
    "The same request without authentication, and with a key:",
    costTable(names, measured, { name: "no auth", row: (index) => index - (index % 2) }),
  ].join("\n\n");
};
