import { MAX_NAME_PAIR_LENGTH } from "../../../mcp/tools/provider-rules.ts";

/** Maximum length of a connector's name. */
const LONGEST_SLUG = 20;
/**
 * Maximum length of a tool's name: some hosts drop tools whose name exceeds 60 characters together with the server's.
 */
export const LONGEST_NAME = MAX_NAME_PAIR_LENGTH - 1 - LONGEST_SLUG;

/** Converts `listPetsByID` to `list_pets_by_id`; empty if no character is usable. */
export const snakeCase = (text: string): string =>
  text
    .slice(0, 500)
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/IDs(?!\p{Ll})/gu, "Ids")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/** Shortens a name, between words if possible. */
export const shortName = (name: string, most = LONGEST_NAME): string => {
  if (name.length <= most) return name;
  const cut = name.slice(0, most + 1);
  const end = cut.lastIndexOf("_");
  return (end > most / 2 ? cut.slice(0, end) : cut.slice(0, most)).replace(/_+$/, "");
};

/** Names GET /pets/{petId} `get_pets_by_pet_id`. */
export const nameOfPath = (method: string, path: string): string =>
  snakeCase(`${method} ${path.replace(/\{([^{}/]*)\}/g, " by $1 ")}`);

/** Creates a function that returns the first name that is free and short enough, else a numbered one: `list_pets_2`. */
export const createUniqueNames = (most = LONGEST_NAME): ((wanted: string | readonly string[]) => string) => {
  const taken = new Set<string>();
  const isFree = (name: string): boolean => name.length <= most && !taken.has(name);
  return (wanted) => {
    const names = [wanted].flat();
    const first = names[0] ?? "";
    let name = names.find(isFree) ?? shortName(first, most);
    for (let count = 2; taken.has(name); count++)
      name = `${shortName(first, most - String(count).length - 1)}_${count}`;
    taken.add(name);
    return name;
  };
};

/** Returns a slug that matches `[a-z][a-z0-9-]{0,19}`. */
export const slugOf = (text: string, fallback: string, most = LONGEST_SLUG): string => {
  const slug = snakeCase(text).replace(/^[^a-z]+/, "");
  return slug === "" ? fallback : shortName(slug, most).replaceAll("_", "-");
};
