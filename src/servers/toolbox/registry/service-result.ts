import type { ContentBlock } from "../../../mcp/tools/content.ts";
import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { BackendHealth, Outcome } from "./backend.ts";
import { badResponse } from "./backend-failure.ts";
import { namesIn } from "./health-record.ts";

const MOST_BLOCKS = 64;

/**
 * What a call came to: `{call_id, status: "completed", data}`, with `content` blocks if a model shall see something else
 * than the data. A service may also leave the envelope out: a result object without `data` is the data itself.
 */
export const outcomeIn = (result: JsonObject, name: string, callId: string): Outcome => {
  const isEnvelope = "data" in result || (result["status"] === "completed" && result["call_id"] === callId);
  if (!isEnvelope) return { data: result };
  const { call_id: answered = callId, status = "completed", data = null, content } = result;
  if (answered !== callId) throw badResponse(name, "It answered another call than the one it was sent.");
  if (status !== "completed") {
    const said = foreignText(String(status), 60);
    throw new Failure("failed", `${name} did not complete the call; its status is '${said}'.`, {
      error_type: "not_completed",
    });
  }
  if (content === undefined) return { data };
  const blocks = Array.isArray(content) ? content.slice(0, MOST_BLOCKS).map(blockOf) : [undefined];
  if (blocks.includes(undefined)) throw badResponse(name, "Its content is not made of text, image and audio blocks.");
  return { data, blocks: blocks as ContentBlock[] };
};

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const blockOf = (block: unknown): ContentBlock | undefined => {
  if (!isJsonObject(block)) return undefined;
  const { type, text, data, mimeType } = block;
  if (type === "text") return typeof text === "string" ? { type, text } : undefined;
  if (type !== "image" && type !== "audio") return undefined;
  const isMedium = typeof mimeType === "string" && new RegExp(`^${type}/[\\w.+-]{1,60}$`).test(mimeType);
  return isMedium && typeof data === "string" && BASE64.test(data) ? { type, data, mimeType } : undefined;
};

/** What a service says about itself. Its own response time is not asked for: what counts is what it takes from here. */
export const healthIn = (result: JsonObject, name: string): BackendHealth => {
  const { status, version, capabilities, last_error: lastError } = result;
  const trouble = typeof lastError === "string" && lastError !== "" ? foreignText(lastError) : undefined;
  if (status !== "healthy" && status !== "degraded") {
    if (typeof status !== "string") throw badResponse(name, "There is no status in it.");
    const said = trouble ?? `its status is '${foreignText(status, 60)}'.`;
    throw new Failure("unavailable", `${name} says that it cannot work: ${said}`, { error_type: "unhealthy" });
  }
  const names = namesIn(capabilities);
  return {
    status,
    ...(typeof version === "string" && { version: foreignText(version, 64) }),
    ...(names !== undefined && { capabilities: names }),
    ...(trouble !== undefined && { lastError: trouble }),
  };
};
