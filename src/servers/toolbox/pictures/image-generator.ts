import { createHash } from "node:crypto";
import { clientOf } from "../../../model/caller.ts";
import { hash } from "../../../model/draw.ts";
import { Failure, type FailureKind, invalid } from "../../../model/failure.ts";
import { array, defaulted, integer, maybe, object, oneOf, type Static, string } from "../../../model/schema.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
} from "../../../platform/isolation/worker-pool.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import type { Drawing, DrawingRequest } from "./draw-picture.ts";
import {
  createImagesEndpoint,
  EndpointFault,
  type ImagesConfig,
  type ImagesEndpoint,
  STYLES,
} from "./images-endpoint.ts";

export interface ImageGeneratorOptions {
  readonly outbound: Outbound;
  /** Without an endpoint, every picture is drawn in the worker. */
  readonly images?: ImagesConfig;
  /** Closed with the tool. */
  readonly drawings?: DrawingPool;
}

const SIZES = ["256x256", "512x512", "1024x1024"] as const;
const LONGEST_PROMPT = 4_000;
/** Time reserved for drawing when the endpoint does not answer. */
const DRAWING_RESERVE_MS = 8_000;
const TIMEOUT_SECONDS = 60;

const Parameters = object({
  prompt: string({
    description:
      "What the picture shows, in English or German: place, things in it, time of day, weather, colours. At most 4000 characters.",
  }),
  style: defaulted(oneOf(STYLES, { default: "realistic", description: "How it is done." })),
  size: defaulted(oneOf(SIZES, { default: "512x512", description: "Width and height in pixels." })),
  seed: maybe(
    integer({
      minimum: 0,
      maximum: 0xffff_ffff,
      description: "Another number composes the same prompt differently. Left out, the prompt decides.",
    }),
  ),
});

const Returns = object({
  width: integer(),
  height: integer(),
  format: oneOf(["png", "jpeg", "webp"]),
  style: oneOf(STYLES),
  prompt: string(),
  seed: maybe(integer({ description: "Draws the same picture again. Absent if a model made it." })),
  provider: string({ description: "procedural, or the model that made the picture." }),
  source: oneOf(["offline", "live"]),
  recognised: maybe(array(string(), { description: "Words of the prompt that the drawing shows." })),
  bytes: integer(),
  sha256: string(),
  warnings: maybe(array(string())),
});
type GeneratedImage = Static<typeof Returns>;
type Request = Static<typeof Parameters>;

interface Image {
  readonly about: GeneratedImage;
  readonly file: Buffer;
}

export const createImageGenerator = ({
  outbound,
  images,
  drawings = createDrawingPool(),
}: ImageGeneratorOptions): BuiltIn => {
  const endpoint = images === undefined ? undefined : createImagesEndpoint(images, outbound);
  /** The images: they are content blocks, not part of the structured answer. */
  const files = new WeakMap<GeneratedImage, Buffer>();
  let lastError: string | undefined;

  const drawHere = async (request: Request, call: FunctionCall, warnings: readonly string[] = []): Promise<Image> => {
    const { prompt, style, size, seed = hash(prompt) } = request;
    const side = Number(size.split("x")[0]);
    const { png, sha256, recognised } = await drawings.draw({ prompt, style, size: side, seed }, call);
    return {
      file: Buffer.from(png),
      about: {
        width: side,
        height: side,
        format: "png",
        style,
        prompt,
        seed,
        provider: "procedural",
        source: "offline",
        recognised,
        bytes: png.length,
        sha256,
        ...(warnings.length > 0 && { warnings }),
      },
    };
  };

  const askEndpoint = async (
    endpoint: ImagesEndpoint,
    { prompt, style, size }: Request,
    { signal, timeoutMs }: FunctionCall,
  ): Promise<Image> => {
    const endpointMs = Math.max(timeoutMs - DRAWING_RESERVE_MS, timeoutMs / 2);
    const picture = await endpoint.generate({ prompt, style, size }, { timeoutMs: endpointMs, signal });
    const { bytes, width, height, format } = picture;
    return {
      file: bytes,
      about: {
        width,
        height,
        format,
        style,
        prompt,
        provider: endpoint.model,
        source: "live",
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        ...(`${width}x${height}` !== size && {
          warnings: [`The endpoint returned ${width}x${height} pixels, not ${size}.`],
        }),
      },
    };
  };

  const generate = async (request: Request, call: FunctionCall): Promise<Image> => {
    if (endpoint === undefined) return drawHere(request, call);
    try {
      const image = await askEndpoint(endpoint, request, call);
      lastError = undefined;
      return image;
    } catch (error) {
      if (!(error instanceof EndpointFault)) throw error;
      if (call.signal.aborted)
        throw new Failure("timeout", "The call was cancelled before the picture was finished.", {}, { cause: error });
      const fault = `The images endpoint ${error.message}.`;
      lastError = fault;
      return drawHere(request, call, [`${fault} The picture was drawn offline instead.`]);
    }
  };

  return builtIn({
    name: "image_generator",
    description:
      images === undefined
        ? "Draws pictures from a description, offline: composed scenes of travel, not photographs."
        : "Makes pictures from a description with an image model; draws them itself when the model does not answer.",
    category: "AI_GENERATION",
    version: "1.0.0",
    functions: [
      builtInFunction({
        name: "generate_image",
        title: "Generate an image",
        description:
          "Makes a picture from a description, to illustrate a trip, a place or an idea. Answers with the image itself and " +
          "with its facts: size, format, seed, and whether it was drawn offline (procedural: a composed drawing of the " +
          "travel words in the prompt, such as beach, mountain, city, airplane, hotel, sunset, snow) or made by a model. " +
          "It never shows a real place as it looks.",
        parameters: Parameters,
        returns: Returns,
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: images === undefined,
          openWorldHint: images !== undefined,
        },
        timeout: TIMEOUT_SECONDS,
        async run(given, call) {
          const request = { ...given, prompt: checkedPrompt(given.prompt) };
          const { about, file } = await generate(request, call);
          files.set(about, file);
          return about;
        },
        blocks(about) {
          const file = files.get(about) as Buffer;
          return [
            { type: "image", data: file.toString("base64"), mimeType: `image/${about.format}` },
            { type: "text", text: [caption(about), ...(about.warnings ?? [])].join(" ") },
          ];
        },
      }),
    ],
    check: async () => (lastError === undefined ? { status: "healthy" } : { status: "degraded", lastError }),
    close: () => drawings.close(),
  });
};

