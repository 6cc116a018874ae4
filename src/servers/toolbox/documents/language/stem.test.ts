import { describe, expect, it } from "vitest";
import { stem } from "./read-text.ts";

describe("inflected forms", () => {
  const together: Record<"en" | "de", readonly (readonly string[])[]> = {
    en: [
      ["flight", "flights", "flight's"],
      ["cancel", "cancels", "cancelled", "cancelling"],
      ["change", "changes", "changed", "changing"],
      ["city", "cities"],
      ["child", "children"],
      ["beach", "beaches"],
      ["book", "booked", "booking", "bookings"],
      ["delay", "delays", "delayed"],
    ],
    de: [
      ["flug", "flüge", "flügen", "fluges"],
      ["flugzeug", "flugzeuge", "flugzeugen", "flugzeugs"],
      ["freundlich", "freundliche", "freundlichen", "freundlicher", "freundliches"],
      ["strecke", "strecken"],
      ["haus", "häuser", "häusern", "hauses"],
      ["gast", "gäste", "gästen"],
    ],
  };
  for (const language of ["en", "de"] as const) {
    for (const forms of together[language]) {
      it(`are counted together: ${forms.join(", ")}`, () => {
        expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1);
      });
    }
  }

  it("of different words stay apart", () => {
    const apart = [
      ["en", "plane", "plan"],
      ["en", "bus", "business"],
      ["en", "new", "news"],
      ["de", "flug", "flugzeug"],
      ["de", "fahrt", "fahrrad"],
      ["de", "hotel", "hotelzimmer"],
    ] as const;
    expect(apart.filter(([language, one, other]) => stem(one, language) === stem(other, language))).toEqual([]);
  });

  it("are left alone in other languages", () => {
    expect(stem("habitaciones", "other")).toBe("habitaciones");
  });
});
