import { describe, expect, it } from "vitest";
import type { Entity, EntityType } from "./analyse.ts";
import { analyse } from "./analyse.ts";

const entitiesOf = async (text: string): Promise<readonly Entity[]> => {
  const analysis = await analyse(text, "entities");
  return analysis.analysis_type === "entities" ? analysis.entities : [];
};

describe("patterned entities", () => {
  const forms: readonly (readonly [EntityType, string, string])[] = [
    ["DATE", "3 March 2025", "We fly on 3 March 2025."],
    ["DATE", "March 3rd, 2025", "We fly on March 3rd, 2025."],
    ["DATE", "2025-03-03", "We fly on 2025-03-03."],
    ["DATE", "3. März 2025", "Wir fliegen am 3. März 2025."],
    ["DATE", "03.03.2025", "Wir fliegen am 03.03.2025."],
    ["TIME", "18:45", "The gate closes at 18:45."],
    ["TIME", "6.30 p.m.", "The gate closes at 6.30 p.m. today."],
    ["TIME", "14.30 Uhr", "Das Gate schließt um 14.30 Uhr."],
    ["MONEY", "$1,249.50", "The fare is $1,249.50 in all."],
    ["MONEY", "1.249,50 Euro", "Der Preis ist 1.249,50 Euro insgesamt."],
    ["MONEY", "3,5 Mrd. Euro", "Der Umsatz war 3,5 Mrd. Euro."],
    ["MONEY", "CHF 45", "The fee is CHF 45 per bag."],
    ["PERCENT", "12.5%", "It rose by 12.5% in the year."],
    ["PERCENT", "12,5 %", "Das waren 12,5 % mehr."],
    ["EMAIL", "a.b+c@mail.example.com", "Write to a.b+c@mail.example.com."],
    ["URL", "https://example.com/a?b=c", "See (https://example.com/a?b=c)."],
    ["PHONE", "+49 69 123 4567", "Call us on +49 69 123 4567."],
    ["PHONE", "030 123456", "Wir sind da: Tel. 030 123456."],
    ["FLIGHT", "LH 400", "Wir nahmen LH 400 und kamen gut an."],
    ["FLIGHT", "BA117", "I was on BA117 and it was late."],
    ["BOOKING", "TEST-ABC234", "Your trip is TEST-ABC234 and it is paid."],
    ["BOOKING", "K7QX2M", "Ihr Buchungscode lautet K7QX2M und ist gültig."],
    ["AIRPORT", "Frankfurt (FRA)", "We change planes in Frankfurt (FRA) on the way."],
    ["AIRPORT", "MUC", "The flight is from MUC to the north."],
  ];
  for (const [type, entity, text] of forms) {
    it(`include the ${type} ${entity}`, async () => {
      const found = (await entitiesOf(text)).filter((one) => one.type === type);
      expect(found).toEqual([{ type, text: entity, count: 1 }]);
    });
  }

  const lookalikes: readonly (readonly [EntityType, string])[] = [
    ["FLIGHT", "We sat in an A350 and then in a B737, and the regulation is EU 261."],
    ["FLIGHT", "He was born in AD 400 and it is OK 12 times."],
    ["AIRPORT", "The CEO paid in EUR, and the USA and the BBC are in the news."],
    ["DATE", "You may march on, and 2000 guests came in room 2024."],
    ["TIME", "The score was 3.45 and the ratio 1.5."],
    ["PERCENT", "Das waren 1,8 Prozentpunkte mehr als im Vorjahr."],
    ["PHONE", "The number is 12345678 and the year is 2024."],
    ["BOOKING", "The booking system has a booking number of guests."],
  ];
  for (const [type, text] of lookalikes) {
    it(`do not include a ${type} in: ${text}`, async () => {
      expect((await entitiesOf(text)).filter((one) => one.type === type)).toEqual([]);
    });
  }
});
