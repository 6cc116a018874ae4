import { cleanText } from "./clean-text.ts";
import { type Misfit, shortened } from "./explain-misfit.ts";

/** Adds to what is wrong with a description. */
export type Found = (field: string, must: string, details?: Omit<Misfit, "field" | "message">) => void;

/** Returns the text with nothing hidden in it. */
export const checkText = (field: string, raw: string, most: number, found: Found): string => {
  const text = cleanText(raw);
  const allowed = `1 to ${most} characters`;
  if (text === "") found(field, "say something that can be read", { value: shortened(raw), allowed });
  if (text.length > most) found(field, `have ${allowed}, got ${text.length}`, { allowed });
  return text;
};
