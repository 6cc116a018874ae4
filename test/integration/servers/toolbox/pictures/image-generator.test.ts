import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Failure } from "../../../../../src/model/failure.ts";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import { drawPicture } from "../../../../../src/servers/toolbox/pictures/draw-picture.ts";
import {
  createDrawingPool,
  createImageGenerator,
} from "../../../../../src/servers/toolbox/pictures/image-generator.ts";
import type { FunctionCall, Outcome } from "../../../../../src/servers/toolbox/registry/backend.ts";
import type { BuiltIn } from "../../../../../src/servers/toolbox/registry/built-in.ts";

const outbound = createOutbound({ allow: ["127.0.0.1"] });
const KEY = "sk-very-secret-0815";
/** Shared, because a worker takes a second to start. */
const drawings = createDrawingPool();
const open: { close(): Promise<void> }[] = [outbound, drawings];
afterAll(async () => {
  for (const thing of open.reverse()) await thing.close();
});

const generate = (
  tool: BuiltIn,
  given: Record<string, unknown>,
  { signal = new AbortController().signal, timeoutMs = 30_000 } = {},
): Promise<Outcome> => {
  const call: FunctionCall = {
    functionName: "generate_image",
    arguments: { style: "cartoon", size: "256x256", ...given },
    callId: "call",
    timeoutMs,
    signal,
    caller: { tenant: "default", sessionId: "s", transport: "stdio" },
    progress: () => undefined,
  };
  return tool.backend.call(call);
};

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const reason = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(Failure);
  return reason as Failure;
};

describe("the image generator without an endpoint", () => {
  const tool = createImageGenerator({ outbound, drawings });

  it("returns the picture, its facts and a caption", async () => {
    const { data, blocks } = await generate(tool, { prompt: "Ein Hotel am Strand bei Sonnenuntergang", seed: 3 });
    expect(data).toMatchObject({
      width: 256,
      height: 256,
      format: "png",
      style: "cartoon",
      seed: 3,
      provider: "procedural",
      source: "offline",
      prompt: "Ein Hotel am Strand bei Sonnenuntergang",
      recognised: ["hotel", "strand", "sonnenuntergang"],
    });
    const [image, text] = blocks ?? [];
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    const png = Buffer.from((image as { data: string }).data, "base64");
    expect(png.length).toBe((data as { bytes: number }).bytes);
    expect((text as { text: string }).text).toMatch(/procedural drawing, neither a photograph/);
    expect(JSON.stringify(data)).not.toContain(png.toString("base64").slice(0, 40));
  });

  it("draws the same picture in the worker as in this process", async () => {
    const { data } = await generate(tool, { prompt: "a lake", seed: 11 });
    const { sha256 } = await drawPicture({ prompt: "a lake", style: "cartoon", size: 256, seed: 11 });
    expect(data).toMatchObject({ sha256 });
  });

  it("returns the seed that repeats the picture", async () => {
    const first = (await generate(tool, { prompt: "a city" })).data as { seed: number; sha256: string };
    const again = (await generate(tool, { prompt: "a city", seed: first.seed })).data as { sha256: string };
    expect(again.sha256).toBe(first.sha256);
  });

  it("does not block the event loop while it draws", async () => {
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    await generate(tool, { prompt: "mountain lake", style: "artistic", size: "1024x1024" });
    clearInterval(turning);
    expect(turns).toBeGreaterThan(20);
  });

  it("counts an emoji as one character of the prompt", async () => {
    const { data } = await generate(tool, { prompt: "🌴".repeat(4_000) });
    expect(data).toMatchObject({ recognised: [] });
  });

  it("cancels a drawing with the caller's signal and draws the next", async () => {
    const controller = new AbortController();
    const unwanted = generate(
      tool,
      { prompt: "a city", style: "realistic", size: "1024x1024" },
      { signal: controller.signal },
    );
    controller.abort();
    expect((await failureOf(unwanted)).kind).toBe("timeout");
    expect((await generate(tool, { prompt: "a city" })).data).toMatchObject({ source: "offline" });
  });

  it("rejects requests over its queue and stops drawings at their deadline", async () => {
    const small = createImageGenerator({
      outbound,
      drawings: createDrawingPool({ size: 1, waiting: 1, deadlineMs: 1 }),
    });
    open.push(small.backend);
    const kinds = await Promise.all(
      [1, 2, 3, 4].map(
        async (seed) =>
          (await failureOf(generate(small, { prompt: "a city", size: "1024x1024", style: "artistic", seed }))).kind,
      ),
    );
    expect(kinds.filter((kind) => kind === "rate_limited").length).toBe(2);
    expect(kinds.filter((kind) => kind === "timeout").length).toBe(2);
  });
});

