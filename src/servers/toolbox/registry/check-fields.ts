import type { Found } from "../../../mcp/tools/check-text.ts";
import { shortened } from "../../../mcp/tools/explain-misfit.ts";

const NAME = /^[A-Za-z](?:[A-Za-z0-9-]|_(?!_|$)){0,39}$/;
const NAME_FORM = "1 to 40 letters, digits, '-' and single '_', beginning with a letter and not ending in '_'";
const CATEGORY = /^[A-Z][A-Z0-9_-]{0,39}$/;
const KNOWN_CATEGORIES = ["SEARCH", "CALCULATION", "AI_GENERATION", "ANALYSIS", "TIME"];
const LONGEST_URL = 2_000;

/** `My tool (beta)` as `My_tool_beta`, if that makes a name. */
const nearName = (name: string): string | undefined => {
  const near = name
    .slice(0, 200)
    .replaceAll(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 40)
    .replace(/_$/, "");
  return NAME.test(near) ? near : undefined;
};

export const checkName = (field: string, name: string, found: Found): void => {
  if (NAME.test(name)) return;
  const near = nearName(name);
  found(field, `be ${NAME_FORM}, got '${shortened(name)}'`, {
    value: shortened(name),
    allowed: NAME_FORM,
    ...(near && { hint: `Such as '${near}'.` }),
  });
};

export const checkCategory = (field: string, raw: string, found: Found): string => {
  const category = raw.toUpperCase();
  if (!CATEGORY.test(category)) {
    found(field, `be one short word, such as ${KNOWN_CATEGORIES.join(", ")}, got '${shortened(raw)}'`, {
      value: shortened(raw),
      allowed: KNOWN_CATEGORIES,
      hint: "Other words of letters, digits, '_' and '-' are fine too.",
    });
  }
  return category;
};

/** Whether it may be called is for others to say. */
export const checkUrl = (field: string, raw: string, found: Found): string => {
  const allowed = `an http or https address of at most ${LONGEST_URL} characters, without user name and password`;
  const url = raw.length <= LONGEST_URL && !/[\s\p{Cc}]/u.test(raw) ? parseUrl(raw) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    found(field, `be ${allowed}, got '${shortened(raw)}'`, { value: shortened(raw), allowed });
    return raw;
  }
  if (url.username !== "" || url.password !== "") {
    // Not repeated: it is a password.
    found(field, "not contain a user name or password", {
      allowed,
      hint: "Calls to the endpoint are signed with the tool's own secret; check the signature instead.",
    });
  }
  return url.href;
};

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
