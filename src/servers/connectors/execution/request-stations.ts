import { randomUUID } from "node:crypto";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { ConnectorTool } from "../connector.ts";
import { exchangeFailure } from "./api-failure.ts";
import { bodyMembers } from "./body-members.ts";
import { buildRequest } from "./built-request.ts";
import type { ClientTokens } from "./client-tokens.ts";
import type { PipelineOptions } from "./create-pipeline.ts";
import {
  type CredentialSources,
  type CredentialTexts,
  credentialTexts,
  hasNoCredentials,
  sandboxTexts,
} from "./credential-texts.ts";
import { injectCredentials } from "./inject-credentials.ts";
import type { Journey, Station } from "./journey.ts";
import { createMasker, MASK, type Masker } from "./mask-secrets.ts";
import { answerText } from "./read-answer.ts";
import { requestUrl } from "./request-url.ts";
import { isRepeatable } from "./retry-rules.ts";
import { type Pauses, type Send, sendRequest } from "./send-request.ts";
import { cut, shownRequest, shownWithCredentials } from "./show-request.ts";
import { liveSend, sandboxSend } from "./ways-out.ts";
import { type WrittenBody, writeBody } from "./write-body.ts";

export type WholeOptions = PipelineOptions & { readonly tokens: ClientTokens; readonly pauses: Pauses };

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 5_000_000;
const RETRIES = 2;

const ACCEPT: Readonly<Record<ConnectorTool["parse"]["format"], string>> = {
  json: "application/json",
  xml: "application/xml, text/xml",
  text: "text/plain, */*;q=0.5",
  none: "*/*",
};

