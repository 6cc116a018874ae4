import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ANY_RESULT, type Contestant, contest, costTable, measure, oneByOne } from "../http/contestant.ts";
import { httpRequest } from "../http/http-request.ts";
import { startHttpServer } from "../http/http-server.ts";
import { taxiwayHttp } from "../http/taxiway.ts";
import { searchCall, USUAL_SEARCH } from "../requests.ts";
import { listRequest, withKey } from "./messages.ts";

const ROUNDS = 9;
const SECONDS = 1;

const KEY_OPTIONS = [
  ...["--name", "bench", "--servers", "gds,flights", "--tools", "search*,book*,retrieve*,cancel*,list*"],
  ...["--per-minute", "100000000", "--per-day", "1000000000", "--expires", "1d"],
];

/** Made as an operator makes it, before the server starts. */
const createKey = (folder: string): string => {
  const { args, env } = taxiwayHttp({ folder });
  const [program = ""] = args;
  const words = [program, "keys", "create", ...KEY_OPTIONS, "--json"];
  const made = execFileSync(process.execPath, words, { env: { PATH: process.env["PATH"], ...env } });
  return (JSON.parse(made.toString()) as { readonly key: string }).key;
};

interface House {
  readonly name: string;
  readonly auth: "none" | "keys";
}

const HOUSES: readonly House[] = [
  { name: "nobody needs a key", auth: "none" },
  { name: "with a key", auth: "keys" },
];

const contestantsIn =
  (folder: string) =>
  async ({ name, auth }: House): Promise<readonly Contestant[]> => {
    const own = join(folder, auth);
    const key = auth === "keys" ? createKey(own) : undefined;
    const { args, env } = taxiwayHttp({ folder: own });
    const server = await startHttpServer({ args, env: { ...env, TAXIWAY_AUTH: auth } });
    const { port } = server;
    const call = searchCall(USUAL_SEARCH, "modern");
    const requests = {
      "tools/list": listRequest(port, "/mcp"),
      searchFlights: httpRequest({ port, era: "modern", tool: "searchFlights", call }),
    };
    return Object.entries(requests).map(([what, request]) => {
      const sent = key === undefined ? request : withKey(request, key);
      return contest(server, { name: `${what}, ${name}`, requests: [sent], expected: ANY_RESULT }, SECONDS);
    });
  };

/** What it costs that callers have to show a key, whose scopes and quotas are looked at, and that calls are logged. */
export const keys = async (folder: string): Promise<string> => {
  const [open = [], closed = []] = await oneByOne(HOUSES, contestantsIn(folder));
  const contestants = open.flatMap((contestant, index) => [contestant, closed[index] as Contestant]);
  const measured = await measure(contestants, ROUNDS);
  const names = contestants.map(({ name }) => name);
  return [
    "The same request where everybody may come in, and where a key opens:",
    costTable(names, measured, { name: "open", row: (index) => index - (index % 2) }),
  ].join("\n\n");
};
