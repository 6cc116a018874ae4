import { type ReportProblem, shortened } from "../../mcp/tools/input-problem.ts";
import { nearestName } from "../../mcp/tools/nearest-name.ts";
import { checkAuth } from "./check-auth.ts";
import type { Connector, CredentialSlot, SignedPart, SigningRecipe } from "./connector.ts";
import { headerProblem, isHeaderValue } from "./header-names.ts";

const PART_FIELDS = ["literal", "from", "header", "credential"] as const;

/** Checks the recipes for signatures, and that tools name one of them. */
export const checkSigning = ({ signing = [], credentials = [], tools }: Connector, report: ReportProblem): void => {
  const slots = new Map(credentials.map((slot) => [slot.name, slot]));
  for (const [index, recipe] of signing.entries()) checkRecipe(recipe, slots, `signing[${index}]`, report);
  const names = signing.map(({ name }) => name);
  for (const [index, { sign }] of tools.entries()) {
    if (sign === undefined || names.includes(sign)) continue;
    const near = nearestName(sign, names);
    report(`tools[${index}].sign`, `be one of the connector's signing recipes, got '${shortened(sign)}'`, {
      value: shortened(sign),
      allowed: names,
      hint: near === undefined ? "Declare it under signing." : `Did you mean "${near}"?`,
    });
  }
};

const checkRecipe = (
  recipe: SigningRecipe,
  slots: ReadonlyMap<string, CredentialSlot>,
  at: string,
  report: ReportProblem,
): void => {
  const { algorithm, key, timestamp, text, value = [] } = recipe;
  const isHmac = algorithm.startsWith("hmac-");
  if (isHmac !== (key !== undefined)) {
    report(`${at}.key`, isHmac ? `be given with ${algorithm}` : `be omitted: ${algorithm} has no key`);
  }
  if (!isHmac && !text.some((part) => "credential" in part)) {
    report(`${at}.text`, `contain a credential, because ${algorithm} has no key`);
  }
  if ((recipe.header === undefined) === (recipe.query === undefined)) report(`${at}.header`, "be given, or else query");
  checkPlace(recipe, at, report);
  if (timestamp !== undefined) checkPlace(timestamp, `${at}.timestamp`, report);
  if (value.length > 0 && !value.some((part) => "from" in part && part.from === "signature")) {
    report(`${at}.value`, "contain the signature", { hint: "Add { from: signature }." });
  }
  if (key !== undefined) checkCredential(key, slots, `${at}.key`, report);
  for (const [field, parts] of Object.entries({ text, value })) {
    for (const [index, part] of parts.entries()) {
      checkPart(part, recipe, slots, `${at}.${field}[${index}]`, field === "value", report);
    }
  }
};

const checkPlace = (
  { header, query }: Pick<SigningRecipe, "header" | "query">,
  at: string,
  report: ReportProblem,
): void => {
  const problem = header === undefined ? undefined : headerProblem(header, "credential");
  if (problem !== undefined) report(`${at}.header`, problem, { value: shortened(header) });
  if (query !== undefined && /[\s\p{Cc}]/u.test(query)) {
    report(`${at}.query`, "not contain spaces or control characters", { value: shortened(query) });
  }
};

const checkPart = (
  part: SignedPart,
  { timestamp, body_digest }: SigningRecipe,
  slots: ReadonlyMap<string, CredentialSlot>,
  at: string,
  isSent: boolean,
  report: ReportProblem,
): void => {
  const fields = PART_FIELDS.filter((field) => field in part);
  if (fields.length !== 1) {
    report(at, `have exactly one of ${PART_FIELDS.join(", ")}`);
    return;
  }
  if ("part" in part && !("credential" in part)) report(`${at}.part`, "only be given with a credential");
  if ("credential" in part) checkCredential(part, slots, at, report);
  if (isSent && "header" in part) report(`${at}.header`, "not be sent again in value");
  if (isSent && "literal" in part && !isHeaderValue(part.literal)) {
    report(`${at}.literal`, "be one line of Latin-1 characters in value");
  }
  if (!("from" in part)) return;
  const { from } = part;
  if (from === "timestamp" && timestamp === undefined) report(`${at}.from`, "have timestamp declared in the recipe");
  if (from === "body_digest" && body_digest === undefined)
    report(`${at}.from`, "have body_digest declared in the recipe");
  if (from === "signature" && !isSent) report(`${at}.from`, "not be the signature itself");
  if (isSent && !["timestamp", "signature"].includes(from)) {
    report(`${at}.from`, "be timestamp or signature in value", { allowed: ["timestamp", "signature"] });
  }
};

/** A credential in a recipe is used like one in a body: as one text. */
const checkCredential = (
  { credential, part }: { readonly credential: string; readonly part?: "user" | "password" },
  slots: ReadonlyMap<string, CredentialSlot>,
  at: string,
  report: ReportProblem,
): void => {
  const step = { credential, in: "body" as const, name: "signature", ...(part !== undefined && { part }) };
  checkAuth([step], slots, "", (field, must, details) => report(at + field.replace(/^\.auth\[0\]/, ""), must, details));
};
