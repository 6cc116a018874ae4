export const SEARCH = { origin: "JFK", destination: "LAX", departureDate: "2026-12-15" };

export const bookingOf = (flightId: string) => ({
  flightIds: [flightId],
  passengers: [{ type: "adult", firstName: "Ada", lastName: "Byron" }],
  contactEmail: "ada@example.com",
});
