import { needsBearer } from "../credentials.ts";
import { demand, type Handler, jsonIn, sendsNothing, startStrictApi } from "../strict-api.ts";

export const TOKEN = "airport-token-0123456789";

const TERMINALS = ["t1", "t2", "t3", "t4", "t5"];
const KINDS = ["gates", "stands", "belts", "lifts", "buses", "ramps", "doors", "lamps", "carts", "tugs"];
/** Fifty resources that can be listed, added, read, replaced, changed and deleted. */
export const THINGS = TERMINALS.flatMap((terminal) => KINDS.map((kind) => ({ terminal, kind })));

/** The document of three hundred operations, as JSON. */
export const airportDocument = (): string => {
  const json = (schema: object) => ({ "application/json": { schema } });
  const paths = THINGS.map(({ terminal, kind }) => {
    const thing = { $ref: `#/components/schemas/${kind}` };
    const body = { required: true, content: json(thing) };
    const answer = { description: "As it is now.", content: json(thing) };
    const operation = (verb: string, responses: object, more: object = {}) => ({
      ...{ operationId: `${terminal}.${kind}.${verb}`, summary: `${verb} ${kind} of ${terminal}`, tags: [terminal] },
      ...{ responses, ...more },
    });
    const list = { type: "array", items: thing };
    const limit = { name: "limit", in: "query", schema: { type: "integer", default: 20 } };
    return {
      [`/${terminal}/${kind}`]: {
        get: operation("list", { 200: { description: "All of them.", content: json(list) } }, { parameters: [limit] }),
        post: operation("create", { 201: answer }, { requestBody: body }),
      },
      [`/${terminal}/${kind}/{code}`]: {
        parameters: [{ name: "code", in: "path", required: true, schema: { type: "string" } }],
        get: operation("read", { 200: answer }),
        put: operation("replace", { 200: answer }, { requestBody: body }),
        patch: operation("change", { 200: answer }, { requestBody: { content: json(thing) } }),
        delete: operation("delete", { 204: { description: "Gone" } }),
      },
    };
  });
  const schema = {
    ...{ type: "object", required: ["code", "state"] },
    properties: {
      code: { type: "string", description: "On its plate." },
      state: { type: "string", enum: ["free", "used", "broken"] },
      since: { type: "string", format: "date-time", nullable: true },
    },
  };
  return JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Airport Equipment", version: "12" } },
    servers: [{ url: "https://equipment.airport.example/api" }],
    security: [{ bearer: [] }],
    paths: Object.assign({}, ...paths),
    components: {
      schemas: Object.fromEntries(KINDS.map((kind) => [kind, schema])),
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  });
};

const MEMBERS = ["code", "state", "since"];
const unknown = (code: string) => ({
  status: 404,
  body: { error: { code: "not_found", message: `No ${code} here.` } },
});

const routesOf = (base: string): Readonly<Record<string, Handler>> => {
  const kept = new Map<string, object>();
  return {
    [`GET ${base}`]: (asked) => {
      sendsNothing(asked);
      const [, limit = ""] = /^limit=(\d+)$/.exec(asked.query) ?? [];
      return { body: [...kept.values()].slice(0, Number(limit)) };
    },
    [`POST ${base}`]: (asked) => {
      const thing = jsonIn(asked, MEMBERS);
      kept.set(thing.code, thing);
      return { status: 201, body: thing };
    },
    [`GET ${base}/{code}`]: (_asked, code = "") => {
      const thing = kept.get(code);
      return thing ? { body: thing } : unknown(code);
    },
    [`PUT ${base}/{code}`]: (asked, code = "") => {
      kept.set(code, jsonIn(asked, MEMBERS));
      return { body: kept.get(code) };
    },
    [`PATCH ${base}/{code}`]: (asked, code = "") => {
      demand(kept.has(code), `There is no ${code}.`);
      kept.set(code, { ...kept.get(code), ...jsonIn(asked, MEMBERS) });
      return { body: kept.get(code) };
    },
    [`DELETE ${base}/{code}`]: (asked, code = "") => {
      sendsNothing(asked);
      return kept.delete(code) ? { status: 204 } : unknown(code);
    },
  };
};

export const startAirportEquipment = () =>
  startStrictApi({
    guard: needsBearer(TOKEN),
    routes: Object.assign({}, ...THINGS.map(({ terminal, kind }) => routesOf(`/api/${terminal}/${kind}`))),
  });
