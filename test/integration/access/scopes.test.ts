import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askWith, type KeyedSession, openWith, PROTECTED_PATHS } from "../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { legacyPost, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { Asking } from "../../fixtures/mcp/transports/http/raw-http.ts";
import type { Answer } from "../../fixtures/taxiway.ts";

/** Allows for a thousand calls on a busy machine. */
const PATIENT_MS = 180_000;
const SERVERS = ["gds", "flights", "toolbox", "capcorn"] as const;
type Server = (typeof SERVERS)[number];

let taxiway: KeyedTaxiway;
/** What a key without scopes sees. */
const everything = new Map<Server, readonly string[]>();

beforeAll(async () => {
  taxiway = await launchKeyed();
  const key = await taxiway.key();
  for (const server of SERVERS) everything.set(server, await modern(key, server).list());
});
afterAll(() => taxiway.close());

/** A client of one server, of either era, with one key. */
interface Client {
  ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer>;
  list(): Promise<readonly string[]>;
}

const client = (ask: Client["ask"]): Client => ({
  ask,
  async list() {
    const { result } = await ask("tools/list", {});
    return result.tools.map(({ name }: { name: string }) => name);
  },
});
const modern = (key: string, server: Server): Client =>
  client(async (method, params) => {
    const asking: Asking = { ...modernPost(method, params), path: `/mcp/${server}` };
    return (await askWith(taxiway.port, key, asking)).message;
  });
const legacy = async (key: string, server: Server): Promise<Client> => {
  const session: KeyedSession = await openWith(taxiway.port, key, { path: `/mcp/${server}` });
  return client(async (method, params) => (await session.ask(method, params)).message);
};
const rpc =
  (key: string): Client["ask"] =>
  async (method, params) =>
    (await askWith(taxiway.port, key, { ...legacyPost(method, params), path: "/rpc" })).message;

const toolsOf = (server: Server): readonly string[] => everything.get(server) ?? [];
/** Earlier names of tools, which still appear in the scopes of keys. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = { search_flights: ["searchFlights"] };
const covered = (scope: readonly string[], tool: string): boolean =>
  [tool, ...(FORMER_NAMES[tool] ?? [])].some((known) =>
    scope.some((name) => (name.endsWith("*") ? known.startsWith(name.slice(0, -1)) : known === name)),
  );

/**
 * Returns the error for something that does not exist, without its name, so that such answers are equal. The hint is
 * compared separately, because it depends on similar names.
 */
const denial = ({ error, result }: Answer, ...names: readonly string[]) => {
  const told = error ?? (result?.isError ? result._meta?.["taxiway/error"] : undefined);
  const { hint, call_id: _, ...data } = told?.data ?? {};
  const text = JSON.stringify({ ...told, data });
  if (!/There is no tool named|No tool named|has no function/.test(text)) return undefined;
  const unnamed = names.reduce((rest, name) => rest.replaceAll(`'${name}'`, "…").replaceAll(`"${name}"`, "…"), text);
  return { unnamed, hint: String(hint) };
};

/** Tool names, prefixes with a star, everything, and names that do not exist. */
const scopes = () => {
  const names = SERVERS.flatMap((server) => [...toolsOf(server)]);
  const name = fc.constantFrom(...names);
  const beginning = fc.tuple(name, fc.nat(8)).map(([tool, length]) => `${tool.slice(0, length)}*`);
  return fc.uniqueArray(fc.oneof(name, name, beginning, fc.constantFrom("absent", "absent*", "SEARCH*")), {
    minLength: 1,
    maxLength: 4,
  });
};

describe("a key with a scope of tools", () => {
  it(
    "lists exactly the tools it can call, for any scope, at every server and in both eras",
    async () => {
      await fc.assert(
        fc.asyncProperty(scopes(), async (scope) => {
          const key = await taxiway.key({ tools: scope });
          for (const server of SERVERS) {
            const allowed = toolsOf(server).filter((tool) => covered(scope, tool));
            const hidden = toolsOf(server).filter((tool) => !covered(scope, tool));
            for (const each of [modern(key, server), await legacy(key, server)]) {
              expect(await each.list()).toEqual(allowed);
              const call = async (name: string) =>
                denial(await each.ask("tools/call", { name, arguments: { no: 1 } }), name);
              const never = await call("neverThere");
              expect(never).toBeDefined();
              const called = await Promise.all(allowed.map(async (tool) => [tool, await call(tool)]));
              expect(called).toEqual(allowed.map((tool) => [tool, undefined]));
              const denied = await Promise.all(hidden.map(call));
              expect(denied.map((each) => each?.unnamed)).toEqual(hidden.map(() => never?.unnamed));
              const hinted = denied.flatMap((each) => each?.hint.split(/[ ?.]/) ?? []);
              expect(hidden.filter((tool) => hinted.includes(tool))).toEqual([]);
            }
          }
        }),
        { numRuns: 8 },
      );
    },
    PATIENT_MS,
  );

  it("shows the same list to all keys with that scope, and never the list of another scope", async () => {
    const [one, other] = [["searchFlights"], ["searchHotels"]];
    const keys = await Promise.all([one, other, one, other].map((tools) => taxiway.key({ tools })));
    const lists = await Promise.all(keys.map((key) => modern(key, "gds").list()));
    expect(lists).toEqual([one, other, one, other]);
    const { result } = await modern(keys[0] as string, "gds").ask("tools/list", {});
    expect(result).toMatchObject({ cacheScope: "private" });
  });

  it("finds no further tools under other spellings of their names", async () => {
    const key = await taxiway.key({ tools: ["toolbox__*", "search_tool__*"] });
    const toolbox = modern(key, "toolbox");
    for (const name of ["calculator.calculate", "calculator/calculate", "CALCULATOR__CALCULATE"]) {
      expect(denial(await toolbox.ask("tools/call", { name, arguments: { expression: "1+1" } }))).toBeDefined();
    }
  });
});

