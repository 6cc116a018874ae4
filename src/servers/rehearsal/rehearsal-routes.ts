import { type AdminRoute, object, type RouteRequest, text } from "../../model/admin-route.ts";
import { invalid } from "../../model/failure.ts";
import { journalText } from "./journal/journal.ts";
import { clockWarnings } from "./proof/clock-warnings.ts";
import { NoSolution, type Proof, proveScenario } from "./proof/prove-scenario.ts";
import { startScriptedRun } from "./proof/start-scripted-run.ts";
import type { RunRecord, Usage } from "./runs/run-record.ts";
import type { Runs } from "./runs/runs.ts";
import { shownInList, shownRun } from "./runs/shown-run.ts";
import type { Scenario } from "./scenario/scenario.ts";
import type { ScenarioLibrary } from "./scenario/scenario-library.ts";

interface Parts {
  readonly runs: Runs;
  readonly library: ScenarioLibrary;
  /** Of Taxiway. */
  readonly version: string;
  /** The address of this server as its clients know it. */
  address(): string;
  realTime(): number;
}

const MOST_LISTED = 200;
const PAGE = 50;
const JSON_LINES = "application/x-ndjson";
/** Of a scenario, with room for the escapes of JSON. */
const MOST_SCENARIO_BYTES = 1024 * 1024;

const count = (description: string) => ({ type: "integer", minimum: 0, description });
const usageSchema = object({
  input_tokens: count("Tokens that the agent's model read"),
  output_tokens: count("Tokens that it wrote"),
  usd: { type: "number", minimum: 0, description: "What it cost" },
});
const scenarioText = text("A scenario as YAML or JSON");
const inlineScenario = { ...scenarioText, description: "Instead of a name: the scenario itself, as YAML or JSON" };

