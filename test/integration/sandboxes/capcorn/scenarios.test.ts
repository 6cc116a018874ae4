import { describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT, keys } from "../../../../src/model/keys.ts";
import { SCENARIOS, type Scenario } from "../../../../src/sandboxes/capcorn/scenarios.ts";
import { type Reply, type StartedSandbox, startSandbox } from "./sandbox-fixture.ts";

/** The two ways to select a scenario. */
const WAYS = ["header", "magic hotel"] as const;
type Way = (typeof WAYS)[number];

const asked = (scenario: Scenario, way: Way) =>
  way === "header"
    ? { hotel: "9100", headers: { "x-taxiway-scenario": scenario } }
    : { hotel: SCENARIOS[scenario], headers: {} };

const search = (started: StartedSandbox, scenario: Scenario, way: Way): Promise<Reply> => {
  const { hotel, headers } = asked(scenario, way);
  return started.search({ hotels: [hotel], rooms: [{ adults: 2 }, { adults: 2, ages: [5] }] }, headers);
};

const reserve = async (started: StartedSandbox, scenario: Scenario, way: Way): Promise<Reply> => {
  const { hotel, headers } = asked(scenario, way);
  const [options = []] = (await started.optionsAt({})) ?? [];
  const { catc: code, board, price } = options.find(({ catc }) => catc === "DZ") ?? { catc: "", board: "", price: "" };
  return started.reserve({ hotel, id: "1", stays: [{ code, board, amount: price }] }, headers);
};

const isBooked = async ({ store }: StartedSandbox): Promise<boolean> =>
  (await store.get(keys.capcornReservation(DEFAULT_TENANT, "Rehearsal", "1")))?.value.status === "confirmed";

describe.each(WAYS)("a CapCorn scenario selected by %s", (way) => {
  it("wrong_credentials rejects the credentials", async () => {
    const started = startSandbox();
    const replies = [await search(started, "wrong_credentials", way), await reserve(started, "wrong_credentials", way)];
    expect(replies.map(({ status }) => status)).toEqual([401, 401]);
    expect(await isBooked(started)).toBe(false);
  });

  it("wrong_credentials_empty answers with an empty body", async () => {
    const started = startSandbox();
    const found = await search(started, "wrong_credentials_empty", way);
    expect(found.status).toBe(200);
    expect(found.body).toContain("<members/>");
    const { status, xml } = await reserve(started, "wrong_credentials_empty", way);
    expect(status).toBe(200);
    expect(xml.OTA_HotelResNotifRS.Errors.Error).toMatchObject({ "@Type": "4", "@Code": "497" });
    expect(await isBooked(started)).toBe(false);
  });

  it("unknown_hotel reports that the hotel is unknown", async () => {
    const started = startSandbox();
    expect((await search(started, "unknown_hotel", way)).body).toContain("<members/>");
    const { xml } = await reserve(started, "unknown_hotel", way);
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@Code"]).toBe("361");
    expect(await isBooked(started)).toBe(false);
  });

  it.each([
    ["duplicate_reservation", "127"],
    ["amount_mismatch", "320"],
    ["room_sold", "322"],
  ] as const)("%s", async (scenario, code) => {
    const started = startSandbox();
    expect((await search(started, scenario, way)).xml.room_availability_result.members.member).toHaveLength(1);
    const { status, xml } = await reserve(started, scenario, way);
    expect(status).toBe(200);
    expect(xml.OTA_HotelResNotifRS.Success).toBeUndefined();
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@Code"]).toBe(code);
    expect(await isBooked(started)).toBe(false);
  });

  it("server_error answers with status 500", async () => {
    const started = startSandbox();
    for (const reply of [await search(started, "server_error", way), await reserve(started, "server_error", way)]) {
      expect(reply.status).toBe(500);
      expect(reply.headers["content-type"]).toContain("text/html");
      expect(reply.body).toContain("<html>");
    }
    expect(await isBooked(started)).toBe(false);
  });

  it("slow delays the answer", async () => {
    const wait = vi.fn(async () => undefined);
    const started = startSandbox({ wait });
    const normal = startSandbox();
    const { body } = await search(started, "slow", way);
    expect(wait).toHaveBeenCalledWith(35_000, expect.any(AbortSignal));
    // This does not change a search.
    expect(body.replace(SCENARIOS.slow, "9100")).toBe((await search(normal, "room_sold", "header")).body);
    await reserve(started, "slow", way);
    expect(wait).toHaveBeenCalledTimes(2);
    expect(await isBooked(started)).toBe(true);
  });

  it("no_namespace answers without an XML namespace", async () => {
    const started = startSandbox();
    const found = await search(started, "no_namespace", way);
    expect(found.body).toContain("<room_availability_result><members>");
    const { body } = await reserve(started, "no_namespace", way);
    expect(body).toContain('<OTA_HotelResNotifRS Version="1"><Success/>');
    expect(await isBooked(started)).toBe(true);
  });

  it("latin1 answers in ISO-8859-1", async () => {
    const started = startSandbox();
    const { headers, body, encoding } = await search(started, "latin1", way);
    expect(headers["content-type"]).toBe("application/xml; charset=iso-8859-1");
    expect(encoding).toBe("latin1");
    expect(body).toContain('encoding="ISO-8859-1"');
    expect(body).toMatch(/[äöüß]/);
    expect(body).not.toMatch(/[^\0-\xff]/);
    expect((await reserve(started, "latin1", way)).encoding).toBe("latin1");
  });

  it("empty_children answers with empty children elements", async () => {
    const started = startSandbox();
    const { body, xml } = await search(started, "empty_children", way);
    expect(body).toContain("<adults>2</adults><children/><options>");
    expect(xml.room_availability_result.members.member[0].rooms.room[1].children.child).toEqual([{ "@age": "5" }]);
  });

  it.each([
    ["empty_body", ""],
    ["text_body", "OK"],
  ] as const)("%s", async (scenario, text) => {
    const started = startSandbox();
    expect(await search(started, scenario, way)).toMatchObject({ status: 200, body: text });
    expect(await reserve(started, scenario, way)).toMatchObject({ status: 200, body: text });
    expect(await isBooked(started)).toBe(true);
    const again = await reserve(started, scenario, way);
    expect(again.xml.OTA_HotelResNotifRS.Errors.Error["@Code"]).toBe("127");
  });
});

describe("CapCorn scenarios", () => {
  it("that are unknown give an error with the known names", async () => {
    const started = startSandbox();
    for (const name of ["", "sold_out", "toString", "__proto__"]) {
      const headers = { "x-taxiway-scenario": name };
      const found = await started.search({}, headers);
      expect(found.status).toBe(400);
      expect(found.xml.error.message).toContain("room_sold, server_error, slow");
      const stays = [{ code: "DZ", board: 1, amount: 1 }];
      expect((await started.reserve({ hotel: "9100", id: "1", stays }, headers)).status).toBe(400);
    }
  });

  it("do not change the other properties of a magic hotel", async () => {
    const started = startSandbox();
    const { body } = await started.search({ hotels: [SCENARIOS.room_sold] });
    expect(body.replace(`"${SCENARIOS.room_sold}"`, '"9100"')).toBe((await started.search()).body);
  });

  it("that are slow end when the sandbox is closed", async () => {
    const started = startSandbox();
    const waiting = started.search({ hotels: [SCENARIOS.slow] });
    await started.sandbox.close();
    expect((await waiting).status).toBe(200);
  });
});
