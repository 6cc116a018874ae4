import type { AuthQuestion } from "../draft.ts";
import { AUTH_FORMS } from "./auth-choice.ts";
import { type AuthGuess, type AuthTexts, guessAuth, saysItIsOpen } from "./guess-auth.ts";

export interface AuthSource extends AuthTexts {
  /** Schemes that the document declares, and requires nowhere. */
  readonly declared?: readonly AuthGuess[];
}

/** The question how the API authenticates callers, for documents that require nothing. Undefined if they say so in words. */
export const authQuestion = ({ declared = [], ...source }: AuthSource): AuthQuestion | undefined => {
  const guessed = guessAuth(source);
  const names = new Set(declared.map(({ auth }) => auth));
  const guesses = [...declared, ...guessed.filter(({ auth }) => !names.has(auth))];
  if (guesses.length === 0 && saysItIsOpen(source.texts)) return undefined;
  const what = declared.length > 0 ? "describes credentials, but requires them nowhere" : "names no credentials";
  return {
    text: `The document ${what}, so requests are sent without any. If the API needs some, choose ${AUTH_FORMS.join(", ")}.`,
    guesses,
  };
};
