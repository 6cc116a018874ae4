import { expect } from "vitest";
import type { Caller } from "../../../../src/model/caller.ts";
import { Failure } from "../../../../src/model/failure.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import type { DuffelReply } from "../../sandboxes/duffel/sandbox-fixture.ts";
import { openTwoFaces, TENANT } from "./two-faces.ts";

/** Any number; a step takes it modulo the number of choices, so that every sequence of numbers is a history. */
export type Draw = () => number;

export interface KnownQuote {
  readonly quoteId: string;
  readonly pnr: string;
  readonly total: number;
  readonly newTotal: number;
  /** Of the booking when it was quoted. */
  readonly revision: number;
}

const SESSION = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11";
export const DESK: Caller = { tenant: TENANT, sessionId: SESSION, transport: "stdio" };
/** Rules, bad input, unknown names, and a change that is under way. */
const REFUSALS = [-32602, -32002, -32001, -32003];

/** An agency that works at both faces, and finds fault with either: a refusal that changed something, an answer of a defect. */
export const openAgency = async () => {
  const world = await openTwoFaces();
  const agent = world.agent(SESSION);
  const pnrs: string[] = [];
  const quotes: KnownQuote[] = [];
  const done = new Map<string, number>();

  const records = async (): Promise<string> => {
    const all = await Promise.all(
      (await world.pnrs()).map(async (pnr) => ({ ...(await world.stored(pnr)), exchange: undefined })),
    );
    return JSON.stringify(all);
  };
  const unchangedIf = async <T>(
    isRefused: (answer: T) => boolean,
    call: () => Promise<T>,
    what: string,
  ): Promise<T> => {
    const before = await records();
    const answer = await call();
    if (isRefused(answer)) expect(await records(), `${what} was refused and changed nothing`).toBe(before);
    return answer;
  };

  /** Undefined if the call was refused. */
  const say = async (tool: string, input: object) => {
    const isRead = /^(search|list|quote|retrieve)/.test(tool);
    const answer = await unchangedIf(
      ({ isError }) => isRead || isError === true,
      () => agent.call(tool, input),
      `${tool} ${JSON.stringify(input)}`,
    );
    if (answer.isError) {
      expect(REFUSALS, `${tool}: ${answer.content[0]?.text}`).toContain(refusal(answer).code);
      note(`${tool} refused`);
      return undefined;
    }
    note(tool);
    return worked(answer);
  };

  /** The data of the reply; undefined if it is an error of the caller. */
  const duffel = async (method: "GET" | "POST", url: string, data?: object, headers: Record<string, string> = {}) => {
    const what = `${method} ${url.replace(/[a-z]{3}_0000\w+/g, ":id").replace(/\?.*/, "")}`;
    const reply = await unchangedIf<DuffelReply>(
      ({ status }) => method === "GET" || status >= 400,
      () => world.duffel.call(method, url, { ...(data && { data }), headers }),
      what,
    );
    expect(reply.status, `${what}: ${reply.text}`).toBeLessThan(500);
    note(reply.status < 400 ? what : `${what} refused`);
    return reply.status < 400 ? reply.body.data : undefined;
  };

  /** Undefined if the call was refused. */
  const refusing = async <T>(call: () => Promise<T>, what: string): Promise<T | undefined> => {
    const outcome = await unchangedIf(
      (one) => one instanceof Failure,
      () =>
        call().catch((error: unknown) => {
          if (error instanceof Failure && ["rule", "invalid", "not_found"].includes(error.kind)) return error;
          throw error;
        }),
      what,
    );
    return outcome instanceof Failure ? undefined : outcome;
  };

  const note = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);

  return {
    ...{ world, agent, pnrs, quotes, done, say, duffel, refusing },
    /** What both faces refuse and allow, counted. */
    note,
    one: <T>(list: readonly T[], draw: Draw): T | undefined => list[draw() % Math.max(1, list.length)],
    /** Codes of travel credits that were given, and may have been spent. */
    async credits(): Promise<readonly string[]> {
      const all = await Promise.all((await world.pnrs()).map((pnr) => world.stored(pnr)));
      return all
        .flatMap(({ ledger }) => ledger)
        .flatMap(({ kind, reference }) => (kind === "credit" && reference !== undefined ? [reference] : []));
    },
    /** As its owner sees it. */
    view: (pnr: string) => world.travel.retrieveBooking(pnr, DESK),
    close: () => world.close(),
  };
};
export type Agency = Awaited<ReturnType<typeof openAgency>>;
