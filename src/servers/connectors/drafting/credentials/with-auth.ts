import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { AuthStep, Binding, Connector, ConnectorTool, CredentialSlot } from "../../connector.ts";
import { createUniqueNames } from "../tool-name.ts";
import { withHosts } from "../with-hosts.ts";
import type { AuthChoice } from "./auth-choice.ts";

/** Replaces how the tools, or the named ones, authenticate. Arguments in the same places are removed. */
export const withAuth = (
  connector: Connector,
  choices: readonly AuthChoice[],
  isChosen: (tool: ConnectorTool) => boolean = () => true,
): Connector => {
  const others = usedSlots(
    connector,
    connector.tools.filter((tool) => !isChosen(tool)),
  );
  const uniqueName = createUniqueNames(40);
  for (const { name } of others) uniqueName(name);
  const added = choices.map(({ slot, step }) => ({ slot: { ...slot, name: uniqueName(slot.name) }, step }));
  const steps = added.map(({ slot, step }): AuthStep => ({ credential: slot.name, ...step }));
  const tools = connector.tools.map((tool) =>
    isChosen(tool) ? { ...steps.reduce(withoutArgumentAt, tool), auth: steps } : tool,
  );
  return withHosts({ ...connector, credentials: [...others, ...added.map(({ slot }) => slot)], tools });
};

const usedSlots = ({ credentials = [] }: Connector, tools: readonly ConnectorTool[]): readonly CredentialSlot[] => {
  const used = new Set(tools.flatMap(({ auth = [] }) => auth.map(({ credential }) => credential)));
  return credentials.filter(({ name }) => used.has(name));
};

/** Whether an argument and a credential would be written to the same place. */
export const isSamePlace = (
  { argument, in: place, name = argument }: Binding,
  step: Omit<AuthStep, "credential">,
): boolean => {
  if (step.in === "bearer" || step.in === "basic") return place === "header" && /^authorization$/i.test(name);
  if (place !== step.in) return false;
  return place === "header" ? name.toLowerCase() === step.name?.toLowerCase() : name === step.name;
};

const withoutArgumentAt = (tool: ConnectorTool, step: Omit<AuthStep, "credential">): ConnectorTool => {
  const binding = tool.request.bindings?.find((each) => isSamePlace(each, step));
  return binding === undefined ? tool : withoutArgument(tool, binding);
};

/** Removes an argument and its binding. */
export const withoutArgument = (tool: ConnectorTool, binding: Binding): ConnectorTool => {
  const { bindings = [], ...request } = tool.request;
  const kept = bindings.filter((each) => each !== binding);
  const { argument } = binding;
  const { paging, ...response } = tool.response ?? {};
  const isCursor = paging?.argument === argument;
  const { response: _, ...rest } = tool;
  const left = isCursor ? response : tool.response;
  return {
    ...rest,
    input: withoutProperty(tool.input, argument),
    request: { ...request, ...(kept.length > 0 && { bindings: kept }) },
    ...(left !== undefined && Object.keys(left).length > 0 && { response: left }),
  };
};

const withoutProperty = ({ properties, required, ...schema }: Schema, name: string): Schema => {
  const left = Array.isArray(required) ? required.filter((each) => each !== name) : [];
  const { [name]: _, ...kept } = isJsonObject(properties) ? properties : {};
  return { ...schema, properties: kept, ...(left.length > 0 && { required: left }) };
};
