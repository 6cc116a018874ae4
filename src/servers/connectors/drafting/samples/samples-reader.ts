import type { Reader } from "../source.ts";
import { draftFromXmlSamples } from "./draft-from-xml-samples.ts";

export const samplesReader: Reader = {
  draft: ({ files }, { name, base_url }) =>
    draftFromXmlSamples(
      Object.entries(files).map(([path, text]) => ({ name: path, text })),
      { ...(name !== undefined && { name }), ...(base_url !== undefined && { base_url }) },
    ),
};
