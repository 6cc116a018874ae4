import { authQuestion } from "../credentials/auth-question.ts";
import type { Reader } from "../source.ts";
import { draftFromXmlSamples } from "./draft-from-xml-samples.ts";

export const samplesReader: Reader = {
  async draft({ files }, { name, base_url }) {
    const draft = await draftFromXmlSamples(
      Object.entries(files).map(([path, text]) => ({ name: path, text })),
      { ...(name !== undefined && { name }), ...(base_url !== undefined && { base_url }) },
    );
    const auth_question = authQuestion({ base: draft.connector.base_url, texts: [], operations: [] });
    return { ...draft, ...(auth_question && { auth_question }) };
  },
};
