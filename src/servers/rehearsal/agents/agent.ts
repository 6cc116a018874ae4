import { isJsonObject } from "../../../model/json.ts";
import type { Step } from "../scenario/gold-schema.ts";
import type { Finish } from "../verdict/verdict.ts";

/** What an agent hears of a call. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** The structured result, or the data of the error. */
  readonly value: unknown;
  readonly text: string;
}

/** A scripted agent speaks to the run as any client does. Throws if no answer came. */
export interface AgentClient {
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  finish(finish: Finish): Promise<void>;
}

/** How a scripted agent behaves when a call fails for a reason that may pass. */
export interface Habits {
  /** `same`: repeats the call as it was. `new-key`: repeats it with another idempotency key. `never`: gives up. */
  readonly repeats: "same" | "new-key" | "never";
}

const MOST_REPEATS = 4;

/** Plays the steps in order. A step that was answered otherwise than expected ends the play with a message that says so. */
export const play = async (
  steps: readonly Step[],
  client: AgentClient,
  { repeats }: Habits,
  known: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const results: Record<string, unknown> = { ...known };
  for (const { call, with: args = {}, as, expect = "ok", finish } of steps) {
    if (finish !== undefined) {
      const { outcome, message, pnrs, total } = resolved(finish, results) as typeof finish;
      await client.finish({
        ...{ outcome, message },
        ...(pnrs !== undefined && { pnrs }),
        ...(total !== undefined && { total: Number(total) }),
      });
      return;
    }
    if (call === undefined) continue;
    const given = resolved(args, results) as Readonly<Record<string, unknown>>;
    const answer = await callUntilAnswered(client, call, given, expect === "ok" ? repeats : "never");
    const isExpected = expect === "any" || answer.isError === (expect === "refused");
    if (!isExpected) {
      await client.finish({ outcome: "declined", message: `I could not do it: ${answer.text.slice(0, 300)}` });
      return;
    }
    if (as !== undefined) results[as] = answer.value;
  }
};

const callUntilAnswered = async (
  client: AgentClient,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  repeats: Habits["repeats"],
): Promise<ToolAnswer> => {
  for (let attempt = 0; ; attempt++) {
    const isKeyed = typeof args["idempotencyKey"] === "string";
    const given =
      repeats === "new-key" && isKeyed ? { ...args, idempotencyKey: `${args["idempotencyKey"]}-${attempt}` } : args;
    const answer = await client
      .call(tool, given)
      .catch((error: unknown): ToolAnswer => ({ isError: true, value: { retryable: true }, text: String(error) }));
    const mayPass = answer.isError && isJsonObject(answer.value) && answer.value["retryable"] === true;
    if (!mayPass || repeats === "never" || attempt === MOST_REPEATS) return answer;
  }
};

const REFERENCE = /\$([a-z][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*|\[\d+\])+)/g;

/** Puts earlier results in the place of `$trip.pnr` and `$search.flights[0].flightIds`. */
export const resolved = (value: unknown, results: Readonly<Record<string, unknown>>): unknown => {
  if (typeof value === "string") {
    const [whole] = [...value.matchAll(REFERENCE)];
    if (whole !== undefined && whole[0] === value) return lookUp(results, whole[1] ?? "", whole[2] ?? "");
    return value.replaceAll(REFERENCE, (_, name: string, path: string) => String(lookUp(results, name, path)));
  }
  if (Array.isArray(value)) return value.map((one) => resolved(one, results));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, results)]));
};

const lookUp = (results: Readonly<Record<string, unknown>>, name: string, path: string): unknown => {
  let found = results[name];
  for (const [, field, index] of path.matchAll(/\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]/g)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string, unknown>)[field ?? index ?? ""];
  }
  return found;
};
