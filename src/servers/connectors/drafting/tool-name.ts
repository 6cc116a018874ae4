import { LONGEST_NAME_PAIR } from "../../../mcp/tools/provider-rules.ts";

/** Of a connector. */
const LONGEST_SLUG = 20;
/** Of a tool: some hosts leave out tools whose name has more than 60 characters with that of its server. */
export const LONGEST_NAME = LONGEST_NAME_PAIR - 1 - LONGEST_SLUG;

/** `listPetsByID` as `list_pets_by_id`; empty if nothing of it can stand in a name. */
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

/** Cut between words, where there is one. */
export const shortName = (name: string, most = LONGEST_NAME): string => {
  if (name.length <= most) return name;
  const cut = name.slice(0, most + 1);
  const end = cut.lastIndexOf("_");
  return (end > most / 2 ? cut.slice(0, end) : cut.slice(0, most)).replace(/_+$/, "");
};

/** `get_pets_by_pet_id` for GET /pets/{petId}. */
export const nameOfPath = (method: string, path: string): string =>
  snakeCase(`${method} ${path.replace(/\{([^{}/]*)\}/g, " by $1 ")}`);

/** Names that nobody has yet: `list_pets`, `list_pets_2`. */
export const createUniqueNames = (most = LONGEST_NAME): ((wanted: string) => string) => {
  const taken = new Set<string>();
  return (wanted) => {
    let name = shortName(wanted, most);
    for (let count = 2; taken.has(name); count++)
      name = `${shortName(wanted, most - String(count).length - 1)}_${count}`;
    taken.add(name);
    return name;
  };
};

/** `[a-z][a-z0-9-]{0,19}` */
export const slugOf = (text: string, fallback: string, most = LONGEST_SLUG): string => {
  const slug = snakeCase(text).replace(/^[^a-z]+/, "");
  return slug === "" ? fallback : shortName(slug, most).replaceAll("_", "-");
};
