import type { Operation, Outcome, Recorder, Request } from "./history.ts";
import type { ClientSession, Endpoint } from "./system.ts";

/** Sends requests and records each attempt in the history. */
export interface Caller {
  readonly session: ClientSession;
  send(
    endpoint: Endpoint,
    request: Request,
    options: { readonly attempt: number; readonly patienceMs: number },
  ): Promise<Outcome>;
}

let operations = 0;

export const createCaller = (client: string, recorder: Recorder): Caller => {
  const session: ClientSession = {};
  return {
    session,
    async send(endpoint, request, { attempt, patienceMs }) {
      const number = ++operations;
      const start = recorder.now();
      const outcome = await readWhole(request.input, (input) =>
        endpoint.call(session, request.tool, input, patienceMs),
      );
      const operation: Operation = {
        ...{ number, client, at: endpoint.name, request, attempt },
        ...{ start, end: recorder.now(), outcome },
      };
      recorder.operations.push(operation);
      return outcome;
    },
  };
};

/** Reads all pages of a list. */
const readWhole = async (
  input: Request["input"],
  call: (input: Request["input"]) => Promise<Outcome>,
): Promise<Outcome> => {
  const pnrs: string[] = [];
  for (let asked = input; ; ) {
    const outcome = await call(asked);
    if (outcome.kind !== "ok" || outcome.list === undefined) return outcome;
    const { sessionId, before } = outcome.list;
    pnrs.unshift(...outcome.list.pnrs);
    if (before === undefined) return { ...outcome, list: { sessionId, pnrs } };
    asked = { ...input, sessionId, before };
  }
};

export const isSettled = ({ kind }: Outcome): boolean => kind === "ok" || kind === "refused";
