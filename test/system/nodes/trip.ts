export const SEARCH = { origin: "JFK", destination: "LAX", departureDate: "2026-12-15" };

export const bookingOf = (flightId: string, lastName = "Byron") => ({
  flightIds: [flightId],
  passengers: [{ type: "adult", firstName: "Ada", lastName }],
  contactEmail: "ada@example.com",
});
