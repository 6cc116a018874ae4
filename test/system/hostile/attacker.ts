import { createDraw } from "../../fixtures/hostile/draw.ts";
import { answerProblem, messagesIn } from "./answer-checks.ts";
import { createErrands, type ListedTool, type Offers } from "./errands.ts";
import { openSession } from "./honest.ts";
import { legacyHeaders, message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import type { Loot, Shot } from "./shot.ts";
import { nextShot } from "./shots.ts";
import { openWire, type Wire, type WireAnswer } from "./wire.ts";

/** Shared by all attackers of a run. */
export interface Siege {
  readonly port: number;
  readonly seed: number;
  readonly tools: readonly ListedTool[];
  readonly offers: Offers;
  /** PNRs of others: no attacker may ever see one. */
  readonly secret: ReadonlySet<string>;
}

export interface Attacker {
  /** Sends about so many requests; throws at the first answer that is not as it must be. */
  attack(requests: number): Promise<number>;
  leave(): void;
}

const PING = { method: "ping", params: {} };
const STATEFUL = {
  method: "tools/call",
  params: withEnvelope({ name: "test_input_required_result_tampered_state", arguments: {} }),
};

export const createAttacker = async (siege: Siege, number: number): Promise<Attacker> => {
  const { port } = siege;
  const draw = createDraw(siege.seed + number * 7919);
  let wire = await openWire(port);
  const sessions = [await openSession(wire), await openSession(wire)];
  wire.send(posted(modernHeaders(STATEFUL), message(1, STATEFUL)));
  const asked = await wire.answer();
  const requestState = /"requestState":"([^"]+)"/.exec(asked?.body ?? "")?.[1];
  if (requestState === undefined) throw new Error("the server gave us no state to keep");
  const pnrs: string[] = [];
  const loot: Loot = {
    sessions,
    pnrs,
    states: [requestState],
    offers: siege.offers,
    errands: createErrands(draw, siege.tools, siege.seed),
  };
  let fired = 0;

  const reconnect = async (): Promise<Wire> => {
    wire.abort();
    wire = await openWire(port);
    return wire;
  };

  const look = (answer: WireAnswer, method: string, face: Shot["face"]): void => {
    const problem = answerProblem(answer, method, face);
    if (problem !== undefined) throw new Error(`an answer ${problem}: ${answer.status} ${answer.body.slice(0, 500)}`);
    if (answer.body.includes("state-ok")) throw new Error("a tampered state was believed");
    for (const [pnr] of answer.body.matchAll(/TEST-[2-9A-HJ-NP-Z]{6}/g)) {
      if (siege.secret.has(pnr)) throw new Error(`somebody else's booking ${pnr} was shown`);
    }
    if (face === "other") return;
    const booked = messagesIn(answer)[0]?.result as { structuredContent?: { pnr?: string } } | undefined;
    const pnr = booked?.structuredContent?.pnr;
    if (pnr !== undefined && pnrs.length < 200) pnrs.push(pnr);
  };

  const fire = async (shot: Shot): Promise<void> => {
    wire.send(shot.bytes);
    if (shot.half) wire.finish();
    if (shot.end === "abort stirred") await wire.stirred();
    if (shot.end.startsWith("abort")) return void (await reconnect());
    const answers: WireAnswer[] = [];
    for (const method of shot.methods) {
      const answer = await wire.answer(method);
      if (answer === undefined) break;
      answers.push(answer);
      look(answer, method, shot.face);
    }
    // Who is turned away under load is hung up on, and has nothing more to expect.
    const turnedAway = answers.at(-1)?.status === 503;
    if (shot.end === "answered" && answers.length < shot.methods.length && !turnedAway) {
      throw new Error(`${answers.length} of ${shot.methods.length} requests were answered`);
    }
    const over = shot.half || answers.at(-1)?.headers.get("connection") === "close";
    const more = over || !wire.open ? await wire.answer() : undefined;
    if (more !== undefined)
      throw new Error(`more came back than was asked for: ${more.status} ${more.body.slice(0, 200)}`);
    if (!wire.open) await reconnect();
    else if (shot.end === "or closed") await prove();
  };

  /** A connection that stays open has to be at the beginning of a request again, not somewhere inside the last one. */
  const prove = async (): Promise<void> => {
    wire.send(posted(legacyHeaders(sessions[0] ?? ""), message(`proof-${fired}`, PING)));
    const answer = await wire.answer();
    if (answer === undefined || answer.status === 503) return void (await reconnect());
    if (answer.status !== 200 || messagesIn(answer)[0]?.id !== `proof-${fired}`) {
      throw new Error(`afterwards a ping was answered with ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  };

  return {
    async attack(requests) {
      let sent = 0;
      while (sent < requests) {
        fired += 1;
        const shot = nextShot(draw, loot);
        try {
          await fire(shot);
        } catch (error) {
          const where = `seed ${siege.seed}, attacker ${number}, shot ${fired} (${shot.name})`;
          throw new Error(`${where}: ${String(error)}\n${shot.bytes.toString("latin1").slice(0, 3_000)}`);
        }
        sent += shot.methods.length;
      }
      return sent;
    },
    leave: () => wire.abort(),
  };
};
