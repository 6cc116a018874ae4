import { createHash } from "node:crypto";
import { needsBasic } from "../credentials.ts";
import { partsIn } from "../multipart-parts.ts";
import { documentNamed } from "../published-document.ts";
import { demand, jsonIn, startStrictApi } from "../strict-api.ts";

export const CLERK = { user: "clerk", password: "window-number-7" };

export const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const MOST_BYTES = 1_000;
const refused = (status: number, field: string, why: string) => ({ status, body: { errors: { [field]: [why] } } });

/** Visas, as `documents/visa-desk.yaml` describes them; the document is at `/openapi.yaml`. */
export const startVisaDesk = () => {
  const isClerk = needsBasic(CLERK.user, CLERK.password);
  return startStrictApi({
    guard: (asked) => (asked.path === "/openapi.yaml" ? undefined : isClerk(asked)),
    routes: {
      "GET /openapi.yaml": () => ({ headers: { "content-type": "text/yaml" }, body: documentNamed("visa-desk.yaml") }),
      "POST /desk/applications": (asked) => {
        const parts = partsIn(asked);
        const passport = parts.find(({ name }) => name === "passport");
        demand(passport?.fileName !== undefined, "The passport must be a file.");
        if (!/^image\/(?:png|jpeg)$/.test(passport.type ?? ""))
          return refused(415, "passport", `It is ${passport.type}.`);
        const large = parts.find(({ bytes }) => bytes.length > MOST_BYTES);
        if (large) return refused(413, large.name, `More than ${MOST_BYTES} bytes.`);
        const received = parts.map(({ name, type = null, bytes, fileName }) => ({
          ...{ name, type, bytes: bytes.length },
          ...(fileName !== undefined && { sha256: digest(bytes) }),
        }));
        return { status: 201, body: { number: "A-1", parts: received } };
      },
      "POST /desk/applications/{number}/fee": (asked, number = "") => {
        demand(asked.headers["content-type"] === "application/x-www-form-urlencoded", "It must be a form.");
        const form = [...new URLSearchParams(asked.body.toString())].map(([name, value]) => `${name}=${value}`);
        return { body: { receipt: `${number} ${form.join(" ")}` } };
      },
      "PUT /desk/applications/{number}/signature": (asked) => {
        const { image, thumb } = jsonIn(asked, ["image", "thumb"]);
        demand(image === "iVBORw0KGgo=" && thumb === "AAEC", "The pictures are not what they were.");
        return { status: 204 };
      },
      "PUT /desk/applications/{number}/scan": (asked) => {
        demand(asked.headers["content-type"] === "image/png", "It must be a PNG.");
        demand(asked.body.toString("base64") === "iVBORw0KGgo=", "The scan is not what it was.");
        return { status: 204 };
      },
      "GET /desk/applications/{number}/scan": () => ({
        headers: { "content-type": "image/png" },
        body: Buffer.from("iVBORw0KGgo=", "base64"),
      }),
    },
  });
};
