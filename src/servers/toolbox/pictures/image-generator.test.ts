import { describe, expect, it } from "vitest";
import { Failure } from "../../../model/failure.ts";
import { createOutbound } from "../../../platform/outbound/guarded-outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { createImageGenerator } from "./image-generator.ts";

const tool = createImageGenerator({ outbound: createOutbound({ allow: [] }) });

const failureOf = async (prompt: string): Promise<Failure> => {
  const call: FunctionCall = {
    functionName: "generate_image",
    arguments: { prompt, style: "cartoon", size: "256x256" },
    callId: "call",
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    caller: { tenant: "default", sessionId: "s", transport: "stdio" },
    progress: () => undefined,
  };
  const reason = await tool.backend.call(call).catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(Failure);
  return reason as Failure;
};

describe("the image generator", () => {
  it("declares the function and parameters of the contract", () => {
    const [described] = tool.description.functions;
    expect(tool.description).toMatchObject({ name: "image_generator", category: "AI_GENERATION" });
    expect(described?.name).toBe("generate_image");
    expect(described?.parameters).toMatchObject({
      type: "object",
      properties: {
        prompt: { type: "string" },
        style: { type: "string", enum: ["realistic", "artistic", "cartoon", "abstract"], default: "realistic" },
        size: { type: "string", enum: ["256x256", "512x512", "1024x1024"], default: "512x512" },
      },
      required: ["prompt"],
    });
  });

  it.each([
    ["", /empty/],
    [" \0\u0007\n ", /empty/],
    ["x".repeat(4_001), /4001 characters/],
  ])("rejects an empty or too long prompt", async (prompt, message) => {
    const failure = await failureOf(prompt);
    expect(failure.kind).toBe("invalid");
    expect(failure.message).toMatch(message);
    expect(failure.details).toMatchObject({ field: "prompt", allowed: "1 to 4000 characters" });
  });

  it("is healthy without an endpoint", async () => {
    expect(await tool.backend.check(new AbortController().signal)).toMatchObject({
      status: "healthy",
      capabilities: ["generate_image"],
    });
  });
});
