import { describe, expect, it } from "vitest";
import { redactArguments } from "./redact-arguments.ts";

describe("redacted arguments", () => {
  it("keep what was requested, without personal data", () => {
    expect(
      redactArguments({
        hotelId: "9100",
        arrivalDate: "2025-12-17",
        rooms: [{ adults: 2, children: [{ age: 7 }] }],
        city: "Wien",
        hotelName: "Post",
        nights: 3,
        ok: true,
        none: null,
        guest: {
          title: "Dr",
          name: "A B",
          firstName: "A",
          "last-name": "B",
          Surname: "B",
          email: "a@b.example",
          phoneNumber: "+43 1 234",
          address: { AddressLine: "Weg 1", PostalCode: "1010", country: "AT" },
          date_of_birth: "1990-01-01",
        },
        name: "Grand tour",
        api_key: "x",
        apiKey: "x",
        Password: "x",
        pin: 1234,
        cardNumber: "4111111111111111",
        note: "call a.b@c.example, card 4111 1111 1111 1111, booking 20251217100000",
      }),
    ).toEqual({
      hotelId: "9100",
      arrivalDate: "2025-12-17",
      rooms: [{ adults: 2, children: [{ age: 7 }] }],
      city: "Wien",
      hotelName: "Post",
      nights: 3,
      ok: true,
      none: null,
      guest: {
        title: "[personal]",
        name: "[personal]",
        firstName: "[personal]",
        "last-name": "[personal]",
        Surname: "[personal]",
        email: "[personal]",
        phoneNumber: "[personal]",
        address: { AddressLine: "[personal]", PostalCode: "[personal]", country: "AT" },
        date_of_birth: "[personal]",
      },
      name: "Grand tour",
      api_key: "[secret]",
      apiKey: "[secret]",
      Password: "[secret]",
      pin: "[secret]",
      cardNumber: "[personal]",
      note: "call [personal], card [personal], booking 20251217100000",
    });
  });

  it("contain no key, wherever it was pasted", () => {
    const key = "twk_aB3dE6gH_0123456789abcdefghijklmnopqrstuvwx";
    const redacted = redactArguments({
      ...{ pnr: key, list: [`Bearer ${key}`], [key]: 1, amadeus_key: "hunter22", jwt: "hunter22" },
      ...{ note: `api_key=hunter22 ${"x".repeat(1_000_000)}${key}`, number: 4111111111111111 },
    });
    expect(redacted).toMatchObject({ pnr: "twk_aB3dE6gH_…", number: "[personal]", "twk_aB3dE6gH_…": 1 });
    expect(JSON.stringify(redacted)).not.toMatch(/0123456789|hunter22/);
  });

  it("are masked in wishes that contain a long number, and wherever a passport is", () => {
    const wish = (specialRequests: string) => redactArguments({ specialRequests });
    expect(wish("Charge 1234 5678 9012")).toEqual({ specialRequests: "[personal]" });
    expect(wish("Room 12 near the lift")).toEqual({ specialRequests: "Room 12 near the lift" });
    expect(redactArguments({ travellers: [{ id: "P1", passport: "X1234567 GB 2031-05-01" }] })).toEqual({
      travellers: [{ id: "P1", passport: "[personal]" }],
    });
  });

  it("are masked where their schema says so", () => {
    const schema = {
      type: "object",
      properties: {
        code: { type: "string", format: "password" },
        voucher: { type: "string", writeOnly: true },
        mail: { type: "string", format: "email" },
        photo: { type: "string", contentEncoding: "base64" },
        list: { type: "array", items: { type: "object", properties: { x: { type: "string", "x-secret": true } } } },
      },
    };
    expect(
      redactArguments({ code: "a", voucher: "b", mail: "c", photo: "YWJj", list: [{ x: "d", y: "e" }] }, schema),
    ).toEqual({
      code: "[secret]",
      voucher: "[secret]",
      mail: "[personal]",
      photo: "[file, 4 characters]",
      list: [{ x: "[secret]", y: "e" }],
    });
  });

  it("are masked where the caller of this function names them", () => {
    expect(redactArguments({ key: "a", sort: { key: "b" } }, {}, new Set(["key"]))).toEqual({
      ...{ key: "[secret]", sort: { key: "b" } },
    });
  });

  it("are shortened", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50; level++) deep = { deep };
    const redacted = JSON.stringify(redactArguments({ deep, text: "x".repeat(9_000), list: Array(900).fill(1) }));
    expect(redacted.length).toBeLessThan(500);
    expect(redacted).toContain("[880 more]");
  });
});
