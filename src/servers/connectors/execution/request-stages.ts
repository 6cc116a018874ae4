import { randomUUID } from "node:crypto";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { ConnectorTool } from "../connector.ts";
import { baseOf } from "../request-hosts.ts";
import { recipeOf } from "../signing-credentials.ts";
import { exchangeFailure } from "./api-failure.ts";
import { type BuiltRequest, buildRequest, cookieHeader, injectCredentials, requestUrl } from "./build-request.ts";
import type { ClientTokens } from "./client-tokens.ts";
import type { PipelineOptions } from "./create-pipeline.ts";
import {
  type CredentialSources,
  type CredentialTexts,
  credentialTexts,
  hasNoCredentials,
  NO_CREDENTIALS,
  sandboxTexts,
} from "./credential-texts.ts";
import { createMasker, type Masker } from "./mask-secrets.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";
import { isRepeatable, liveSend, type Pauses, type Send, type Sent, sandboxSend, sendRequest } from "./send-request.ts";
import { shownResponse } from "./shown-bytes.ts";
import { additionsOf, shortened, shownRequest, visibleHeaders, withMaskedCredentials } from "./shown-request.ts";
import type { Signed, Signer } from "./sign-request.ts";
import type { AnyState, Authorized, CallContext, Stage, WithInput, WithRequest, WithResponse } from "./stage.ts";
import { formFields, type WrittenBody, withShownFiles, writeBody } from "./write-body.ts";

export type StageOptions = PipelineOptions & {
  readonly tokens: ClientTokens;
  readonly refreshTokens: RefreshTokens;
  readonly now: () => number;
  readonly pauses: Pauses;
};

/** Adds the fixed and the generated arguments. */
export const inputStage = ({ tool, clock }: StageOptions): Stage<AnyState, WithInput> => {
  const fields = formFields(tool);
  return {
    step: "input",
    run(_state, { call }) {
      const given = call.arguments;
      if (tool.made === undefined && tool.fixed === undefined) return { input: given };
      const generated = Object.entries(tool.made ?? {})
        .filter(([name]) => given[name] === undefined)
        .map(([name, kind]) => [name, kind === "id" ? randomUUID() : new Date(clock.now()).toISOString()]);
      return { input: { ...given, ...Object.fromEntries(generated), ...tool.fixed } };
    },
    show: ({ input }, { call }) => ({ in: withShownFiles(call.arguments, fields), out: withShownFiles(input, fields) }),
  };
};

/** Builds the request from the input, without credentials. */
export const requestStage = ({ tool, mappings }: StageOptions): Stage<WithInput, WithRequest> => {
  const fields = formFields(tool);
  return {
    step: "request",
    run({ input }, { call }) {
      const { mapping } = tool.request;
      const built = (mapped?: unknown): WithRequest => ({ input, request: buildRequest(tool, input, mapped) });
      if (mapping === undefined) return built();
      return mappings.run([{ expression: mapping }], input, call).then(([mapped]) => built(mapped));
    },
    show: ({ input, request }) => ({ in: withShownFiles(input, fields), out: shownRequest(request, fields) }),
  };
};

/** Adds credentials to the request and makes it ready to be sent. */
type Authorize = (
  state: WithRequest,
  credentials: CredentialTexts,
  source: Authorized["source"],
  context: CallContext,
) => Authorized;

const ACCEPT: Readonly<Record<ConnectorTool["parse"]["format"], string>> = {
  json: "application/json",
  xml: "application/xml, text/xml",
  ndjson: "application/x-ndjson, application/jsonl, */*;q=0.5",
  text: "text/plain, */*;q=0.5",
  bytes: "*/*",
  auto: "application/json, */*;q=0.5",
  none: "*/*",
};

export const createAuthorize = ({ connector, tool }: StageOptions): Authorize => {
  const { http = {}, parse } = tool;
  const { body: format } = tool.request;
  const base = new URL(baseOf(connector, tool));
  const fields = formFields(tool);
  const maskerOf = rememberedMasker();

  const headersOf = (
    { headers, cookies }: BuiltRequest,
    body: WrittenBody | undefined,
    { call, idempotencyKey }: CallContext,
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
    return Object.fromEntries([...added, ...headers, ...cookieHeader(cookies)]);
  };

  return ({ input, request }, credentials, source, context) => {
    const complete = injectCredentials(request, credentials.steps, credentials.texts);
    const body = format === undefined ? undefined : writeBody(complete.body, format, fields);
    const httpRequest = {
      url: requestUrl(base, complete),
      method: complete.method,
      headers: headersOf(complete, body, context),
      ...(body !== undefined && { body: body.content }),
    };
    return { input, request, credentials, masker: maskerOf(credentials.secrets), source, body, httpRequest };
  };
};

