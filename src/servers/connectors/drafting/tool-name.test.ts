import { describe, expect, it } from "vitest";
import { createUniqueNames, nameOfPath, shortName, slugOf, snakeCase } from "./tool-name.ts";

describe("tool names", () => {
  it.each([
    ["listPetsByID", "list_pets_by_id"],
    ["getHTTPStatus2", "get_http_status2"],
    ["Orders.List-All!", "orders_list_all"],
    ["ReservationIDs", "reservation_ids"],
    ["Straße löschen", "strasse_loschen"],
    ["東京", ""],
  ])("converts %s to %s", (text, name) => {
    expect(snakeCase(text)).toBe(name);
  });

  it("derives a name from method and path", () => {
    expect(nameOfPath("GET", "/pets/{petId}/toys")).toBe("get_pets_by_pet_id_toys");
    expect(nameOfPath("DELETE", "/")).toBe("delete");
  });

  it("cuts long names between words and keeps them unique", () => {
    expect(shortName("list_all_the_pets", 12)).toBe("list_all_the");
    expect(shortName("x".repeat(20), 12)).toBe("x".repeat(12));
    const unique = createUniqueNames(12);
    expect(["list_pets", "list_pets", "list_all_the_pets", "list_all_the_cats"].map(unique)).toEqual([
      ...["list_pets", "list_pets_2", "list_all_the", "list_all_2"],
    ]);
  });

  it("makes a slug for a connector", () => {
    expect(slugOf("3 Pets & Co. (v2)", "api")).toBe("pets-co-v2");
    expect(slugOf("東京", "api")).toBe("api");
    expect(slugOf("word ".repeat(20), "api").length).toBeLessThanOrEqual(40);
  });
});
