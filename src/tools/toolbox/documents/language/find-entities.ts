import type { Entities, Language } from "./analysis.ts";
import { findNames } from "./find-names.ts";
import { createClaims } from "./mention.ts";
import { mergeEntities } from "./merge-entities.ts";
import { findPatternedEntities } from "./patterned-entities.ts";

export const findEntities = async (
  text: string,
  language: Language,
  places: ReadonlySet<string>,
): Promise<Entities> => {
  const claims = createClaims(text.length);
  const patterned = findPatternedEntities(text, language, claims);
  const names = await findNames(text, language, places, claims);
  return { analysis_type: "entities", entities: mergeEntities([...patterned, ...names]) };
};
