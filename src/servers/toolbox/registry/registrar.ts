import { Failure, invalid } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Catalogue, Registration } from "./catalogue.ts";
import { checkDescription } from "./check-description.ts";
import type { McpBackend } from "./mcp-backend.ts";
import type { RefusedRegistration, RefusedRegistrations } from "./refused-registrations.ts";
import { type ToolDescription, wireName } from "./tool-description.ts";
import type { Toolbox, ToolboxEntry } from "./toolbox.ts";
import type { Viewer } from "./visible.ts";

/** The response to a registration: the registry document's fields, and what a service needs in addition. */
interface RegistrationResult {
  readonly tool_id: string;
  readonly status: "registered";
  /** Seconds. */
  readonly health_check_interval: number;
  /** Names under which MCP clients call the functions. */
  readonly functions?: readonly string[];
  readonly lease_seconds?: number;
  /** Secret that signs requests to the endpoint. */
  readonly secret?: string;
  /** The active version, until this one passes a health check. */
  readonly active_tool_id?: string;
}

export interface Registrar {
  register(raw: unknown): Promise<RegistrationResult>;
  /** Recent rejected registrations, newest first. */
  refusals(): Promise<readonly RefusedRegistration[]>;
  unregister(name: string, viewer?: Viewer): Promise<{ readonly tool_id: string; readonly status: "unregistered" }>;
}

interface RegistrarOptions {
  readonly toolbox: Toolbox;
  readonly catalogue: Catalogue;
  readonly outbound: Outbound;
  readonly refused: RefusedRegistrations;
}

/** Time limit for an MCP server to list its tools. */
const IMPORT_TIMEOUT_MS = 10_000;

export const createRegistrar = ({ toolbox, catalogue, outbound, refused }: RegistrarOptions): Registrar => {
  const builtIns = toolbox.list().filter(({ builtIn }) => builtIn);
  const builtInNamed = (name: unknown): ToolboxEntry | undefined =>
    typeof name === "string" ? builtIns.find((entry) => entry.name.toLowerCase() === name.toLowerCase()) : undefined;
  const reserved = new Set(["toolbox", ...builtIns.map(({ name }) => name)]);

  const imported = async (description: ToolDescription): Promise<ToolDescription> => {
    const backend = toolbox.connect(description) as McpBackend;
    try {
      const offered = await backend.functions(AbortSignal.timeout(IMPORT_TIMEOUT_MS));
      const wanted = new Set(description.functions.map(({ name }) => name));
      const functions = wanted.size === 0 ? offered : offered.filter(({ name }) => wanted.has(name));
      if (functions.length === 0) {
        throw invalid("The MCP server at tool.mcp_url offers none of these tools.", {
          field: "tool.functions",
          allowed: offered.map(({ name }) => name),
          hint: "Omit tool.functions to register all of them.",
        });
      }
      return checkDescription({ ...description, functions }, { reserved });
    } finally {
      await backend.close();
    }
  };

  const refuseAddress = async (field: string, url: string | undefined): Promise<void> => {
    const problem = url === undefined ? undefined : await outbound.problemOf(url);
    if (problem === undefined) return;
    const { message, hint } = problem;
    throw invalid(message, { field, value: url, ...(hint !== undefined && { hint }) });
  };

  const resultOf = ({ toolId, name, description }: Registration, active: Registration): RegistrationResult => ({
    tool_id: toolId,
    status: "registered",
    health_check_interval: description.health_check_interval,
    functions: description.functions.map((each) => wireName(name, each.name)),
    lease_seconds: description.lease_seconds,
    ...(description.endpoint !== undefined && { secret: toolbox.secretOf(name) }),
    ...(active.toolId !== toolId && { active_tool_id: active.toolId }),
  });

  const register = async (raw: unknown): Promise<RegistrationResult> => {
    const known = isJsonObject(raw) ? builtInNamed(raw["name"]) : undefined;
    if (isJsonObject(raw) && known !== undefined) return renewBuiltIn(raw, known);
    const checked = await checkDescription(raw, { reserved });
    await refuseAddress("tool.endpoint", checked.endpoint);
    await refuseAddress("tool.mcp_url", checked.mcp_url);
    const description = checked.mcp_url === undefined ? checked : await imported(checked);
    const { entry, registration } = await catalogue.register(description);
    return resultOf(registration, entry.active);
  };

  return {
    async register(raw) {
      try {
        return await register(raw);
      } catch (error) {
        if (error instanceof Failure) await refused.note(raw, error);
        throw error;
      }
    },

    refusals: refused.list,

    async unregister(name, viewer) {
      if (builtInNamed(name) !== undefined) {
        throw new Failure("failed", `${name} is built in and cannot be unregistered.`, {
          error_type: "built_in",
        });
      }
      const { running } = await toolbox.find(name, viewer);
      await catalogue.unregister(name);
      return { tool_id: running.toolId, status: "unregistered" };
    },
  };
};

/** Registering a built-in tool without a backend succeeds and changes nothing. */
const renewBuiltIn = (raw: Readonly<Record<string, unknown>>, { name, running }: ToolboxEntry): RegistrationResult => {
  const { functions, endpoint, mcp_url } = raw;
  const names = Array.isArray(functions)
    ? functions.map((each) => (isJsonObject(each) ? each["name"] : undefined))
    : [];
  const unknown = names.find((each) => typeof each !== "string" || !running.functions.has(each));
  if (endpoint !== undefined || mcp_url !== undefined || names.length === 0 || unknown !== undefined) {
    throw invalid(`${name} is the name of a built-in tool.`, {
      field: "tool.name",
      value: name,
      hint: `Choose another name, such as my_${name}.`,
    });
  }
  return {
    tool_id: running.toolId,
    status: "registered",
    health_check_interval: running.description.health_check_interval,
  };
};
