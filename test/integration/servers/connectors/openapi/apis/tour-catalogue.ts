import { clientCredentials } from "../credentials.ts";
import { documentNamed } from "../published-document.ts";
import { demand, jsonIn, startStrictApi } from "../strict-api.ts";

export const PARTNER = { user: "partner-1", password: "partner-secret-of-the-tours" };

export const TOURS = Array.from({ length: 60 }, (_, index) => ({
  ...{ id: index + 1, town: ["Graz", "Linz", "Wien"][index % 3] as string, minutes: 30 + index },
}));

/** Opaque page tokens with every special character of URLs. */
const tokenOf = (start: number): string => `p+${start}/&= é`;
const startOf = (token: string): number | undefined => {
  const [, start] = /^p\+(\d+)\/&= é$/.exec(token) ?? [];
  return start === undefined ? undefined : Number(start);
};

const bad = (message: string) => ({ status: 400, body: { error: { code: 400, status: "INVALID_ARGUMENT", message } } });

/** Tours page by page, as `documents/tour-catalogue.yaml` describes them; the document is at `/docs/openapi.yaml`. */
export const startTourCatalogue = async () => {
  const oauth = clientCredentials(PARTNER.user, PARTNER.password, "tours.read");
  const api = await startStrictApi({
    guard: (asked) => (/^\/docs|^\/oauth2/.test(asked.path) ? undefined : oauth.guard(asked)),
    routes: {
      "GET /docs/openapi.yaml": () => ({ body: documentNamed("tour-catalogue.yaml") }),
      "POST /oauth2/token": oauth.token,
      "GET /tours/v4/tours": ({ query }) => {
        const given = new URLSearchParams(query);
        const [size, town, token] = [Number(given.get("page_size")), given.get("town"), given.get("page_token")];
        const start = token === null ? 0 : startOf(token);
        if (start === undefined) return bad("page_token is not one of ours.");
        const found = TOURS.filter((tour) => town === null || tour.town === town);
        const next_page_token = start + size < found.length ? tokenOf(start + size) : "";
        return { body: { tours: found.slice(start, start + size), next_page_token, total: found.length } };
      },
      "POST /tours/v4/tours/search": (asked) => {
        const { filter, cursor } = jsonIn(asked, ["filter", "cursor"]);
        demand(filter.minutes === 80, "The filter must come with every page.");
        const found = TOURS.filter(({ minutes }) => minutes >= 80);
        const start = cursor === undefined || cursor === null ? 0 : (startOf(cursor) ?? found.length);
        const after = start + 4 < found.length ? tokenOf(start + 4) : null;
        const cursors = { before: start === 0 ? null : "x", after };
        return { body: { data: found.slice(start, start + 4), meta: { count: found.length, cursors } } };
      },
      "GET /tours/v4/guides": ({ query }) => {
        demand(/^(?:after=\d+)?$/.test(query), `${query} was asked.`);
        const after = Number(query.slice("after=".length) || 0);
        const guides = [after + 1, after + 2].map((number) => ({ number }));
        const isLast = after >= 4;
        const next = isLast ? null : `https://tours.example/tours/v4/guides?after=${after + 2}`;
        return { body: { guides, paging: { next, next_id: isLast ? null : after + 2 } } };
      },
      "GET /tours/v4/stops": ({ query }) => ({ body: query === "offset=2" ? ["c"] : ["a", "b"] }),
    },
  });
  return { ...api, oauth };
};
