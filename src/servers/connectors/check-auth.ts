import { type ReportProblem, shortened } from "../../mcp/tools/input-problem.ts";
import { nearestName } from "../../mcp/tools/nearest-name.ts";
import type { AuthStep, CredentialSlot } from "./connector.ts";
import { type CredentialKind, kindOf } from "./credential-kinds.ts";
import { headerProblem } from "./header-names.ts";

/** The kinds of credentials that each place takes. `part` turns a basic credential into a plain secret. */
const KINDS: Readonly<Record<AuthStep["in"], readonly CredentialKind[]>> = {
  basic: ["basic"],
  bearer: ["secret", "oauth2_client", "oauth2_refresh"],
  header: ["secret", "oauth2_client", "oauth2_refresh"],
  query: ["secret"],
  cookie: ["secret"],
  body: ["secret"],
};
const NAMED = new Set<AuthStep["in"]>(["header", "query", "cookie", "body"]);
const BODY_PATH = /^(?:[\w-]+(?::[\w-]+)?\.)*@?[\w-]+(?::[\w-]+)?$/;

export const checkAuth = (
  steps: readonly AuthStep[],
  slots: ReadonlyMap<string, CredentialSlot>,
  at: string,
  report: ReportProblem,
): void => {
  for (const [index, { credential, in: place, name, part }] of steps.entries()) {
    const field = `${at}.auth[${index}]`;
    const slot = slots.get(credential);
    if (slot === undefined) {
      const near = nearestName(credential, slots.keys());
      report(`${field}.credential`, `be one of the connector's credentials, got '${shortened(credential)}'`, {
        value: shortened(credential),
        allowed: [...slots.keys()],
        hint: near === undefined ? "Declare it under credentials." : `Did you mean "${near}"?`,
      });
      continue;
    }
    const kind = kindOf(slot);
    if (part !== undefined && kind !== "basic")
      report(`${field}.part`, "be omitted: only a basic credential has parts");
    const whole = part === undefined ? kind : "secret";
    if (!KINDS[place].includes(whole)) {
      const hint = kind === "basic" ? "Set part to user or password, or use in: basic." : undefined;
      report(`${field}.in`, `be a place for a credential of kind ${kind}, got ${place}`, {
        ...(hint && { hint }),
      });
    }
    if (NAMED.has(place) !== (name !== undefined)) {
      report(`${field}.name`, NAMED.has(place) ? `be given for in: ${place}` : `be omitted for in: ${place}`);
    } else if (name !== undefined) {
      const problem = authNameProblem(place, name);
      if (problem !== undefined) report(`${field}.name`, problem, { value: shortened(name) });
    }
  }
};

/** Why a credential cannot have this name there, as the end of "it must …"; undefined if it can. */
export const authNameProblem = (place: AuthStep["in"], name: string): string | undefined => {
  if (place === "header") return headerProblem(name, "credential");
  if (place === "body") {
    const isPath = BODY_PATH.test(name) && !/(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/.test(name);
    return isPath ? undefined : "be a path in the body, such as @pin or auth.user";
  }
  if (place === "cookie") return headerProblem(name, "credential") && "be the name of a cookie";
  return /[\s\p{Cc}]/u.test(name) ? "not contain spaces or control characters" : undefined;
};
