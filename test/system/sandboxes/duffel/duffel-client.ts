import type { HttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { importReferee } from "../../../fixtures/referees.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";

// biome-ignore lint/suspicious/noExplicitAny: the official client is no part of what must compile here
export type Answered = any;

interface DuffelModule {
  readonly Duffel: new (options: { token: string; basePath: string }) => Answered;
  readonly DuffelError: new (...input: never[]) => Error;
  readonly hasService: (offer: Answered, seatMaps: Answered) => boolean;
}

export const DEPARTURE = "2027-01-15";
const TOKEN = "duffel_test_rehearsal";

/** A Taxiway in memory whose holds last as long as Duffel's. */
export const SETTINGS: Environment = { TAXIWAY_STORE: "memory", PNR_TTL_HOURS: "100" };

export const duffelModule = () => importReferee<DuffelModule>("@duffel/api");

/** Duffel's own client with another base URL. */
export const connectDuffel = async ({ port }: Pick<HttpTaxiway, "port">, token = TOKEN): Promise<Answered> => {
  const { Duffel } = await duffelModule();
  return new Duffel({ token, basePath: `http://127.0.0.1:${port}/duffel/` });
};

export const oneWay = (origin: string, destination: string, more: object = {}) => ({
  slices: [{ origin, destination, departure_date: DEPARTURE }],
  passengers: [{ type: "adult" }],
  cabin_class: "economy",
  ...more,
});

export const offersOf = async (duffel: Answered, origin: string, destination: string, more?: object) =>
  (await duffel.offerRequests.create(oneWay(origin, destination, more))).data.offers as Answered[];

/** An offer of Duffel's test airline, which can be held, changed and refunded, with seats for all tests. */
export const flexibleOffer = async (duffel: Answered, more?: object): Promise<Answered> => {
  const [offer] = await offersOf(duffel, "JFK", "EWR", more);
  return offer;
};

/** The offer's passengers with names; only for adults. */
export const named = ({ passengers }: Answered): Answered[] =>
  passengers.map(({ id }: Answered, i: number) => ({
    id,
    title: "ms",
    gender: "f",
    given_name: ["Amelia", "Bessie", "Harriet"][i],
    family_name: "Earhart",
    born_on: "1987-07-24",
    email: "amelia@example.com",
    phone_number: "+442080160509",
  }));

export const balance = (amount: string) => ({ type: "balance", currency: "USD", amount });

/** A payment for an asynchronous order of the test airline. */
export const card = (amount: string) => ({ ...balance(amount), type: "card", three_d_secure_session_id: "3ds_0001" });

export const orderFor = (offer: Answered, more: object = {}) => ({
  type: "instant",
  selected_offers: [offer.id],
  passengers: named(offer),
  payments: [balance(offer.total_amount)],
  ...more,
});

export const holdFor = ({ id, passengers }: Answered) => ({
  type: "hold",
  selected_offers: [id],
  passengers: named({ passengers }),
});

/** What the client threw, read as its documentation says. */
export const refusalOf = async (asked: Promise<unknown>) => {
  const { DuffelError } = await duffelModule();
  const thrown: Answered = await asked.then(
    (answer) => Promise.reject(new Error(`was not refused: ${JSON.stringify(answer).slice(0, 300)}`)),
    (error: unknown) => error,
  );
  if (!(thrown instanceof DuffelError)) throw thrown;
  const { errors, meta } = thrown as Answered;
  if (meta.request_id === undefined || errors.length !== 1) throw new Error("an envelope with too little in it");
  return [meta.status, errors[0].type, errors[0].code];
};

/** A plain request with any headers. */
export const plain = async (
  { port }: Pick<HttpTaxiway, "port">,
  method: string,
  path: string,
  { data, headers = {} }: { readonly data?: object; readonly headers?: Readonly<Record<string, string>> } = {},
) => {
  const response = await fetch(`http://127.0.0.1:${port}/duffel${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      "Duffel-Version": "v2",
      "Content-Type": "application/json",
      ...headers,
    },
    ...(data && { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : JSON.parse(text) };
};
