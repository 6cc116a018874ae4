import { invalid } from "../model/failure.ts";
import { withoutKeys } from "../model/redact.ts";

export const isTenant = (text: string): boolean => /^[a-z0-9-]{1,40}$/.test(text);

export const checkTenant = (text: string): string => {
  if (isTenant(text)) return text;
  throw invalid("Invalid tenant name.", {
    field: "tenant",
    value: withoutKeys(text.slice(0, 80)),
    allowed: "1 to 40 lower-case letters, digits and hyphens",
  });
};
