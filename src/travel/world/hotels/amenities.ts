import type { Draw } from "../../../model/draw.ts";
import type { City } from "./cities.ts";

/** What every house of so many stars has, and what it may have. */
const BY_STARS: Readonly<Record<number, { readonly always: readonly string[]; readonly maybe: readonly string[] }>> = {
  1: { always: ["Free WiFi"], maybe: ["24-hour front desk", "Luggage storage", "Vending machines", "Shared kitchen"] },
  2: {
    always: ["Free WiFi", "Air conditioning"],
    maybe: ["24-hour front desk", "Breakfast available", "Laundry", "Parking"],
  },
  3: {
    always: ["Free WiFi", "Air conditioning", "24-hour front desk"],
    maybe: ["Restaurant", "Bar", "Fitness center", "Parking", "Business center", "Laundry service"],
  },
  4: {
    always: ["Free WiFi", "Air conditioning", "24-hour front desk", "Restaurant", "Bar", "Fitness center"],
    maybe: ["Room service", "Meeting rooms", "Executive lounge", "Valet parking", "Indoor pool", "Sauna"],
  },
  5: {
    always: [
      "Free WiFi",
      "Air conditioning",
      "24-hour front desk",
      "Fine dining",
      "Bar",
      "Fitness center",
      "Spa",
      "Concierge",
      "24-hour room service",
    ],
    maybe: ["Indoor pool", "Club lounge", "Valet parking", "Meeting rooms", "Limousine service"],
  },
};

export const amenitiesOf = (stars: number, city: City, atAirport: boolean, chance: Draw): readonly string[] => {
  const { always, maybe } = BY_STARS[stars] as (typeof BY_STARS)[number] & object;
  const amenities = [...always, ...maybe.filter(() => chance.chance(0.5))];
  if (atAirport) amenities.push("Airport shuttle");
  if (city.demand === "resort" && stars >= 3) amenities.push("Outdoor pool");
  return Object.freeze(amenities);
};
