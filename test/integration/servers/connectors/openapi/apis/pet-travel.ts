import { needsHeader } from "../credentials.ts";
import { acceptsOnly, demand, jsonIn, sendsNothing, startStrictApi } from "../strict-api.ts";

export const DESK_KEY = "desk-key-of-the-seaside";
const PET = ["name", "category", "photoUrls", "tags", "status", "born", "weight", "microchip", "keeper"];

interface Pet {
  readonly id: string;
  readonly name: string;
  readonly photoUrls: readonly string[];
  readonly [member: string]: unknown;
}

export const REX: Pet = {
  id: "PET/7 ä",
  name: "Rex",
  category: { id: 9_007_199_254_740_991, name: "Dogs" },
  photoUrls: ["https://img.pets.example/rex.png"],
  tags: [{ name: "calm" }],
  status: "waiting",
  born: null,
  weight: 12.5,
  keeper: { email: "ada@pets.example", since: "2019-05-01T10:00:00Z" },
};

const problem = (status: number, code: string, message: string) => ({
  status,
  body: { code, type: "error", message },
});

/** Records of pets, as `documents/pet-travel.yaml` describes them. */
export const startPetTravel = async () => {
  const pets = new Map([[REX.id, REX]]);
  const orders = new Map<string, object>();
  const hasKey = needsHeader("X-Desk-Key", DESK_KEY);

  return startStrictApi({
    guard(asked) {
      if (asked.path !== "/v2/pet/findByStatus") return hasKey(asked);
      demand(asked.headers["x-desk-key"] === undefined, "This request needs no key.");
      return undefined;
    },
    routes: {
      "POST /v2/pet": (asked) => {
        acceptsOnly(asked, "application/json");
        const { microchip, keeper, ...pet } = jsonIn(asked, PET);
        if (microchip === "000000000000000") return problem(422, "chip", "There is no such chip.");
        const kept = { ...pet, keeper: keeper && { email: keeper.email }, id: `PET/${pets.size + 7}` };
        pets.set(kept.id, kept);
        return { status: 201, headers: { location: `/v2/pet/${encodeURIComponent(kept.id)}` }, body: kept };
      },
      "PUT /v2/pet": (asked) => {
        const pet = jsonIn(asked, PET);
        if (asked.headers["if-match"] !== '"3"') return problem(412, "revision", "The booking was changed meanwhile.");
        return { body: { id: REX.id, ...pet } };
      },
      "GET /v2/pet/findByStatus": (asked) => {
        sendsNothing(asked);
        const known = "status=waiting&status=arrived&travelled_after=2025-01-31T23%3A00%3A00%2B01%3A00&limit=10";
        demand(asked.query === known, `${asked.query} was asked.`);
        return { body: [...pets.values()] };
      },
      "GET /v2/pet/findByTags": (asked) => {
        const known = "tags=calm,a%20%26%20b&size%5Bmin%5D=2.5&size%5Bmax%5D=40&limit=50";
        demand(asked.query === known, `${asked.query} was asked.`);
        return { body: [] };
      },
      "GET /v2/pet/{petId}": (asked, id = "") => {
        sendsNothing(asked);
        demand(asked.query === "", "There is no query.");
        const pet = pets.get(id);
        const inGerman = asked.headers["accept-language"] === "de-AT";
        return pet ? { body: pet } : problem(404, "pet_unknown", inGerman ? "Unbekannt." : "There is no such pet.");
      },
      "POST /v2/pet/{petId}": (asked, id = "") => {
        demand(asked.headers["content-type"] === "application/x-www-form-urlencoded", "It must be a form.");
        const form = new URLSearchParams(asked.body.toString());
        pets.set(id, { ...REX, name: form.get("name") ?? "", nicknames: form.getAll("nicknames") });
        return { status: 204 };
      },
      "DELETE /v2/pet/{petId}": (asked, id = "") => {
        sendsNothing(asked);
        return pets.delete(id) ? { status: 204 } : problem(404, "pet_unknown", "There is no such pet.");
      },
      "GET /v2/pet/{petId}/passport": (asked) => {
        acceptsOnly(asked, "text/plain");
        return {
          headers: { "content-type": "text/plain; charset=iso-8859-1" },
          body: Buffer.from("Schoßhündchen", "latin1"),
        };
      },
      "GET /v2/store/inventory": () => ({ body: { small: 3, large: 0 } }),
      "POST /v2/store/order": (asked) => {
        const order = jsonIn(asked, ["petId", "ship_date", "cabins"]);
        const key = String(asked.headers["idempotency-key"]);
        demand(/^[0-9a-f-]{36}$/.test(key), "There must be a key.");
        if (order.cabins > 3) return problem(409, "full", "Only 3 cabins are left.");
        // The first attempt is stored but not confirmed: a retry with the same key gets the same order.
        const isNew = !orders.has(key);
        const kept = orders.get(key) ?? { id: orders.size + 1, ...order, complete: false };
        orders.set(key, kept);
        return isNew ? { status: 503, headers: { "retry-after": "0" } } : { body: kept };
      },
      "POST /v2/user/createWithList": (asked) => {
        demand(asked.headers["content-type"] === "application/json", "It must be JSON.");
        return { status: 200, body: JSON.parse(asked.body.toString()).length };
      },
    },
  });
};
