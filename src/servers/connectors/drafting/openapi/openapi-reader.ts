import type { Reader } from "../source.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";
import { indexOpenApi } from "./index-openapi.ts";

export const openApiReader: Reader = {
  draft: ({ text, ...document }, options) => draftFromOpenApi(text, { ...document, ...options }),
  operations: ({ text, ...document }, options) => indexOpenApi(text, { ...document, ...options }),
};