/** Adds the credentials, or stand-ins if the sandbox will answer. */
export const authStage = (options: StageOptions, authorize: Authorize): Stage<WithRequest, Authorized> => {
  const { connector, tool, sandbox } = options;
  const { auth = [] } = tool;
  const isOpen = sandbox === undefined && auth.length === 0 && recipeOf(connector, tool) === undefined;

  const authorized = async (state: WithRequest, context: CallContext): Promise<Authorized> => {
    // Credentials are read in every call, so setting or removing one needs no restart.
    const sources = { ...options, secrets: onceEach(options.secrets) };
    const isSandbox = sandbox !== undefined && (await hasNoCredentials(sources));
    const credentials = isSandbox ? sandboxTexts(auth) : await credentialTexts(auth, sources);
    return authorize(state, credentials, isSandbox ? "sandbox" : "live", context);
  };

  const fields = formFields(tool);
  return {
    step: "auth",
    run: (state, context) => (isOpen ? authorize(state, NO_CREDENTIALS, "live", context) : authorized(state, context)),
    show: ({ request, credentials, masker }) => ({
      in: shownRequest(request, fields),
      out: withMaskedCredentials(request, additionsOf(credentials), masker, fields),
    }),
  };
};

/** What the exchange adds to the state. */
type Exchanged = Sent & Pick<WithResponse, "added" | "masker">;

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 5_000_000;
const RETRIES = 2;

/** Sends the request to the API or the sandbox. */
export const httpStage = (options: StageOptions, authorize: Authorize): Stage<Authorized, WithResponse> => {
  const { connector, tool, outbound, sandbox, pauses } = options;
  const { auth = [], http = {} } = tool;
  const { body: format } = tool.request;
  const { timeout_ms: timeoutMs = TIMEOUT_MS, max_bytes: maxBytes = MOST_BYTES, retries = RETRIES } = http;
  const prefix = new URL(baseOf(connector, tool)).pathname.replace(/\/$/, "");
  const repeatable = isRepeatable(tool);
  const fields = formFields(tool);
  const live = liveSend(outbound);

  const exchange = async (state: Authorized, { call }: CallContext): Promise<Exchanged> => {
    const { source, httpRequest, body, masker, credentials } = state;
    const { signer } = credentials;
    const signed: Signed[] = [];
    const direct: Send =
      source === "sandbox" && sandbox !== undefined
        ? sandboxSend(sandbox, prefix, body?.text() ?? "", call.correlationId)
        : live;
    const sendSigned: Send = (request, limits) => {
      const attempt = (signer as Signer).sign(request);
      signed.push(attempt);
      return direct(attempt.request, limits);
    };
    try {
      const sent = await sendRequest(signer === undefined ? direct : sendSigned, httpRequest, {
        repeatable,
        retries,
        timeoutMs,
        maxBytes,
        signal: call.signal,
        pauses,
        onSent: call.onSent,
      });
      const signatures = signed.map(({ signature }) => signature);
      return {
        ...sent,
        added: additionsOf(credentials, signed.at(-1)?.time),
        masker: signatures.length === 0 ? masker : createMasker([...credentials.secrets, ...signatures]),
      };
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      throw exchangeFailure(error, { title: connector.title, repeatable, masker }, timeoutMs);
    }
  };

  return {
    step: "http",
    async run(state, context) {
      const { input, request, source, credentials } = state;
      const first = await exchange(state, context);
      // A revoked token still looks fresh here. The API did nothing with the request, so sending it again is safe.
      if (first.response.status !== 401 || !credentials.dropTokens()) {
        const { response, attempts, added, masker } = first;
        return { input, request, added, masker, source, response, attempts };
      }
      const renewed = authorize(state, await credentialTexts(auth, options), source, context);
      const { response, attempts, added, masker } = await exchange(renewed, context);
      return { input, request, added, masker, source, response, attempts: first.attempts + attempts };
    },
    show({ request: built, added, masker, response, attempts, source }) {
      const { status, headers, body: bytes } = response;
      const sent = withMaskedCredentials(built, added, masker, fields) as object;
      const masked = format && injectCredentials(built, added.steps, added.texts).body;
      const body = format && writeBody(masked, format, fields)?.shown();
      return {
        in: { ...sent, ...(body !== undefined && { body: shortened(masker.text(body)) }) },
        out: {
          status,
          headers: masker.value(visibleHeaders(headers)),
          bytes: bytes.length,
          attempts,
          source,
          body: shortened(masker.text(shownResponse(bytes, headers["content-type"] ?? ""))),
        },
      };
    },
  };
};

/** Opens each secret once per call, however many steps need it. */
const onceEach = (secrets: CredentialSources["secrets"]): CredentialSources["secrets"] => {
  const opened = new Map<string, ReturnType<CredentialSources["secrets"]>>();
  return (name, host) => {
    // The host is part of the key: the vault decides for each host whether the secret may go there.
    const key = JSON.stringify([name, host]);
    const known = opened.get(key) ?? secrets(name, host);
    opened.set(key, known);
    return known;
  };
};

/** Keeps the last masker: secrets rarely change between calls, and building the patterns costs more than using them. */
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