/** From the arguments to the answer. */
export const requestStations = (
  options: WholeOptions,
): Readonly<Record<"input" | "request" | "auth" | "http", Station>> => {
  const { connector, tool, outbound, sandbox, mappings, clock, pauses } = options;
  const { request, auth = [], http = {}, parse } = tool;
  const base = new URL(connector.base_url);
  const members = bodyMembers(tool);
  const repeatable = isRepeatable(tool);
  const { timeout_ms: timeoutMs = TIMEOUT_MS, max_bytes: maxBytes = MOST_BYTES, retries = RETRIES } = http;
  const maskerOf = rememberedMasker();
  const live = liveSend(outbound);

  const usesSandbox = async (sources: CredentialSources): Promise<boolean> =>
    sandbox !== undefined && (await hasNoCredentials(sources));

  const dress = (journey: Journey, credentials: CredentialTexts): void => {
    const made = injectCredentials(journey.request, auth, credentials.texts);
    const body = request.body === undefined ? undefined : writeBody(made.body, request.body, members);
    journey.credentials = credentials;
    journey.masker = maskerOf(credentials.secrets);
    journey.body = body;
    journey.sending = {
      url: requestUrl(base, made),
      method: made.method,
      headers: headersOf(made.headers, made.cookies, body, journey),
      ...(body !== undefined && { body: body.content }),
    };
  };

  const headersOf = (
    headers: Journey["request"]["headers"],
    cookies: Journey["request"]["cookies"],
    body: WrittenBody | undefined,
    { call, idempotencyKey }: Journey,
  ): Record<string, string> => {
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    const usual: Readonly<Record<string, string | undefined>> = {
      Accept: ACCEPT[parse.format],
      "Content-Type": body?.contentType,
      "User-Agent": "Taxiway",
      "X-Correlation-Id": call.correlationId.slice(0, 200).replace(/[^\x21-\x7e]/g, "?"),
      ...(http.idempotency_header !== undefined && { [http.idempotency_header]: idempotencyKey }),
    };
    const added = Object.entries(usual).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !own.has(entry[0].toLowerCase()),
    );
    return Object.fromEntries([
      ...added,
      ...headers,
      ...(cookies.length > 0 ? [["Cookie", cookies.map(([, text]) => text).join("; ")]] : []),
    ]);
  };

  const exchange = async (journey: Journey): Promise<number> => {
    const { call, source, sending, body } = journey;
    const send: Send =
      source === "sandbox" && sandbox !== undefined
        ? sandboxSend(sandbox, base.pathname.replace(/\/$/, ""), body?.text() ?? "", call.correlationId)
        : live;
    const patience = { repeatable, retries, timeoutMs, maxBytes, signal: call.signal, pauses };
    try {
      const { response, attempts } = await sendRequest(send, sending, patience);
      journey.response = response;
      return attempts;
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      throw exchangeFailure(error, { title: connector.title, repeatable, masker: journey.masker }, timeoutMs);
    }
  };

  const shownExchange = (journey: Journey, attempts: number) => {
    const { request: built, masker, response, source } = journey;
    const { status, headers, body: bytes } = response;
    const sent = shownWithCredentials(built, auth, masker) as object;
    const masks = auth.map(() => MASK);
    const body = request.body && writeBody(injectCredentials(built, auth, masks).body, request.body, members)?.text();
    return {
      in: { ...sent, ...(body !== undefined && { body: cut(masker.text(body)) }) },
      out: {
        status,
        headers: masker.value(seenHeaders(headers)),
        bytes: bytes.length,
        attempts,
        source,
        body: cut(masker.text(answerText(bytes, headers["content-type"] ?? ""))),
      },
    };
  };

  return {
    input(journey) {
      const given = journey.call.arguments;
      const made = Object.entries(tool.made ?? {})
        .filter(([name]) => given[name] === undefined)
        .map(([name, what]) => [name, what === "id" ? randomUUID() : new Date(clock.now()).toISOString()]);
      journey.input = { ...given, ...Object.fromEntries(made), ...tool.fixed };
      return () => ({ in: given, out: journey.input });
    },

    async request(journey) {
      const { input, call } = journey;
      const { mapping } = request;
      const [mapped] = mapping === undefined ? [] : await mappings.run([{ expression: mapping }], input, call);
      journey.request = buildRequest(tool, input, mapped);
      return () => ({ in: input, out: shownRequest(journey.request) });
    },

    async auth(journey) {
      // The credentials are looked for again with every call: whoever sets or removes one need not restart anything.
      const sources = { ...options, secrets: onceEach(options.secrets) };
      const isSandbox = await usesSandbox(sources);
      journey.source = isSandbox ? "sandbox" : "live";
      dress(journey, isSandbox ? sandboxTexts(auth) : await credentialTexts(auth, sources));
      return () => ({
        in: shownRequest(journey.request),
        out: shownWithCredentials(journey.request, auth, journey.masker),
      });
    },

    async http(journey) {
      let attempts = await exchange(journey);
      // A token that was revoked looks fresh from here. The API did nothing for it, so that asking again is safe.
      if (journey.response.status === 401 && journey.credentials.dropTokens()) {
        dress(journey, await credentialTexts(auth, options));
        attempts += await exchange(journey);
      }
      return () => shownExchange(journey, attempts);
    },
  };
};

/** Cookies are keys to a session. */
export const seenHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { "set-cookie": _, ...seen } = headers;
  return seen;
};

/** A secret that several steps of a call need is opened for the first of them. */
const onceEach = (secrets: CredentialSources["secrets"]): CredentialSources["secrets"] => {
  const opened = new Map<string, ReturnType<CredentialSources["secrets"]>>();
  return (name, host) => {
    // With its host: whether it may go there is decided for each of them.
    const place = JSON.stringify([name, host]);
    const known = opened.get(place) ?? secrets(name, host);
    opened.set(place, known);
    return known;
  };
};

/** Secrets seldom change from call to call, and finding their forms takes longer than finding them in a text. */
const rememberedMasker = (): ((secrets: readonly string[]) => Masker) => {
  let known: readonly string[] = [];
  let masker = createMasker(known);
  return (secrets) => {
    if (secrets.length !== known.length || secrets.some((secret, index) => secret !== known[index])) {
      known = secrets;
      masker = createMasker(secrets);
    }
    return masker;
  };
};