/** The admin routes of scenarios and runs. Runs of another tenant do not exist. */
export const rehearsalRoutes = ({ runs, library, version, address, realTime }: Parts): readonly AdminRoute[] => {
  const scenarioIn = (tenant: string, body: RouteRequest["body"]): Promise<Scenario> => {
    const { scenario: name, inline } = body as Partial<Record<string, string>>;
    if ((name === undefined) === (inline === undefined)) {
      throw invalid("Send either scenario or inline.", { field: "scenario" });
    }
    return inline === undefined ? library.named(tenant, name as string) : library.keep(tenant, inline);
  };
  const shown = (run: RunRecord) => shownRun(run, realTime());
  return [
    {
      method: "POST",
      path: "/runs",
      about: "Starts a run of a scenario. mcp_url is all that the agent needs, and secret.",
      body: object({
        scenario: text("The name of a stored or shipped scenario"),
        inline: inlineScenario,
        seed: { type: "string", minLength: 1, maxLength: 64, description: "Another generated world" },
        label: { type: "string", minLength: 1, maxLength: 200, description: "For lists and reports" },
      }),
      maxBodyBytes: MOST_SCENARIO_BYTES,
      status: 201,
      async answer({ grant: { tenant }, body }) {
        const { seed, label } = body as Partial<Record<string, string>>;
        const scenario = await scenarioIn(tenant, body);
        const { run, token, brief } = await runs.start(tenant, scenario, { seed, label });
        return {
          id: run.id,
          mcp_url: `${address()}/runs/${token}/mcp`,
          brief,
          expires_at: new Date(run.endsAt).toISOString(),
        };
      },
    },
    {
      method: "GET",
      path: "/runs",
      about: "Lists runs, newest first.",
      query: { limit: `At most ${MOST_LISTED}; default ${PAGE}.`, cursor: "next_cursor of the page before." },
      async answer({ grant: { tenant }, query: { limit, cursor } }) {
        const page = await runs.list(tenant, { limit: limitOf(limit), cursor });
        return {
          runs: page.runs.map((run) => shownInList(run, realTime())),
          ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
        };
      },
    },
    {
      method: "GET",
      path: "/runs/:id",
      about: "Returns a run, with its verdict once it is closed.",
      answer: async ({ grant: { tenant }, params: { id = "" } }) => shown(await runs.require(tenant, id)),
    },
    {
      method: "POST",
      path: "/runs/:id/close",
      about: "Ends a run and returns its verdict. Its address stops working.",
      body: object({
        message: {
          type: "string",
          maxLength: 20_000,
          description: "The agent's last message, if it did not call finishTask",
        },
        usage: usageSchema,
        error: {
          ...{ type: "string", minLength: 1, maxLength: 500 },
          description: "Why the agent did not run to its end. The verdict is error, unless it had called finishTask",
        },
      }),
      async answer({ grant: { tenant }, params: { id = "" }, body }) {
        const words = body as { readonly message?: string; readonly usage?: Usage; readonly error?: string };
        return shown(await runs.close(tenant, id, words));
      },
    },
    {
      method: "DELETE",
      path: "/runs/:id",
      about: "Deletes a run with its journal and verdict. Its address stops working.",
      status: 204,
      answer: ({ grant: { tenant }, params: { id = "" } }) => runs.remove(tenant, id),
    },
    {
      method: "GET",
      path: "/runs/:id/journal",
      about: "Returns what happened in a run: one JSON object on each line.",
      type: JSON_LINES,
      answer: async ({ grant: { tenant }, params: { id = "" } }) =>
        journalText(await runs.journal(await runs.require(tenant, id))),
    },
    {
      method: "POST",
      path: "/runs/:id/traveller",
      about: "Returns what the traveller replies to a text, for harnesses that lead the dialogue themselves.",
      body: object({ text: { ...text("What is said to the traveller"), maxLength: 4_000 } }, ["text"]),
      async answer({ grant: { tenant }, params: { id = "" }, body }) {
        const { reply, agreement } = await runs.ask(tenant, id, String(body["text"]));
        return { reply, ...(agreement && { agreed: agreement.agreed }) };
      },
    },
    {
      method: "GET",
      path: "/scenarios",
      about: "Lists the scenarios that can be started by name.",
      answer: async ({ grant: { tenant } }) => ({ scenarios: await library.list(tenant) }),
    },
    {
      method: "POST",
      path: "/scenarios/check",
      about: "Proves that a scenario tells right from wrong: gold passes, every canary fails, each check is needed.",
      body: object({ scenario: text("The name of a scenario"), inline: inlineScenario }),
      maxBodyBytes: MOST_SCENARIO_BYTES,
      async answer({ grant: { tenant }, body }) {
        const scenario = await scenarioIn(tenant, body);
        const { id, digest } = scenario;
        const proof = await proveScenario(scenario, startScriptedRun({ runs, tenant, version })).catch(unsolved);
        return {
          ok: proof.ok,
          id,
          digest,
          problems: proof.problems,
          remarks: [...proof.remarks, ...clockWarnings(scenario)],
          gold: proof.gold,
          canaries: proof.canaries,
        };
      },
    },
    {
      method: "GET",
      path: "/scenarios/:name",
      about: "Returns a scenario as it was written. Write a slash in its name as %2F.",
      answer: async ({ grant: { tenant }, params: { name = "" } }) => {
        const source = await library.textOf(tenant, name);
        const { title, category, digest } = await library.named(tenant, name);
        return { name, title, category, digest, text: source };
      },
    },
    {
      method: "PUT",
      path: "/scenarios/:name",
      about: "Saves a scenario under a name. Runs keep the version that they were started with.",
      body: object({ text: scenarioText }, ["text"]),
      maxBodyBytes: MOST_SCENARIO_BYTES,
      async answer({ grant: { tenant }, params: { name = "" }, body }) {
        const { title, category, digest } = await library.save(tenant, nameOf(name), String(body["text"]));
        return { name, title, category, digest };
      },
    },
  ];
};

const unsolved = (error: unknown): Proof => {
  if (!(error instanceof NoSolution)) throw error;
  return { ok: false, gold: [], canaries: [], problems: [error.message], remarks: [] };
};

const NAME = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){0,3}$/;

const nameOf = (name: string): string => {
  if (NAME.test(name) && name.length <= 100) return name;
  throw invalid("This is not a name of a scenario.", {
    field: "name",
    value: name.slice(0, 100),
    allowed: "lower-case letters, digits, hyphens, and slashes between them",
  });
};

const limitOf = (text: string | undefined): number => {
  const limit = Number(text ?? PAGE);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_LISTED) return limit;
  throw invalid("limit must be a whole number.", { field: "limit", value: text, allowed: `1 to ${MOST_LISTED}` });
};
