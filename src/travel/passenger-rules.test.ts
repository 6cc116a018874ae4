import { describe, expect, it } from "vitest";
import { Failure } from "../model/failure.ts";
import {
  admitPassengers,
  checkAges,
  checkParty,
  requireName,
  requireOnBooking,
  requirePhone,
} from "./passenger-rules.ts";

const failureOf = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("passenger names", () => {
  it.each([
    "Ada",
    "Jean-Luc",
    "O'Brien",
    "María José",
    "Nguyễn",
    "李",
    "Ørsted",
    "van der Berg",
    "St. John",
    "D’Arcy",
    "אבי",
  ])("accepts %s", (name) => {
    expect(requireName(name, "firstName")).toBe(name);
  });

  it.each(["", "  ", "R2D2", "Ada!", "<b>", "a@b", "-", "x".repeat(51), "Ada\nLovelace", "😀"])(
    "refuses %j",
    (name) => {
      expect(failureOf(() => requireName(name, "firstName"))).toMatchObject({
        kind: "invalid",
        details: { field: "firstName", value: name },
      });
    },
  );

  it("counts characters, not bytes", () => {
    expect(requireName("𠮷".repeat(50), "lastName")).toHaveLength(100);
  });
});

describe("phone numbers", () => {
  it("are normalised to E.164", () => {
    expect(requirePhone("+1 (415) 555-0123", "phone")).toBe("+14155550123");
  });

  it.each(["4155550123", "+0123456789", "+1234567890123456", "call me", "+"])("refuses %s", (phone) => {
    expect(failureOf(() => requirePhone(phone, "contactPhone")).details["field"]).toBe("contactPhone");
  });
});

describe("a party", () => {
  it("has at most nine seats, not counting infants", () => {
    expect(() => checkParty({ adults: 5, children: 4, infants: 5 }, "passengers")).not.toThrow();
    expect(failureOf(() => checkParty({ adults: 6, children: 4, infants: 0 }, "passengers")).kind).toBe("rule");
  });

  it("needs an adult for every infant", () => {
    expect(failureOf(() => checkParty({ adults: 1, children: 0, infants: 2 }, "passengers")).details["allowed"]).toBe(
      "at most 1",
    );
  });

  it("needs at least one adult", () => {
    expect(failureOf(() => checkParty({ adults: 0, children: 1, infants: 0 }, "passengers")).kind).toBe("rule");
  });
});

describe("passenger ages", () => {
  const check = (type: "adult" | "child" | "infant", dateOfBirth: string) =>
    checkAges([{ id: "P1", type, firstName: "A", lastName: "B", dateOfBirth }], "2026-11-15", "2027-03-01");

  it("count on the day of the last flight", () => {
    expect(() => check("infant", "2025-03-02")).not.toThrow();
    expect(failureOf(() => check("infant", "2025-03-01")).details["hint"]).toContain("as child");
    expect(() => check("child", "2015-03-02")).not.toThrow();
    expect(failureOf(() => check("child", "2015-03-01")).details["hint"]).toContain("as adult");
    expect(failureOf(() => check("adult", "2020-01-01")).details["hint"]).toContain("as child");
  });

  it("must not be negative: a date of birth in the future is refused", () => {
    expect(failureOf(() => check("infant", "2026-12-24")).kind).toBe("invalid");
  });
});

describe("the passengers of a booking", () => {
  const [ada, jose] = admitPassengers(
    [
      { type: "adult", firstName: " Ada ", lastName: "Lovelace" },
      { type: "child", firstName: "José", lastName: "García" },
    ],
    "passengers",
  );

  it("are numbered and trimmed", () => {
    expect(ada).toMatchObject({ id: "P1", firstName: "Ada" });
    expect(jose).toMatchObject({ id: "P2" });
  });

  it("have different names, unless their types or dates of birth differ", () => {
    const born = (dateOfBirth?: string) => ({
      ...({ type: "adult", firstName: "José", lastName: "García" } as const),
      ...(dateOfBirth !== undefined && { dateOfBirth }),
    });
    const refused = failureOf(() => admitPassengers([born(), { ...born(), firstName: "JOSE" }], "passengers"));
    expect(refused).toMatchObject({ kind: "rule", details: { field: "passengers[1]" } });
    expect(failureOf(() => admitPassengers([born("1985-12-10"), born()], "passengers")).details["hint"]).toContain(
      "give dateOfBirth for both",
    );
    expect(admitPassengers([born("1985-12-10"), born("2005-12-10")], "passengers")).toHaveLength(2);
    expect(admitPassengers([born(), { ...born(), type: "child" }], "passengers")).toHaveLength(2);
  });

  it("are found by name, ignoring case and accents", () => {
    const people = [ada, jose].filter((person) => person !== undefined);
    expect(requireOnBooking({ firstName: "JOSE", lastName: "garcia" }, people, "guests[0]").id).toBe("P2");
    expect(
      failureOf(() => requireOnBooking({ firstName: "Bob", lastName: "X" }, people, "driver")).details,
    ).toMatchObject({
      field: "driver",
      allowed: ["Ada Lovelace", "José García"],
    });
  });

  it("are refused with a short message even if the name is long", () => {
    const person = { firstName: "A".repeat(100_000), lastName: "B" };
    expect(failureOf(() => requireOnBooking(person, [], "driver")).message.length).toBeLessThan(200);
  });
});
