import type { Schema } from "js-yaml";

export interface YamlLimits {
  /** Levels of nested collections. */
  readonly deepest: number;
}

/** The document nests deeper than its limit. The rest of it was not read. */
export class YamlTooDeep extends Error {}

/** Aliases and merged keys in one document. What they expand to is limited by the reader of the value. */
const MOST_ALIASES = 10_000;
const MOST_MERGED = 100_000;

let schema: Schema | undefined;

/** Reads the first document of a YAML text. Rejects duplicate keys, and stops where it nests too deep. */
export const readYaml = async (text: string, { deepest }: YamlLimits): Promise<unknown> => {
  const yaml = await import("js-yaml");
  schema ??= schemaOf(yaml);
  const limits = { maxDepth: deepest, maxAliases: MOST_ALIASES, maxTotalMergeKeys: MOST_MERGED };
  try {
    return yaml.loadAll(text, { schema, ...limits })[0];
  } catch (error) {
    if (!(error instanceof yaml.YAMLException)) throw error;
    const { reason, mark } = error;
    if (reason.startsWith("nesting exceeded")) throw new YamlTooDeep();
    throw new Error(mark === undefined ? reason : `${reason}, in line ${mark.line + 1}`);
  }
};

/** Values with other tags, such as `!Ref x`, are read as if they had none. */
const schemaOf = (yaml: typeof import("js-yaml")): Schema => {
  const { CORE_SCHEMA, mergeTag, strTag, seqTag, mapTag } = yaml;
  const other = { tagName: "", matchByTagPrefix: true, implicit: false } as const;
  return CORE_SCHEMA.withTags(mergeTag, { ...strTag, ...other }, { ...seqTag, ...other }, { ...mapTag, ...other });
};
