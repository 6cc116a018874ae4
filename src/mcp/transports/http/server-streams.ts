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
import { COME_BACK_AFTER_MS, understandsPriming } from "./mcp-http-request.ts";

type Owner = Pick<ClientSession, "tenant" | "sessionId">;

/** What a legacy client gets with GET: what the server says unasked, or the rest of a stream that broke. */
export interface ServerStreams {
  open(context: HttpContext, session: ClientSession): Promise<void>;
  endSession(owner: Owner): void;
  endAll(): void;
  openStreams(): OpenStreams;
}

/** A client whose stream broke has this long to come back without missing anything. */
const GRACE_MS = 60_000;
/** But no more of them than this: streams are cheap to open and to leave. */
const MOST_DETACHED = 1_000;

const abandonedAnswer = (request: RequestId): string =>
  errorAnswer(request, {
    code: CODES.internal,
    message: "The server that worked on this request is gone, and its answer with it.",
    data: { retryable: true, hint: "Look whether it was done before you repeat it." },
  });

export const createServerStreams = ({
  sessions,
  events,
  answering,
}: {
  readonly sessions: ClientSessions;
  readonly events: EventLog;
  readonly answering: Answering;
}): ServerStreams => {
  const ends = new Map<() => void, { readonly session: Owner; readonly context: HttpContext }>();
  let detached = 0;

  /** As long as it is open its session lives, unless it was ended and the news was lost. */
  const start = (context: HttpContext, session: ClientSession, end: () => void): EventStream => {
    const check = async () => {
      const found = await sessions.find(session, session.facts.server);
      if (found === undefined) end();
      else sessions.touch(found);
    };
    answering.startStream(context);
    return createEventStream(context.response, () => void check().catch(() => undefined));
  };

  /** The rest of an answer, and nothing else. */
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
    // Listens before it looks at what was missed, so that nothing falls between the two.
    const early: string[] = [];
    let say = (json: string): void => {
      early.push(json);
    };
    const { server } = context.dispatcher as Dispatcher;
    const stopListening = listenForSession(server, session, current, (json) => say(json));

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
    // What it has heard by now may still wait for the same look at the session.
    recorded.onTakenOver = () => void current().then(end, end);
    context.response.once("close", () => {
      recorded.detach();
      if (!ends.has(end)) return;
      if (detached >= MOST_DETACHED) return end();
      detached += 1;
      grace = setTimeout(end, GRACE_MS).unref();
    });

    if (understandsPriming(session.facts.protocolVersion)) stream.prime(recorded.firstId, COME_BACK_AFTER_MS);
    await past?.replay((id, json) => stream.event(json, id));
    say = (json) => {
      stream.event(json, recorded.add(json));
    };
    for (const json of early) say(json);
  };

  return {
    async open(context, session) {
      const lastEventId = headerOf(context, "last-event-id");
      const past = lastEventId === undefined ? undefined : await events.find(session, lastEventId);
      if (lastEventId !== undefined && past === undefined) {
        answering.sendAnswer(
          context,
          refusal(400, "Last-Event-ID is of no stream of this session, or it is too long ago"),
        );
      } else if (past?.answersRequest) resume(context, session, past);
      else await listen(context, session, past);
    },
    endSession({ tenant, sessionId }) {
      for (const [end, { session }] of ends) if (session.sessionId === sessionId && session.tenant === tenant) end();
    },
    openStreams: () => [...ends].map(([end, { context }]) => [context, end] as const),
    endAll() {
      for (const end of ends.keys()) end();
    },
  };
};
