import { isJsonObject, nestsTooDeep } from "../../model/json.ts";
import { badRequest } from "./problems.ts";

/** An order for nine with all their services has a tenth of it. */
const LONGEST = 256 * 1024;

/** What stands under `data`; undefined without a body, or without `data` in it. */
export const readData = (body: string): unknown => {
  if (body.length > LONGEST) {
    throw badRequest("bad_request", "Bad request", `The body is longer than ${LONGEST} characters.`, 413);
  }
  if (body.trim() === "") return undefined;
  const parsed = parse(body);
  if (!isJsonObject(parsed)) throw notJson("The body must be a JSON object with a 'data' field.");
  return parsed.data;
};

const parse = (body: string): unknown => {
  if (nestsTooDeep(body)) throw notJson("The body nests too deep.");
  try {
    return JSON.parse(body);
  } catch {
    throw notJson("The body is not valid JSON.");
  }
};

const notJson = (message: string) => badRequest("bad_request", "Bad request", message);
