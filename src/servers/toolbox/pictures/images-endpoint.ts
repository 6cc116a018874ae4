import { Failure } from "../../../model/failure.ts";
import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import { type PictureFormat, pictureFormat } from "./picture-format.ts";

export const STYLES = ["realistic", "artistic", "cartoon", "abstract"] as const;
export type Style = (typeof STYLES)[number];

export interface ImagesConfig {
  /** Including /v1. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
}

interface ImageRequest {
  readonly prompt: string;
  readonly style: Style;
  /** `512x512` */
  readonly size: string;
}

interface EndpointPicture extends PictureFormat {
  readonly bytes: Buffer;
}

/** An OpenAI-compatible images endpoint. */
export interface ImagesEndpoint {
  readonly model: string;
  /** Rejects with an EndpointFault, or with a Failure when the endpoint's policy refuses the prompt. */
  generate(
    request: ImageRequest,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<EndpointPicture>;
}

/** The endpoint returned no usable picture. The message continues a sentence and contains nothing from the endpoint. */
export class EndpointFault extends Error {}

const MOST_PICTURE_BYTES = 8_000_000;
/** A picture in base64, in JSON. */
const MOST_ANSWER_BYTES = 12_000_000;
const LONGEST_SIDE = 4_096;

const STYLE_PROMPTS: Readonly<Record<Style, string>> = {
  realistic: "Realistic, natural light, fine detail, like a photograph.",
  artistic: "A painting with visible brush strokes on canvas.",
  cartoon: "A cartoon with bold outlines and flat bright colours.",
  abstract: "An abstract composition of geometric and flowing shapes.",
};

export const createImagesEndpoint = (config: ImagesConfig, outbound: Outbound): ImagesEndpoint => {
  const address = `${config.url.replace(/\/+$/, "")}/images/generations`;
  return {
    model: config.model,
    async generate({ prompt, style, size }, { timeoutMs, signal }) {
      const answer = await reach(
        outbound.request(address, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            ...(config.key !== undefined && { authorization: `Bearer ${config.key}` }),
          },
          body: JSON.stringify({
            ...requestFor(config.model, size),
            prompt: `${prompt}\n\n${STYLE_PROMPTS[style]}`,
            n: 1,
          }),
          timeoutMs,
          signal,
          maxBytes: MOST_ANSWER_BYTES,
        }),
      );
      const image = firstImage(checkedAnswer(answer));
      if (image.base64 !== undefined) return checkedPicture(Buffer.from(image.base64, "base64"));
      const file = await reach(
        outbound.request(image.url, { timeoutMs, signal, maxBytes: MOST_PICTURE_BYTES, redirects: 2 }),
      );
      if (file.status !== 200) throw new EndpointFault(`named a picture that could not be fetched (${file.status})`);
      return checkedPicture(file.body);
    },
  };
};

/** GPT image models always answer in base64 and reject response_format. They, and DALL·E 3, start at 1024 pixels. */
const requestFor = (model: string, size: string): Record<string, string> => {
  if (model.startsWith("gpt-image")) return { model, size: "1024x1024" };
  return { model, size: model.startsWith("dall-e-3") ? "1024x1024" : size, response_format: "b64_json" };
};

const NO_ANSWER: Readonly<Record<OutboundReason, string>> = {
  refused: "named an address that may not be called",
  unreachable: "could not be reached",
  timeout: "did not answer in time",
  too_large: `sent more than ${MOST_ANSWER_BYTES / 1_000_000} MB`,
  broken: "sent a broken answer",
  cancelled: "was cancelled",
};

const reach = async (response: Promise<OutboundResponse>): Promise<OutboundResponse> => {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new EndpointFault(NO_ANSWER[error.reason], { cause: error });
  }
};

const checkedAnswer = ({ status, body }: OutboundResponse): unknown => {
  const answer = parsed(body);
  if (status >= 200 && status < 300) {
    if (answer === undefined) throw new EndpointFault("sent an answer that is not JSON");
    return answer;
  }
  if (status === 400 && isPolicyRefusal(answer))
    throw new Failure("failed", "The images endpoint refused this prompt: its content policy does not allow it.", {
      field: "prompt",
      error_type: "policy_refusal",
      hint: "Describe the picture differently, without content that such a policy could refuse.",
      retryable: false,
    });
  if (status === 401 || status === 403) throw new EndpointFault(`refused access (${status}): check its API key`);
  if (status === 429) throw new EndpointFault("had too many requests, or reached its quota (429)");
  throw new EndpointFault(status >= 500 ? `failed on its side (${status})` : `did not accept the request (${status})`);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
};

/** Reads the code, or the message of endpoints without one. The message is never passed on: it may contain the key. */
const isPolicyRefusal = (answer: unknown): boolean => {
  const error = fields(fields(answer)["error"]);
  return (
    /content_policy|moderation/.test(String(error["code"])) ||
    /content policy|safety system|moderation/i.test(String(error["message"]))
  );
};

const firstImage = (
  answer: unknown,
): { readonly base64: string } | { readonly base64?: undefined; readonly url: string } => {
  const list = fields(answer)["data"];
  const { b64_json: base64, url } = fields(Array.isArray(list) ? list[0] : undefined);
  if (typeof base64 === "string" && base64 !== "") return { base64 };
  if (typeof url === "string" && /^https?:\/\//i.test(url)) return { url };
  throw new EndpointFault("sent an answer without a picture");
};

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const checkedPicture = (bytes: Buffer): EndpointPicture => {
  const format = pictureFormat(bytes);
  if (format === undefined) throw new EndpointFault("sent something that is not a PNG, JPEG or WebP picture");
  if (bytes.length > MOST_PICTURE_BYTES || Math.max(format.width, format.height) > LONGEST_SIDE)
    throw new EndpointFault(`sent a picture that is too large (${format.width}x${format.height})`);
  return { ...format, bytes };
};
