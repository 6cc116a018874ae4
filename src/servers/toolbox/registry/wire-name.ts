import { createHash } from "node:crypto";

/** With the prefix of a host, `mcp__toolbox__`, 64 characters; with Cursor's, `toolbox:`, below its 60. */
const LONGEST = 50;
const HASH_DIGITS = 6;

/**
 * The name under which MCP clients see a function. Neither part contains `__`, so that no two functions share one; where
 * both together are too long, the end gives way to a hash of the whole. Names that differ only in their case have the
 * same hash, as they are the same name everywhere else.
 */
export const wireName = (tool: string, functionName: string): string => {
  const whole = `${tool}__${functionName}`;
  if (whole.length <= LONGEST) return whole;
  const hash = createHash("sha256").update(whole.toLowerCase()).digest("hex").slice(0, HASH_DIGITS);
  return `${whole.slice(0, LONGEST - HASH_DIGITS - 1)}-${hash}`;
};
