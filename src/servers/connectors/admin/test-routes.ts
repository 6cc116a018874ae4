import { randomUUID } from "node:crypto";
import { checkInput } from "../../../mcp/tools/check-input.ts";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import type { Tool } from "../../../mcp/tools/tool.ts";
import { type AdminRoute, flag, object, text } from "../../../model/admin-route.ts";
import { clientOf } from "../../../model/caller.ts";
import { Failure, invalid, notFound } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import type { Library, TenantLibrary } from "../library/library.ts";
import { STEPS, type StepName, type StepTrace } from "../pipeline.ts";
import type { Pipelines } from "../serving/create-pipelines.ts";
import { documentOf } from "./version-routes.ts";

/** The last step before the request is sent. */
const BEFORE_SENDING: StepName = "auth";

const toolOf = ({ tools, name }: Connector, wanted: string): ConnectorTool => {
  const tool = tools.find((each) => each.name === wanted);
  if (tool) return tool;
  const names = tools.map((each) => each.name);
  const near = nearestName(wanted, names);
  throw notFound(`'${name}' has no tool named '${wanted.slice(0, 64)}'.`, {
    field: "tool",
    value: wanted.slice(0, 64),
    allowed: names.slice(0, 50),
    ...(near !== undefined && { hint: `Did you mean ${near}?` }),
  });
};

const checkedArguments = async (tool: ConnectorTool, given: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const { name, description, input } = tool;
  const checkable: Tool = {
    name,
    title: name,
    description,
    effect: "read",
    input,
    foreign: true,
    run: () => undefined,
  };
  return (await checkInput(checkable, given)).input as Readonly<Record<string, unknown>>;
};

const triedDocument = async (tenantLibrary: TenantLibrary, name: string, version: unknown): Promise<Connector> => {
  if (version !== undefined) return documentOf(tenantLibrary, name, String(version));
  const { draft } = (await tenantLibrary.list()).find((each) => each.name === name) ?? {};
  return documentOf(tenantLibrary, name, draft ? "draft" : undefined);
};

/** Tools that change something stop before the request is sent, unless the caller confirms. */
const lastStep = ({ risk }: ConnectorTool, until: StepName | undefined, confirm: boolean): StepName | undefined => {
  if (risk === "read" || confirm) return until;
  return until !== undefined && STEPS.indexOf(until) < STEPS.indexOf(BEFORE_SENDING) ? until : BEFORE_SENDING;
};

/** Names the host, which administrators know, unlike callers. */
const adminHint = (cause: unknown): { readonly hint?: string } =>
  cause instanceof OutboundError && cause.hint !== undefined
    ? { hint: `${cause.hint} Restart Taxiway for it to take effect.` }
    : {};

export const testRoutes = (library: Library, pipelines: Pipelines): readonly AdminRoute[] => [
  {
    method: "POST",
    path: "/connectors/:name/test",
    about:
      "Runs one tool and returns the input and output of each step, secrets masked. A tool that changes something stops before the request is sent, unless confirm is true.",
    body: object(
      {
        tool: text("Name of the tool."),
        arguments: { type: "object", description: "Arguments of the tool." },
        until: { type: "string", enum: STEPS, description: "Stops after this step." },
        version: {
          type: ["integer", "string"],
          description: "A version number, or draft. Default: the draft if there is one, otherwise the served version.",
        },
        confirm: flag("Sends the request of a tool that changes something."),
      },
      ["tool"],
    ),
    async answer({ grant, params: { name = "" }, body, signal }) {
      const { tool: wanted, arguments: given = {}, until, version, confirm } = body;
      if (!isJsonObject(given)) throw invalid("arguments must be an object.", { field: "arguments" });
      const tenantLibrary = library.forTenant(grant.tenant);
      const connector = await triedDocument(tenantLibrary, name, version);
      const tool = toolOf(connector, String(wanted));
      const last = lastStep(tool, until as StepName | undefined, confirm === true);
      const correlationId = randomUUID();
      const steps: StepTrace[] = [];
      let sent = false;
      const run = pipelines({ tenant: grant.tenant, connector }, tool);
      const outcome = await run
        .run({
          arguments: await checkedArguments(tool, given),
          signal,
          correlationId,
          client: clientOf({ tenant: grant.tenant, grant, sessionId: correlationId }),
          ...(last !== undefined && { until: last }),
          onSent: () => {
            sent = true;
          },
          trace: (step) => void steps.push(step),
        })
        .then(({ data, text: summary, source, warnings }) => ({
          ok: true as const,
          source,
          ...(last === undefined
            ? { result: data, ...(summary !== undefined && { text: summary }) }
            : { stopped_after: last }),
          ...(warnings && { warnings }),
        }))
        .catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          const { kind, message, details, cause } = error;
          return { ok: false as const, error: { kind, message, ...details, ...adminHint(cause) } };
        });
      return { tool: tool.name, ...outcome, sent, steps, correlation_id: correlationId };
    },
  },
];
