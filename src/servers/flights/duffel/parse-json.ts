import { nestsTooDeep } from "../../../model/json.ts";

/** What the bytes say, or undefined when they are no JSON or nested deeper than honest answers are. */
export const parseJson = (body: Buffer): unknown => {
  const text = body.toString();
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
