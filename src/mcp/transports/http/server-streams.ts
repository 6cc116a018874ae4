import type { Dispatcher } from "../../protocol/dispatcher.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { SessionSettings } from "../../protocol/request-context.ts";
import { listenForSession } from "../../protocol/subscriptions.ts";
import type { ClientSession, ClientSessions } from "../../sessions/client-sessions.ts";
import type { EventLog, LoggedStream, PastStream } from "../../sessions/event-log.ts";
import type { OpenStreams } from "./authentication.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { type Answering, type HttpContext, headerOf, refusal } from "./http-context.ts";
import { RETRY_AFTER_MS, understandsPriming } from "./mcp-http-request.ts";

type Owner = Pick<ClientSession, "tenant" | "sessionId">;

/** A client may reconnect within this time without missing events. */
const GRACE_MS = 60_000;
/** Limits what clients can occupy by opening and abandoning streams. */
const MAX_DETACHED = 1_000;

const abandonedAnswer = (request: RequestId): string =>
  errorAnswer(request, {
    code: CODES.internal,
    message: "The server that processed this request has ended, and its answer is lost.",
    data: { retryable: true, hint: "Check whether it took effect before you repeat it." },
  });

/** Streams that legacy clients open with GET: notifications, or the rest of an interrupted stream. */
export const createServerStreams = ({
  sessions,
  events,
  answering,
}: {
  readonly sessions: ClientSessions;
  readonly events: EventLog;
  readonly answering: Answering;
}) => {
  const ends = new Map<() => void, { readonly session: Owner; readonly context: HttpContext }>();
  let detached = 0;

  /** An open stream keeps its session alive. Looks the session up too, in case the event of its end was lost. */
  const start = (context: HttpContext, session: ClientSession, end: () => void): EventStream => {
    const check = async () => {
      const found = await sessions.find(session, session.facts.server);
      if (found === undefined) end();
      else sessions.touch(found);
    };
    answering.startStream(context);
    return createEventStream(context.response, () => void check().catch(() => undefined));
  };

  /** Sends the rest of an interrupted answer. */
  const resume = (context: HttpContext, session: ClientSession, past: PastStream): void => {
    const stream = start(context, session, () => end());
    const end = () => {
      ends.delete(end);
      stop();
      stream.end();
    };
    const stop = past.follow({
      event: (id, json) => stream.event(json, id),
      end,
      abandoned(request) {
        stream.event(abandonedAnswer(request));
        end();
      },
    });
    ends.set(end, { session, context });
    context.response.once("close", end);
  };

  const listen = async (context: HttpContext, session: ClientSession, past: PastStream | undefined): Promise<void> => {
    const current = async (): Promise<SessionSettings> =>
      ((await sessions.find(session, session.facts.server)) ?? session).facts as unknown as SessionSettings;
    const recorded: LoggedStream = events.begin(session);
    // Listens before it replays what the client missed, so that no event is lost in between.
    const early: string[] = [];
    let send = (json: string): void => {
      early.push(json);
    };
    const { server } = context.dispatcher as Dispatcher;
    const stopListening = listenForSession(server, session, current, (json) => send(json));

    const stream = start(context, session, () => end());
    let grace: NodeJS.Timeout | undefined;
    const end = () => {
      if (!ends.delete(end)) return;
      if (grace !== undefined) detached -= 1;
      clearTimeout(grace);
      stopListening();
      recorded.end();
      stream.end();
    };
    ends.set(end, { session, context });
    // Events before this one may still be waiting for the session settings.
    recorded.onTakenOver = () => void current().then(end, end);
    context.response.once("close", () => {
      recorded.detach();
      if (!ends.has(end)) return;
      if (detached >= MAX_DETACHED) return end();
      detached += 1;
      grace = setTimeout(end, GRACE_MS).unref();
    });

    if (understandsPriming(session.facts.protocolVersion)) stream.prime(recorded.firstId, RETRY_AFTER_MS);
    await past?.replay((id, json) => stream.event(json, id));
    send = (json) => {
      stream.event(json, recorded.add(json));
    };
    for (const json of early) send(json);
  };

  return {
    async open(context: HttpContext, session: ClientSession): Promise<void> {
      const lastEventId = headerOf(context, "last-event-id");
      const past = lastEventId === undefined ? undefined : await events.find(session, lastEventId);
      if (lastEventId !== undefined && past === undefined) {
        answering.sendAnswer(
          context,
          refusal(400, "Last-Event-ID does not belong to a stream of this session, or its events have expired."),
        );
      } else if (past?.answersRequest) resume(context, session, past);
      else await listen(context, session, past);
    },
    endSession({ tenant, sessionId }: Owner): void {
      for (const [end, { session }] of ends) if (session.sessionId === sessionId && session.tenant === tenant) end();
    },
    openStreams: (): OpenStreams => [...ends].map(([end, { context }]) => [context, end] as const),
    endAll(): void {
      for (const end of ends.keys()) end();
    },
  };
};
