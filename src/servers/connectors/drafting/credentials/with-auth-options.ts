import { type Draft, tokenCost } from "../draft.ts";
import type { DraftOptions } from "../source.ts";
import { readAuthChoices } from "./auth-choice.ts";
import { withAuth } from "./with-auth.ts";
import { withSecretSlots } from "./with-secret-slots.ts";

/** Adds the credentials that an administrator chose, and those that a document describes as parameters. */
export const withAuthOptions = (draft: Draft, { auth = [], keep_arguments = [] }: DraftOptions): Draft => {
  const { connector: drafted, candidates, problems, auth_question, ...rest } = draft;
  const chosen = auth.length === 0 ? drafted : withAuth(drafted, readAuthChoices(auth, drafted.base_url));
  const { connector, remarks } = withSecretSlots(chosen, keep_arguments);
  const isOpen = connector.tools.every((tool) => tool.auth === undefined);
  return {
    ...rest,
    connector,
    candidates: candidates.map((candidate, index) => {
      const tool = connector.tools[index];
      const isSame = tool === undefined || tool.input === drafted.tools[index]?.input;
      return isSame ? candidate : { ...candidate, token_cost: tokenCost(tool) };
    }),
    problems: [...remarks, ...problems],
    ...(auth_question && isOpen && { auth_question }),
  };
};