describe("search_tools, call_tool and /rpc of the toolbox", () => {
  it(
    "cover the same tools as its list",
    async () => {
      await fc.assert(
        fc.asyncProperty(scopes(), async (chosen) => {
          const scope = [...chosen, "toolbox__*"];
          const key = await taxiway.key({ tools: scope });
          const functions = toolsOf("toolbox").filter((name) => !name.startsWith("toolbox__"));
          const allowed = functions.filter((name) => covered(scope, name));
          const [mcp, plain] = [modern(key, "toolbox"), rpc(key)];

          const { result: listed } = await plain("tools/list", {});
          const names = listed.tools.flatMap((tool: { name: string; functions: { name: string }[] }) =>
            tool.functions.map((each) => `${tool.name}__${each.name}`),
          );
          expect(names.toSorted()).toEqual(allowed.toSorted());

          const { result: found } = await mcp.ask("tools/call", {
            name: "toolbox__search_tools",
            arguments: { limit: 50 },
          });
          const foundNames = found.structuredContent.tools.map(({ name }: { name: string }) => name);
          expect(foundNames.toSorted()).toEqual(allowed.toSorted());
          expect(found.structuredContent.total).toBe(allowed.length);

          const inRegistryShape = (name: string) => {
            const [tool_name = "", function_name = ""] = name.split("__");
            return { tool_name, function_name, arguments: {} };
          };
          const through = (name: string) => ({ name: "toolbox__call_tool", arguments: { name, arguments: {} } });
          const ways = [
            (name: string) => plain("tools/call", inRegistryShape(name)),
            (name: string) => mcp.ask("tools/call", inRegistryShape(name)),
            (name: string) => mcp.ask("tools/call", through(name)),
          ];
          for (const name of functions) {
            const [tool = ""] = name.split("__");
            const isPartlyThere = allowed.some((other) => other.startsWith(`${tool}__`));
            const absent = `${isPartlyThere ? tool : "never"}__there`;
            for (const way of ways) {
              const never = denial(await way(absent), absent, ...absent.split("__"));
              const told = denial(await way(name), name, ...name.split("__"));
              expect(never).toBeDefined();
              expect([name, told?.unnamed]).toEqual([name, allowed.includes(name) ? undefined : never?.unnamed]);
            }
            const health = denial(await plain("health/check", { tool_name: tool }), tool);
            const never = denial(await plain("health/check", { tool_name: "never" }), "never");
            expect([tool, health?.unnamed]).toEqual([tool, isPartlyThere ? undefined : never?.unnamed]);
          }
        }),
        { numRuns: 6 },
      );
    },
    PATIENT_MS,
  );

  it("need access to the tool that offers them", async () => {
    const key = await taxiway.key({ tools: ["calculator__*"] });
    const toolbox = modern(key, "toolbox");
    for (const name of ["toolbox__call_tool", "toolbox__search_tools"]) {
      expect(denial(await toolbox.ask("tools/call", { name, arguments: {} }))).toBeDefined();
    }
  });
});

describe("a key with a scope of servers", () => {
  it("opens those servers and no others, at any path", async () => {
    const paths = PROTECTED_PATHS;
    const names = ["gds", "gds", "flights", "toolbox", "capcorn", "toolbox", "duffel", "capcorn"];
    for (const server of new Set(names)) {
      const key = await taxiway.key({ servers: [server] });
      const opened = await Promise.all(
        paths.map(
          async (path) => (await askWith(taxiway.port, key, { ...modernPost("tools/list"), path })).status !== 403,
        ),
      );
      expect([server, opened]).toEqual([server, names.map((name) => name === server)]);
    }
  });

  it("opens only what both scopes cover when it is also limited to tools", async () => {
    const key = await taxiway.key({ servers: ["flights"], tools: ["searchFlights"] });
    // The name that the tool had when such keys were created.
    expect(await modern(key, "flights").list()).toEqual(["search_flights"]);
    expect(await modern(key, "gds").ask("tools/list", {})).toHaveProperty("error");
  });

  it("cannot register tools, even if it can call all of them", async () => {
    const answer = await rpc(await taxiway.key())("tools/register", { tool: { name: "mine" } });
    expect(answer.error).toMatchObject({ data: { error_type: "unauthorized" } });
  });
});
