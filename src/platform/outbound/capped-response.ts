import { OutboundError } from "./outbound.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The same answer, whose body breaks off when it is larger than its reader can hold: libraries collect a body, or an event
 * of a stream, until it is whole. A stream as such may be endless.
 */
export const cappedResponse = (response: Response, maxBytes: number): Response => {
  if (response.body === null) return response;
  const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  let size = 0;
  let lastByte = 0;

  /** How much of the chunk belongs to an event that is not whole yet; undefined: no event ended in it. */
  const begun = (chunk: Uint8Array): number | undefined => {
    let rest: number | undefined;
    for (const [i, byte] of chunk.entries()) {
      if (byte === CARRIAGE_RETURN) continue;
      if (byte === LINE_FEED && lastByte === LINE_FEED) rest = chunk.length - i - 1;
      lastByte = byte;
    }
    return rest;
  };
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maxBytes) {
        controller.error(
          new OutboundError("too_large", `The answer is larger than ${maxBytes} bytes.`, { sent: true }),
        );
        return;
      }
      controller.enqueue(chunk);
      if (isEventStream) size = begun(chunk) ?? size;
    },
  });
  const { status, statusText, url } = response;
  const capped = new Response(response.body.pipeThrough(cap), { status, statusText, headers: [...response.headers] });
  return Object.defineProperty(capped, "url", { value: url });
};
