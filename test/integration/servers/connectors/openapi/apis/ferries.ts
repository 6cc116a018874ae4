import { clientCredentials, needsBasic } from "../credentials.ts";
import { partsIn } from "../multipart-parts.ts";
import { documentNamed } from "../published-document.ts";
import { acceptsOnly, demand, jsonIn, startStrictApi } from "../strict-api.ts";

export const HARBOUR = { user: "harbour office", password: "s%crêt & long" };
export const OFFICER = { user: "officer", password: "ahoi: matey" };

const SAILINGS = {
  sailings: [
    { number: "F 1", departs: "2026-05-01T06:30:00+02:00", ship: "Calypso" },
    { number: "F 2", departs: "2026-05-01T18:00:00Z", ship: null },
  ],
};
const fault = (status: number, code: string, reason: string) => ({ status, body: { fault_code: code, reason } });

/** Ferries, as `documents/ferries.json` describes them; the document is at `/ferries/swagger.json`. */
export const startFerries = async () => {
  const oauth = clientCredentials(HARBOUR.user, HARBOUR.password, "sailings:read tickets:write");
  const isOfficer = needsBasic(OFFICER.user, OFFICER.password);
  const api = await startStrictApi({
    guard(asked) {
      if (asked.path === "/oauth/token" || asked.path === "/ferries/swagger.json") return undefined;
      return /cars|photo/.test(asked.path) ? isOfficer(asked) : oauth.guard(asked);
    },
    routes: {
      "GET /ferries/swagger.json": ({ headers }) => ({
        body: documentNamed("ferries.json").replaceAll("ferries.example", String(headers.host)),
      }),
      "POST /oauth/token": oauth.token,
      "GET /ferries/v2/ports/{port}/sailings": (asked, port = "") => {
        acceptsOnly(asked, "application/json");
        if (port === "XXX") return fault(404, "PORT_UNKNOWN", "There is no port XXX.");
        demand(asked.headers["x-languages"] === "el,en", `X-Languages is ${asked.headers["x-languages"]}.`);
        const query =
          "date=2026-05-01&to=NAX,PAR&class=deck%7Ccabin&deck=1%202&car=a&car=b%26c&ship=X%09Y&direct=false";
        demand(asked.query === query, `${asked.query} was asked.`);
        return { headers: { "x-tide": "high" }, body: SAILINGS };
      },
      "GET /ferries/v2/sailings/{numbers}": (asked) => {
        demand(asked.path.endsWith("/F%201,F%2F2"), `${asked.path} was asked.`);
        return { body: SAILINGS };
      },
      "POST /ferries/v2/tickets": (asked) => {
        const ticket = jsonIn(asked, ["kind", "sailing", "note", "plate", "bags"]);
        if (ticket.kind === "CarTicket" && !ticket.plate) return fault(422, "PLATE", "A car has a plate.");
        return { status: 201, body: { id: 4_711, ...ticket } };
      },
      "POST /ferries/v2/tickets/{id}/cars": (asked) => {
        acceptsOnly(asked, "text/plain");
        demand(asked.headers["content-type"] === "application/x-www-form-urlencoded", "It must be a form.");
        const form = [...new URLSearchParams(asked.body.toString())].map(([name, value]) => `${name}: ${value}`);
        return { headers: { "content-type": "text/plain; charset=utf-8" }, body: form.join("\n") };
      },
      "PUT /ferries/v2/tickets/{id}/photo": (asked) => {
        const [photo, sides, format, ...more] = partsIn(asked);
        demand(photo?.name === "photo" && photo.fileName !== undefined, "The photo must be a file.");
        demand(sides?.bytes.toString() === "left,right" && sides.type === undefined, "There are two sides.");
        demand(format?.bytes.toString() === "jpeg" && more.length === 0, "It is a JPEG.");
        return { body: { bytes: photo.bytes.length } };
      },
    },
  });
  return { ...api, oauth };
};