describe("the image generator with an endpoint", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const seen: { url: string | undefined; authorization: string | undefined; body: Record<string, unknown> }[] = [];
  const endpoint = async (
    answer: (response: ServerResponse, request: IncomingMessage) => void,
    model = "dall-e-2",
  ): Promise<{ tool: BuiltIn; url: string }> => {
    seen.length = 0;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      seen.push({
        url: request.url,
        authorization: request.headers.authorization,
        body: text === "" ? {} : JSON.parse(text),
      });
      answer(response, request);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tool = createImageGenerator({ outbound, drawings, images: { url: `${url}/v1/`, key: KEY, model } });
    return { tool, url };
  };
  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const picture = async (size = 256): Promise<Buffer> =>
    (await drawPicture({ prompt: "a lake", style: "cartoon", size, seed: 1 })).png;
  const check = (tool: BuiltIn) => tool.backend.check(new AbortController().signal);

  it("returns the picture of the endpoint", async () => {
    const png = await picture();
    const { tool } = await endpoint(json(200, { data: [{ b64_json: png.toString("base64") }] }));
    const { data, blocks } = await generate(tool, { prompt: "a lake" });
    expect(seen[0]).toMatchObject({
      url: "/v1/images/generations",
      authorization: `Bearer ${KEY}`,
      body: { model: "dall-e-2", size: "256x256", n: 1, response_format: "b64_json" },
    });
    expect(seen[0]?.body["prompt"]).toMatch(/^a lake\n\n.*cartoon/);
    expect(data).toMatchObject({ provider: "dall-e-2", source: "live", format: "png", width: 256, bytes: png.length });
    expect(data).not.toHaveProperty("warnings");
    expect(blocks?.[0]).toEqual({ type: "image", data: png.toString("base64"), mimeType: "image/png" });
    expect(await check(tool)).toMatchObject({ status: "healthy" });
  });

  it("sends only parameters the model supports, and warns about a different size", async () => {
    const png = await picture(1024);
    const { tool } = await endpoint(json(200, { data: [{ b64_json: png.toString("base64") }] }), "gpt-image-1");
    const { data } = await generate(tool, { prompt: "a lake" });
    expect(seen[0]?.body).toMatchObject({ model: "gpt-image-1", size: "1024x1024" });
    expect(seen[0]?.body).not.toHaveProperty("response_format");
    expect(data).toMatchObject({ width: 1024, warnings: ["The endpoint returned 1024x1024 pixels, not 256x256."] });
  });

  it("fetches a picture that the endpoint returns as a URL", async () => {
    const png = await picture();
    const { tool } = await endpoint((response, request) => {
      if (request.url === "/file") response.end(png);
      else json(200, { data: [{ url: `http://${request.headers.host}/file` }] })(response);
    });
    expect((await generate(tool, { prompt: "a lake" })).data).toMatchObject({ source: "live", bytes: png.length });
    expect(seen[1]?.authorization).toBeUndefined();
  });

  it.each<[string, (response: ServerResponse, request: IncomingMessage) => void, RegExp]>([
    ["hangs up", (response) => response.destroy(), /could not be reached|broken/],
    [
      "refuses the key",
      json(401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
      /refused access \(401\)/,
    ],
    ["has reached its quota", json(429, { error: { message: "quota" } }), /429/],
    ["fails", json(503, {}), /failed on its side \(503\)/],
    [
      "rejects the request",
      json(400, { error: { code: "invalid_size", message: "size" } }),
      /did not accept the request \(400\)/,
    ],
    ["sends HTML", (response) => response.end("<html>hello</html>"), /not JSON/],
    ["sends an empty list", json(200, { data: [] }), /without a picture/],
    ["sends null", json(200, null), /without a picture/],
    [
      "sends text as a picture",
      json(200, { data: [{ b64_json: Buffer.from("hello ".repeat(20)).toString("base64") }] }),
      /not a PNG, JPEG or WebP/,
    ],
    ["returns a file: URL", json(200, { data: [{ url: "file:///etc/passwd" }] }), /without a picture/],
    ["returns a private address", json(200, { data: [{ url: "http://10.0.0.1/x.png" }] }), /may not be called/],
    ["sends too much", (response) => response.end(Buffer.alloc(13_000_000, 32)), /more than 12 MB/],
    [
      "redirects",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      /broken|did not accept/,
    ],
  ])("draws the picture itself, with a warning, when the endpoint %s", async (_, answer, why) => {
    const { tool, url } = await endpoint(answer);
    const outcome = await generate(tool, { prompt: "a lake" });
    const { warnings, ...data } = outcome.data as { warnings: string[] };
    expect(data).toMatchObject({ provider: "procedural", source: "offline", recognised: ["lake"] });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(why);
    const health = await check(tool);
    expect(health.status).toBe("degraded");
    expect(health.lastError).toMatch(why);
    const said = JSON.stringify([outcome, health]);
    expect(said).not.toContain(KEY);
    expect(said).not.toContain(url);
  });

  it("rejects a picture of implausible size", async () => {
    const png = Buffer.from(await picture());
    png.writeUInt32BE(50_000, 16);
    const { tool } = await endpoint(json(200, { data: [{ b64_json: png.toString("base64") }] }));
    expect((await generate(tool, { prompt: "a lake" })).data).toMatchObject({
      warnings: [expect.stringMatching(/too large/)],
    });
  });

  it("reserves time for a drawing when the endpoint does not answer", async () => {
    const { tool } = await endpoint(() => undefined);
    const { data } = await generate(tool, { prompt: "a lake" }, { timeoutMs: 6_000 });
    expect(data).toMatchObject({ source: "offline", warnings: [expect.stringMatching(/did not answer in time/)] });
  });

  it("stops when the caller cancels", async () => {
    const controller = new AbortController();
    const { tool } = await endpoint(() => controller.abort());
    expect((await failureOf(generate(tool, { prompt: "a lake" }, { signal: controller.signal }))).kind).toBe("timeout");
    expect(await check(tool)).toMatchObject({ status: "healthy" });
  });

  it.each([
    { code: "content_policy_violation", message: "no" },
    { code: null, message: `Your request was rejected by our safety system. ${KEY}` },
  ])("fails with the refusal of the endpoint's content policy", async (error) => {
    const { tool } = await endpoint(json(400, { error }));
    const failure = await failureOf(generate(tool, { prompt: "something bad" }));
    expect(failure).toMatchObject({ kind: "failed", details: { field: "prompt", error_type: "policy_refusal" } });
    expect(JSON.stringify([failure.message, failure.details])).not.toContain(KEY);
    expect(await check(tool)).toMatchObject({ status: "healthy" });
  });

  it("is healthy again after the next picture", async () => {
    const png = await picture();
    let broken = true;
    const { tool } = await endpoint((response) => {
      if (broken) json(500, {})(response);
      else json(200, { data: [{ b64_json: png.toString("base64") }] })(response);
    });
    await generate(tool, { prompt: "a lake" });
    expect(await check(tool)).toMatchObject({ status: "degraded" });
    broken = false;
    await generate(tool, { prompt: "a lake" });
    expect(await check(tool)).toMatchObject({ status: "healthy" });
  });
});
