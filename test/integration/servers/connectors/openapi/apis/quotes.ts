import { needsBearer } from "../credentials.ts";
import { jsonIn, startStrictApi, type Told } from "../strict-api.ts";

export const TOKEN = "quote-token-0123456789";

const PARTS: Readonly<Record<string, readonly string[]>> = {
  flight: ["from", "to", "date"],
  room: ["place", "date", "nights"],
  car: ["place", "days", "driver"],
};

/** Each kind of part accepts only its own properties. */
const problemsOf = (part: Readonly<Record<string, unknown>>, at: string) => {
  const members = ["kind", "travellers", ...(PARTS[String(part["kind"])] ?? [])];
  const [unknown] = Object.keys(part).filter((name) => !members.includes(name));
  const [missing] = members.filter((name) => name !== "driver" && name !== "travellers" && part[name] === undefined);
  return [
    ...(unknown === undefined
      ? []
      : [{ code: "unknown", message: `${unknown} is not of a ${part["kind"]}`, pointer: at }]),
    ...(missing === undefined ? [] : [{ code: "missing", message: `${missing} is missing`, pointer: at }]),
  ];
};

const orRefused = (problems: readonly object[], answer: () => Told): Told =>
  problems.length > 0 ? { status: 422, body: { errors: problems } } : answer();

const quoteOf = (part: object, index: number) => ({ id: `q-${index}`, amount: 99.5, currency: "EUR", part });

/** Prices for parts of a trip, as `documents/quotes.json` describes them. */
export const startQuotes = () =>
  startStrictApi({
    guard: needsBearer(TOKEN),
    routes: {
      "POST /quotes": (asked) => {
        const part = jsonIn(asked, ["kind", "travellers", ...Object.values(PARTS).flat()]);
        return orRefused(problemsOf(part, "/"), () => ({ status: 201, body: quoteOf(part, 1) }));
      },
      "POST /trips": (asked) => {
        const { parts, payer, extras = [], budget } = jsonIn(asked, ["parts", "payer", "extras", "budget"]);
        const problems = parts.flatMap((part: Record<string, unknown>, index: number) =>
          problemsOf(part, `/parts/${index}`),
        );
        const quotes = parts.map(quoteOf);
        const total = budget === "any" ? quotes.length * 99.5 : budget;
        return orRefused(problems, () => ({ body: { quotes, payer, extras, total } }));
      },
      "GET /quotes/{id}": (_asked, id = "") =>
        id === "room"
          ? { body: { kind: "RoomPart", place: "Graz", date: "2026-05-01", nights: 2 } }
          : { body: { kind: "CarPart", place: { depot: "GRZ", desk: 3 }, days: 4, driver: null } },
    },
  });
