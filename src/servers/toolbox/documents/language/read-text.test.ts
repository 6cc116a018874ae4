import { describe, expect, it } from "vitest";
import type { Language } from "./analyse.ts";
import { sentencesOf, stem } from "./read-text.ts";

const split = (text: string, language: Language = "en"): string[] => sentencesOf(text, language).map((one) => one.text);

describe("sentencesOf", () => {
  const whole: Record<"en" | "de", readonly string[]> = {
    en: [
      "Dr. Miller met Mr. and Mrs. Jones at St. Pancras.",
      "The fare rose by 3.5 percent to $1,249.50 in one year.",
      "J. R. R. Tolkien and George W. Bush never met.",
      "The U.S. government paid, e.g. for meals, i.e. for breakfast.",
      "We left at 6 a.m. and arrived at 9 p.m. on time.",
      "Acme Inc. and Meridian Sky Ltd. signed a contract.",
      "See No. 5 and p. 12 of the report.",
      '"Is it far?" she asked the driver.',
      "Wait... what is this?",
      "Write to help@example.com or see www.example.com/a.html for more.",
    ],
    de: [
      "Am 3. Oktober feiern wir, am 24. Dezember auch.",
      "Im 19. Jahrhundert baute Ludwig II. dieses Schloss.",
      "Herr Dr. Weber kam z. B. um 14.30 Uhr, d. h. zu spät.",
      "Das Ergebnis stieg um 3,5 Mio. Euro auf 1,87 Mrd. Euro.",
      "Er wohnt ca. 5 km entfernt, bzw. in der Nähe.",
      "„Ist es weit?“, fragte sie den Fahrer.",
      "Der 1. FC Köln spielt in der 2. Bundesliga.",
      "Die Straße führt nach St. Gallen.",
    ],
  };
  for (const language of ["en", "de"] as const) {
    for (const sentence of whole[language]) {
      it(`keeps whole: ${sentence}`, () => expect(split(sentence, language)).toEqual([sentence]));
    }
  }

  it("splits at end marks, including closing quotes and brackets", () => {
    expect(split('He said: "It is late." Then he left. (Nobody saw him.) Did you? Yes!')).toEqual([
      'He said: "It is late."',
      "Then he left.",
      "(Nobody saw him.)",
      "Did you?",
      "Yes!",
    ]);
    expect(split("Sie sagte: „Es ist spät.“ Dann ging sie. Warum? So ist das.", "de")).toEqual([
      "Sie sagte: „Es ist spät.“",
      "Dann ging sie.",
      "Warum?",
      "So ist das.",
    ]);
  });

  it("splits after a year, and after an abbreviation before a new sentence", () => {
    expect(split("It was founded in 1998. The company grew.")).toHaveLength(2);
    expect(split("Das war 2024. Die Firma wuchs.", "de")).toHaveLength(2);
    expect(split("Would I go again? No. The rooms are dirty.")).toHaveLength(3);
    expect(split("We landed at 9 p.m. The bus was gone.")).toHaveLength(2);
    expect(split("Das ist gut so. Die Wege sind gepflegt.", "de")).toHaveLength(2);
  });

  it("keeps a very long sentence whole", () => {
    const long = `The list goes on ${"And On And On ".repeat(500)}without an end.`;
    expect(split(`It is short. ${long} It is over.`)).toEqual(["It is short.", long, "It is over."]);
  });

  it("splits at Chinese and Japanese marks without a space", () => {
    expect(split("我喜欢这家酒店。房间很干净！", "other")).toEqual(["我喜欢这家酒店。", "房间很干净！"]);
  });
});

describe("blocks of a text", () => {
  it("are headings, list items or running text", () => {
    const text =
      "Where to stay\n\nThe hotel is small. It is quiet.\n\nPros\n- great location\n- good food\n\n1. Scope\n\n1.1 These rules apply to all tickets.";
    expect(sentencesOf(text, "en").map(({ kind, text: one }) => `${kind}: ${one}`)).toEqual([
      "heading: Where to stay",
      "sentence: The hotel is small.",
      "sentence: It is quiet.",
      "heading: Pros",
      "item: great location",
      "item: good food",
      "heading: Scope",
      "sentence: These rules apply to all tickets.",
    ]);
  });

  it("are joined where lines were wrapped", () => {
    const text =
      "The airline will open a new base in the north of the country and\nhas ordered twelve aircraft. They will be delivered between the spring\nof next year and autumn.";
    expect(split(text)).toEqual([
      "The airline will open a new base in the north of the country and has ordered twelve aircraft.",
      "They will be delivered between the spring of next year and autumn.",
    ]);
  });
});

describe("stem", () => {
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
      it(`is the same for ${forms.join(", ")}`, () => {
        expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1);
      });
    }
  }

  it("differs for different words", () => {
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

  it("leaves words of other languages unchanged", () => {
    expect(stem("habitaciones", "other")).toBe("habitaciones");
  });
});
