import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jwkOf, newSigner, startIssuer, tokenOf } from "../../fixtures/access/issuer-fixture.ts";
import { askWith, openWith } from "../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { findStay, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { connectDuffel, DEPARTURE } from "../sandboxes/duffel/duffel-client.ts";

const signer = newSigner("EdDSA");
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let taxiway: KeyedTaxiway;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.publish(jwkOf(signer));
  taxiway = await launchKeyed({
    TAXIWAY_OAUTH_ISSUER: issuer.origin,
    TAXIWAY_OAUTH_JWKS_URL: `${issuer.origin}/jwks`,
    TAXIWAY_OAUTH_AUDIENCE: "taxiway",
  });
});
afterAll(async () => {
  await taxiway.close();
  await issuer.stop();
});

describe("a resource with the data of a tool", () => {
  it("does not exist for a key without the tool, in lists, reads and subscriptions", async () => {
    const whole = await openWith(taxiway.port, await taxiway.key({ tenant: "acme" }));
    const { pnr } = await whole.call("bookHotel", await findStay(whole.call));
    const key = await taxiway.key({ tenant: "acme", tools: ["search*"] });
    const narrow = await openWith(taxiway.port, key, { id: whole.id, initialize: false });
    const listed = async ({ ask }: typeof narrow) => {
      const [{ message: fixed }, { message: templates }] = [
        await ask("resources/list"),
        await ask("resources/templates/list"),
      ];
      return [...fixed.result.resources, ...templates.result.resourceTemplates].map(({ name }) => name);
    };
    const seen = await listed(whole);
    expect(seen).toContain("bookings");
    const hidden = ["bookings", "notices", "booking", "booking-history"];
    expect(seen).toEqual(expect.arrayContaining(hidden));
    expect(await listed(narrow)).toEqual(seen.filter((name) => !hidden.includes(name)));
    const booking = `gds://booking/${pnr}`;
    for (const uri of ["gds://session/bookings", "gds://session/notices", booking, `${booking}/history`]) {
      expect((await whole.ask("resources/read", { uri })).message).toHaveProperty("result");
      for (const method of ["resources/read", "resources/subscribe"]) {
        const { error } = (await narrow.ask(method, { uri })).message;
        expect(error?.message).toBe(`There is no resource at '${uri}'`);
      }
    }
    const { message } = await askWith(taxiway.port, key, modernPost("resources/list"));
    expect(message.result.cacheScope).toBe("private");
  });
});

describe("an account of the Duffel sandbox", () => {
  const search = async (token: string): Promise<string> => {
    const slices = [{ origin: "LHR", destination: "JFK", departure_date: DEPARTURE }];
    const duffel = await connectDuffel(taxiway, token);
    return (await duffel.offerRequests.create({ slices, passengers: [{ type: "adult" }] })).data.id;
  };
  const finds = async (token: string, id: string): Promise<string> =>
    (await (await connectDuffel(taxiway, token)).offerRequests.get(id)).data.id;

  it("is kept when its key is rotated", async () => {
    const { key, record } = await taxiway.keyring.create({ name: "agency" });
    const id = await search(key);
    const { key: newKey } = await taxiway.keyring.rotate(record.keyId, 0);
    expect(await finds(newKey, id)).toBe(id);
  });

  it("belongs to the subject of a token, however long and however often it is renewed", async () => {
    const token = (more: object) =>
      tokenOf(signer, {
        ...{ iss: issuer.origin, aud: "taxiway", sub: "ada", scope: "taxiway", exp: Date.now() / 1000 + 600 },
        ...more,
      });
    const id = await search(token({ filler: "x".repeat(2_000) }));
    expect(await finds(token({ jti: "renewed" }), id)).toBe(id);
    await expect(finds(token({ sub: "bob" }), id)).rejects.toMatchObject({ meta: { status: 404 } });
  });
});
