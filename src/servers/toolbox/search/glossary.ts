/** What words and marks mean that the documentation takes as known: title, then text. */
export const GLOSSARY: Readonly<Record<string, readonly [title: string, text: string]>> = {
  "test-mark": [
    "What TEST- means: the mark of a rehearsal booking",
    "Record locators (PNR) of Taxiway begin with TEST- and have six more characters, such as TEST-7K2M9P. TEST- means that the booking exists in the rehearsal world only: no airline, hotel or rental company knows it, and no money moves. News of the built-in wire begin with TEST: for the same reason: they are invented.",
  ],
  pnr: [
    "PNR (record locator)",
    "A PNR, passenger name record, is one booking: its passengers, flights, hotels and cars, its prices and its status. Its record locator is how it is found again: pass it to retrieveBooking, to cancelBooking, or as existingPnr to add a hotel or a car.",
  ],
  "iata-codes": [
    "IATA codes of airports, cities and airlines",
    "Airports and cities have IATA codes of three letters (FRA, JFK, LON), airlines of two characters (LH, BA, U2). Searches take airport and city codes. Flight numbers begin with the airline's code.",
  ],
  "city-codes": [
    "City codes (metropolitan areas)",
    "A city with several airports has a code of its own that means all of them: NYC is JFK, EWR and LGA, LON is all London airports, TYO is Haneda and Narita. Where one code is both a city and an airport, as with DFW, a search means the whole city.",
  ],
  baggage: [
    "Baggage rules: how much checked baggage a flight includes",
    "The baggage field of a flight is the checked baggage per person: 1PC is one piece, 25K is 25 kilograms, 0PC is hand luggage only. Economy usually has one piece or 25 kg, premium economy two pieces or 35 kg, business two pieces or 40 kg, first three pieces or 50 kg. Low-cost airlines, the cheapest economy fares on short routes and economy within the United States include no checked bag.",
  ],
  cabins: [
    "Cabins: economy, premium economy, business, first class",
    "Cabins of travel are economy (Y), premium_economy (W), business (J) and first (F). On the same flight economy costs less than premium economy, that less than business, and that less than first. Not every aircraft has every cabin.",
  ],
  cancellation: [
    "Cancelling a booking and refunds",
    "cancelBooking cancels a whole booking and gives its seats back; it cannot be undone. Whether a fare is refundable is a matter of its booking class: Y, B, W, J, C and F are refundable. Hotel rates say until when they can be cancelled free of charge.",
  ],
  sandbox: [
    "Sandbox: what source says",
    "Every answer says its source. sandbox is the generated world of Taxiway, in which nothing costs money; live would be a real supplier. The same seed gives the same sandbox on every machine.",
  ],
  acriss: [
    "ACRISS codes of rental cars",
    "Four letters describe a rental car: class, type of body, gearbox and drive, fuel and air conditioning. ECAR is an economy car with automatic gearbox, EDMR one with five doors that is shifted by hand, IFAR an intermediate SUV.",
  ],
};
