import { OutboundError } from "./outbound.ts";
import type { Sending } from "./send-once.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Everything else may be a credential: not every key travels in Authorization. */
const TOLD_TO_STRANGERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-type",
  "user-agent",
]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Where an answer sends us, unless it is one itself. */
export const redirectionOf = (status: number, location: string | undefined, from: URL): URL | undefined => {
  if (!isRedirect(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href))
    throw new OutboundError("broken", "The answer redirects to nowhere.", { sent: true });
  return new URL(location, from);
};

/** What is sent to the next hop, which may be somebody else. */
export const redirected = ({ url, method, headers, body }: Sending, status: number, to: URL): Sending => {
  const becomesGet = status === 303 ? method !== "HEAD" : method === "POST" && (status === 301 || status === 302);
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return to.origin === url.origin || TOLD_TO_STRANGERS.has(lower);
  });
  return {
    url: to,
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : body,
  };
};
