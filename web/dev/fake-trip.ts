import type { BookingDetail, ItineraryLeg } from "../../src/console/contract.ts";

const facts = (known: Readonly<Record<string, string>>): ItineraryLeg["facts"] =>
  Object.entries(known).map(([label, value]) => ({ label, value }));

const ZONES = { SFO: "America/Los_Angeles", JFK: "America/New_York", LHR: "Europe/London" } as const;
const point = (place: keyof typeof ZONES, local: string, at: string): ItineraryLeg["from"] => ({
  ...{ place, local, at: `${at}:00Z`, time_zone: ZONES[place] },
});

const AIRPORTS = {
  SFO: "San Francisco International Airport",
  JFK: "John F. Kennedy International Airport",
  LHR: "London Heathrow Airport",
} as const;
const flightFacts = (from: keyof typeof AIRPORTS, to: keyof typeof AIRPORTS) =>
  facts({
    ...{ From: AIRPORTS[from], To: AIRPORTS[to] },
    ...{ Airline: "British Airways", Cabin: "economy, class N", "Fare basis": "NLX8C1S3", Baggage: "1 bag of 23 kg" },
    ...{ Aircraft: "Boeing 777-300ER", Refundable: "no" },
  });

const FEEDER: Omit<ItineraryLeg, "status"> = {
  ...{ kind: "flight", title: "AA178 SFO–JFK", facts: flightFacts("SFO", "JFK") },
  from: point("SFO", "2027-03-10T07:00", "2027-03-10T15:00"),
  to: point("JFK", "2027-03-10T15:32", "2027-03-10T20:32"),
};
const OVERNIGHT: Omit<ItineraryLeg, "status"> = {
  ...{ kind: "flight", title: "BA178 JFK–LHR", facts: flightFacts("JFK", "LHR") },
  from: point("JFK", "2027-03-10T18:55", "2027-03-10T23:55"),
  to: point("LHR", "2027-03-11T06:55", "2027-03-11T06:55"),
};
const HOUSE: Omit<ItineraryLeg, "status"> = {
  ...{ kind: "hotel", title: "Shoreditch Hotel London – MGallery" },
  from: { ...point("LHR", "2027-03-11T15:00", "2027-03-11T15:00"), place: "Shoreditch Hotel London – MGallery" },
  to: { ...point("LHR", "2027-03-15T11:00", "2027-03-15T11:00"), place: "Shoreditch Hotel London – MGallery" },
  facts: facts({
    City: "London",
    Stay: "4 nights, 2 guests, 1 room",
    Room: "Executive Double",
    Rate: "Flexible (BAR)",
  }),
};
const CAR: Omit<ItineraryLeg, "status"> = {
  ...{ kind: "car", title: "Hertz · Volkswagen Golf" },
  from: { ...point("LHR", "2027-03-12T10:00", "2027-03-12T10:00"), place: "London Heathrow" },
  to: { ...point("LHR", "2027-03-15T10:00", "2027-03-15T10:00"), place: "London Gatwick" },
  facts: facts({ Class: "compact (CDAR)", Rental: "3 days", Mileage: "unlimited", Insurance: "included" }),
};

/** One flight over night, or a whole trip around it. */
export const tripOf = (
  status: string,
  isLong: boolean,
  name: string,
  pnr: string,
): Pick<BookingDetail, "legs" | "price" | "display"> => {
  const parts = isLong ? [FEEDER, OVERNIGHT, HOUSE, CAR] : [OVERNIGHT];
  const row = (label: string, amount: number) => ({ label, amount, currency: "USD" });
  const rows = [
    ...(isLong ? [row("AA178 SFO–JFK", 21_400)] : []),
    ...[row("BA178 JFK–LHR", 25_650), row("US departure tax (US)", 4_480), row("Passenger service charge (UB)", 870)],
    ...(isLong ? [row("Shoreditch Hotel London – MGallery, 4 nights", 91_176), row("Hertz car, 3 days", 14_700)] : []),
  ];
  return {
    legs: parts.map((leg) => ({ ...leg, status })),
    price: [
      ...rows,
      row(
        "Total",
        rows.reduce((sum, { amount }) => sum + amount, 0),
      ),
    ],
    display: [
      "*** TEST PNR *** TAXIWAY SANDBOX *** NOT VALID FOR TRAVEL ***",
      `RP/TAXIWAY/TEST                    ${pnr}          16NOV26/1203Z`,
      ` 1.1${name}`,
      ` 1  BA  178 N 10MAR 3 JFKLHR ${status === "cancelled" ? "XX" : "HK"}1  1855 0655+1  NLX8C1S3                 TEST`,
      "FA TOTAL  USD       310.00",
      "*** TEST PNR *** END OF DISPLAY ***",
    ].join("\n"),
  };
};
