import { CONFORMANCE_PATH } from "../../fixtures/conformance.ts";
import { createDraw } from "../../fixtures/hostile/draw.ts";
import { answerProblem, messagesIn } from "./answer-checks.ts";
import type { Attack, Knowledge } from "./attack.ts";
import { drawRequests, type ListedTool, type Offers } from "./drawn-requests.ts";
import { openSession } from "./honest-client.ts";
import { nextAttack } from "./next-attack.ts";
import { legacyHeaders, message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire, type Wire, type WireAnswer } from "./wire.ts";

/** Shared by all attackers of a run. */
export interface Target {
  readonly port: number;
  readonly seed: number;
  readonly tools: readonly ListedTool[];
  readonly offers: Offers;
  /** PNRs of other sessions, which no attacker may see. */
  readonly secret: ReadonlySet<string>;
}

export interface Attacker {
  /** Sends about this many requests; throws at the first wrong answer. */
  attack(requests: number): Promise<number>;
  leave(): void;
}

const PING = { method: "ping", params: {} };
const STATEFUL = {
  method: "tools/call",
  params: withEnvelope({ name: "test_input_required_result_tampered_state", arguments: {} }),
};

export const createAttacker = async (target: Target, number: number): Promise<Attacker> => {
  const { port } = target;
  const draw = createDraw(target.seed + number * 7919);
  let wire = await openWire(port);
  const sessions = [await openSession(wire), await openSession(wire)];
  const fixtureSessions = [await openSession(wire, CONFORMANCE_PATH), await openSession(wire, CONFORMANCE_PATH)];
  wire.send(posted(modernHeaders(STATEFUL), message(1, STATEFUL), CONFORMANCE_PATH));
  const asked = await wire.answer();
  const requestState = /"requestState":"([^"]+)"/.exec(asked?.body ?? "")?.[1];
  if (requestState === undefined) throw new Error("the server gave us no state to keep");
  const pnrs: string[] = [];
  const known: Knowledge = {
    sessions,
    fixtureSessions,
    pnrs,
    states: [requestState],
    offers: target.offers,
    requests: drawRequests(draw, target.tools, target.seed),
  };
  let count = 0;

  const reconnect = async (): Promise<Wire> => {
    wire.abort();
    wire = await openWire(port);
    return wire;
  };

  const look = (answer: WireAnswer, method: string, endpoint: Attack["endpoint"]): void => {
    const problem = answerProblem(answer, method, endpoint);
    if (problem !== undefined) throw new Error(`an answer ${problem}: ${answer.status} ${answer.body.slice(0, 500)}`);
    if (answer.body.includes("state-ok")) throw new Error("a tampered state was accepted");
    for (const [pnr] of answer.body.matchAll(/TEST-[2-9A-HJ-NP-Z]{6}/g)) {
      if (target.secret.has(pnr)) throw new Error(`the booking of another session, ${pnr} was shown`);
    }
    if (endpoint === "other") return;
    const booked = messagesIn(answer)[0]?.result as { structuredContent?: { pnr?: string } } | undefined;
    const pnr = booked?.structuredContent?.pnr;
    if (pnr !== undefined && pnrs.length < 200) pnrs.push(pnr);
  };

  const fire = async (attack: Attack): Promise<void> => {
    wire.send(attack.bytes);
    if (attack.half) wire.finish();
    if (attack.end === "abort stirred") await wire.stirred();
    if (attack.end.startsWith("abort")) return void (await reconnect());
    const answers: WireAnswer[] = [];
    for (const method of attack.methods) {
      const answer = await wire.answer(method);
      if (answer === undefined) break;
      answers.push(answer);
      look(answer, method, attack.endpoint);
    }
    // A client that is rejected under load is disconnected and gets no further answers.
    const turnedAway = answers.at(-1)?.status === 503;
    if (attack.end === "answered" && answers.length < attack.methods.length && !turnedAway) {
      throw new Error(`${answers.length} of ${attack.methods.length} requests were answered`);
    }
    const over = attack.half || answers.at(-1)?.headers.get("connection") === "close";
    const more = over || !wire.open ? await wire.answer() : undefined;
    if (more !== undefined)
      throw new Error(`more came back than was asked for: ${more.status} ${more.body.slice(0, 200)}`);
    if (!wire.open) await reconnect();
    else if (attack.end === "or closed") await prove();
  };

  /** An open connection has to be at the beginning of a request again, not in the middle of the last one. */
  const prove = async (): Promise<void> => {
    wire.send(posted(legacyHeaders(sessions[0] ?? ""), message(`proof-${count}`, PING)));
    const answer = await wire.answer();
    if (answer === undefined || answer.status === 503) return void (await reconnect());
    if (answer.status !== 200 || messagesIn(answer)[0]?.id !== `proof-${count}`) {
      throw new Error(`afterwards a ping was answered with ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  };

  return {
    async attack(requests) {
      let sent = 0;
      while (sent < requests) {
        count += 1;
        const attack = nextAttack(draw, known);
        try {
          await fire(attack);
        } catch (error) {
          const where = `seed ${target.seed}, attacker ${number}, attack ${count} (${attack.name})`;
          throw new Error(`${where}: ${String(error)}\n${attack.bytes.toString("latin1").slice(0, 3_000)}`);
        }
        sent += attack.methods.length;
      }
      return sent;
    },
    leave: () => wire.abort(),
  };
};