/** Treats control characters as blanks. */
const checkedPrompt = (given: string): string => {
  const prompt = given.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
  const length = [...prompt].length;
  if (length > 0 && length <= LONGEST_PROMPT) return prompt;
  throw invalid(length === 0 ? "The prompt is empty." : `The prompt has ${length} characters.`, {
    field: "prompt",
    allowed: `1 to ${LONGEST_PROMPT} characters`,
    hint: "Say in a sentence or two what the picture shows.",
  });
};

const caption = ({ width, height, style, recognised, seed, provider, source }: GeneratedImage): string => {
  if (source === "live") return `A picture of ${width}x${height} pixels in the ${style} style, made by ${provider}.`;
  const shown =
    recognised === undefined || recognised.length === 0
      ? "an invented landscape, as none of the prompt's words is one it can draw"
      : recognised.join(", ");
  return (
    `A procedural drawing, neither a photograph nor an image model's picture: ${shown}. ` +
    `Style ${style}, ${width}x${height} pixels, seed ${seed}, drawn offline.`
  );
};

interface DrawingPoolOptions {
  readonly deadlineMs?: number;
  /** How many pictures are drawn at a time. */
  readonly size?: number;
  /** How many requests may wait. */
  readonly waiting?: number;
}

/** Draws pictures in worker processes, each within a deadline. */
export interface DrawingPool {
  draw(request: DrawingRequest, call: Pick<FunctionCall, "caller" | "signal" | "timeoutMs">): Promise<Drawing>;
  close(): Promise<void>;
}

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The picture took too long to draw and was stopped.", "Ask for a smaller size."],
  memory: ["failed", "The picture took too much memory and was stopped.", "Ask for a smaller size."],
  crashed: ["failed", "The drawing ended unexpectedly.", "Try once more; if it happens again, change the prompt."],
  busy: ["rate_limited", "Too many pictures are waiting to be drawn.", "Try again in a few seconds."],
  cancelled: ["timeout", "The drawing was cancelled.", "Try again."],
};

export const createDrawingPool = ({
  deadlineMs = 20_000,
  size = 2,
  waiting = 16,
}: DrawingPoolOptions = {}): DrawingPool => {
  const pool = createWorkerPool<DrawingRequest, Drawing>({
    module: moduleBeside(import.meta.url, "drawing-worker"),
    memoryMb: 192,
    size,
    waiting,
  });
  return {
    async draw(request, { caller, signal, timeoutMs }) {
      try {
        return await pool.run(request, {
          client: clientOf(caller),
          deadlineMs: Math.min(deadlineMs, timeoutMs),
          signal,
        });
      } catch (reason) {
        if (!(reason instanceof IsolationError)) throw reason;
        const [kind, message, hint] = EXPLANATIONS[reason.reason];
        const details = { hint, error_type: reason.reason, retryable: reason.reason === "busy" };
        throw new Failure(kind, message, details, { cause: reason });
      }
    },
    close: () => pool.close(),
  };
};
