import type { ErrorObject } from "ajv";
import type { Schema } from "../../model/schema.ts";

/** What the meta-schema of 2020-12 does not like, one misfit per place. */
export type MetaCheck = (schema: Schema) => readonly ErrorObject[];

/** Its branches say what. */
const SAYS_LITTLE = new Set(["anyOf", "allOf", "$ref", "$dynamicRef"]);

const load = async (): Promise<MetaCheck> => {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  // Its formats are about regular expressions and references, which are looked at more closely elsewhere.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, verbose: true, validateFormats: false });
  return (schema) => {
    const misfits = new Map<string, ErrorObject>();
    for (const misfit of ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [])) {
      if (SAYS_LITTLE.has(misfit.keyword)) continue;
      if (!misfits.has(misfit.instancePath) || misfit.keyword === "enum") misfits.set(misfit.instancePath, misfit);
    }
    return [...misfits.values()];
  };
};

let loading: Promise<MetaCheck> | undefined;

/** Compiled with the first registration: the meta-schema is larger than all that it checks. */
export const loadMetaCheck = (): Promise<MetaCheck> => {
  loading ??= load();
  return loading;
};
