import { foreignText } from "../../../../mcp/tools/clean-text.ts";
import { isJsonObject } from "../../../../model/json.ts";
import { authNameProblem } from "../../check-auth.ts";
import type { AuthStep, Binding, Connector, ConnectorTool, CredentialSlot } from "../../connector.ts";
import { kindOf } from "../../credential-kinds.ts";
import { createUniqueNames } from "../tool-name.ts";
import { withHosts } from "../with-hosts.ts";
import { slotName } from "./auth-choice.ts";
import { findSecretParameters, type Parameter, parameterKey } from "./secret-parameters.ts";
import { isSamePlace, withoutArgument } from "./with-auth.ts";

const MOST_SLOTS = 20;
const MOST_STEPS = 10;

interface Converted {
  readonly connector: Connector;
  /** What was converted, for the reviewer. */
  readonly remarks: readonly string[];
}

/** Turns arguments that are credentials of the API into credential slots, so that no model is asked for them. */
export const withSecretSlots = (connector: Connector, keep: readonly string[] = []): Converted => {
  const bound = connector.tools.map(boundParameters);
  const kept = new Set(keep.map((name) => name.toLowerCase()));
  const isKept = ({ name }: Parameter): boolean => kept.has(name.toLowerCase());
  const found = findSecretParameters(bound.map((each) => each.map(({ parameter }) => parameter)));
  const added: CredentialSlot[] = [];
  const uniqueName = createUniqueNames(40);
  const { credentials = [] } = connector;
  for (const { name } of credentials) uniqueName(name);
  const slots = slotsByPlace(connector);
  const remarks: string[] = [];

  const slotOf = (parameter: Parameter, owner: Parameter): CredentialSlot | undefined => {
    const key = parameterKey(parameter);
    const known = slots.get(key);
    if (known !== undefined) return known;
    if (credentials.length + added.length >= MOST_SLOTS) return undefined;
    const { name, description } = parameter;
    const slot = { name: uniqueName(slotName(name)), ...(description !== "" && { description }) };
    slots.set(key, slot);
    added.push(slot);
    const why = owner.name === name ? "looks like a secret" : `belongs to ${owner.name}`;
    remarks.push(
      foreignText(
        `${name} ${why}: it became the credential '${slot.name}' and is no argument any more. To undo this, name it in keep_arguments (--keep-argument ${name}).`,
      ),
    );
    return slot;
  };

  const converted = (tool: ConnectorTool, index: number): ConnectorTool => {
    let made = tool;
    for (const { parameter, binding, isRequired } of bound[index] ?? []) {
      const owner = found.get(parameterKey(parameter));
      if (owner === undefined || isKept(owner) || isKept(parameter)) continue;
      const { auth = [] } = made;
      const hasStep = auth.some((step) => isSamePlace(binding, step));
      const slot = hasStep || auth.length >= MOST_STEPS ? undefined : slotOf(parameter, owner);
      if (!hasStep && slot === undefined) continue;
      made = withoutArgument(made, binding);
      if (slot !== undefined) made = { ...made, auth: [...auth, stepFor(slot, parameter, isRequired)] };
    }
    return made;
  };

  const tools = connector.tools.map(converted);
  const names = new Set(bound.flatMap((each) => each.map(({ parameter }) => parameter.name.toLowerCase())));
  for (const name of keep) {
    if (!names.has(name.toLowerCase())) remarks.push(foreignText(`keep_arguments: no tool has a parameter ${name}.`));
  }
  return {
    connector: withHosts({ ...connector, credentials: [...credentials, ...added], tools }),
    remarks,
  };
};

/** Slots for one value that are in use already, by the place where they go. */
const slotsByPlace = ({ credentials = [], tools }: Connector): Map<string, CredentialSlot> => {
  const named = new Map(credentials.map((slot) => [slot.name, slot]));
  const steps = tools.flatMap(({ auth = [] }) => auth).filter(({ part }) => part === undefined);
  return new Map(
    steps.flatMap(({ credential, in: place, name }): [string, CredentialSlot][] => {
      const slot = named.get(credential);
      if (slot === undefined || name === undefined || place === "basic" || place === "bearer") return [];
      return kindOf(slot) === "secret" ? [[parameterKey({ in: place, name }), slot]] : [];
    }),
  );
};

const stepFor = (
  { name: credential }: CredentialSlot,
  { in: place, name }: Parameter,
  isRequired: boolean,
): AuthStep => ({
  credential,
  in: place as Exclude<Parameter["in"], "path">,
  name,
  ...(!isRequired && { optional: true }),
});

interface BoundParameter {
  readonly parameter: Parameter;
  readonly binding: Binding;
  readonly isRequired: boolean;
}

const boundParameters = ({ input, request: { bindings = [] } }: ConnectorTool): readonly BoundParameter[] => {
  const { required } = input;
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  return bindings.flatMap((binding) => {
    const { argument, in: place, name = argument } = binding;
    const property = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
    const own = place === "body" ? name.replace(/^\//, "") : name;
    if (!isJsonObject(property) || (place !== "path" && authNameProblem(place, own) !== undefined)) return [];
    const { type = "string", description, enum: values } = property;
    return [
      {
        parameter: {
          in: place,
          name: own,
          description: typeof description === "string" ? description : "",
          isText: [type].flat().includes("string") && values === undefined,
        },
        binding,
        isRequired: Array.isArray(required) && required.includes(argument),
      },
    ];
  });
};
