import { Unparsed } from "../../../components/schema-form/form-value.ts";

/** Whether somebody is still typing JSON somewhere: that cannot be sent. Everything else can, also what is wrong. */
export const holdsUnparsed = (value: unknown): boolean => {
  if (value instanceof Unparsed) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnparsed);
};
