import type { Binding } from "../../connector.ts";
import { speaksToModels } from "../foreign-words.ts";

/** What an argument will be made of, before it has a name that nobody else has. */
export interface ArgumentSource {
  readonly in: Binding["in"];
  /** As the API calls it. */
  readonly name: string;
  /** Several where variants of a body differ. */
  readonly schemas: readonly unknown[];
  readonly description: unknown;
  readonly required: boolean;
  readonly style?: Binding["style"];
  readonly explode?: boolean;
  /** The whole body, not a part of it. */
  readonly isWhole?: boolean;
}

export interface NamedArgument extends ArgumentSource {
  readonly argument: string;
}

/** What the strictest clients take. */
const LONGEST = 64;
const plainName = (name: string): string => {
  if (speaksToModels(name)) return "value";
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST);
  // Whoever asks an object in JavaScript for one of these gets something, also where it has none.
  return plain === "" || Object.hasOwn(Object.prototype, plain) ? `${plain && `${plain}_`}value` : plain;
};

/** Flat where a name is the only one of its kind; `id__path` and `id__body` where it is not. */
export const nameArguments = (sources: readonly ArgumentSource[]): NamedArgument[] => {
  const counts = new Map<string, number>();
  for (const { name } of sources) counts.set(plainName(name), (counts.get(plainName(name)) ?? 0) + 1);
  const taken = new Set<string>();
  return sources.map((source) => {
    const plain = plainName(source.name);
    const wanted = counts.get(plain) === 1 ? plain : `${plain.slice(0, LONGEST - 8)}__${source.in}`;
    let argument = wanted;
    for (let count = 2; taken.has(argument); count++) argument = `${wanted.slice(0, LONGEST - 4)}_${count}`;
    taken.add(argument);
    return { ...source, argument };
  });
};

/** Pointers begin with a slash, so that a name that differs from its argument's is always one. */
export const bindingOf = ({ argument, in: place, name, style, explode, isWhole }: NamedArgument): Binding => ({
  argument,
  in: place,
  ...(place === "body" && isWhole && { name: "" }),
  ...(place === "body" &&
    !isWhole &&
    name !== argument && { name: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` }),
  ...(place !== "body" && name !== argument && { name }),
  ...(style !== undefined && { style }),
  ...(explode !== undefined && { explode }),
});
