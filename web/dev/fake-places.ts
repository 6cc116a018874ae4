/** Airports of the fake: some on every side of the date line. */
const ROWS = [
  ["LHR", "London Heathrow Airport", "London", "GB", 51.47, -0.45, "Europe/London"],
  ["JFK", "John F. Kennedy International Airport", "New York", "US", 40.64, -73.78, "America/New_York"],
  ["EWR", "Newark Liberty International Airport", "New York", "US", 40.69, -74.17, "America/New_York"],
  ["FRA", "Frankfurt Airport", "Frankfurt", "DE", 50.03, 8.57, "Europe/Berlin"],
  ["CDG", "Charles de Gaulle Airport", "Paris", "FR", 49.01, 2.55, "Europe/Paris"],
  ["DUB", "Dublin Airport", "Dublin", "IE", 53.42, -6.27, "Europe/Dublin"],
  ["KEF", "Keflavik International Airport", "Reykjavik", "IS", 63.98, -22.61, "Atlantic/Reykjavik"],
  ["BOS", "Boston Logan International Airport", "Boston", "US", 42.36, -71.01, "America/New_York"],
  ["SFO", "San Francisco International Airport", "San Francisco", "US", 37.62, -122.38, "America/Los_Angeles"],
  ["DXB", "Dubai International Airport", "Dubai", "AE", 25.25, 55.36, "Asia/Dubai"],
  ["SIN", "Singapore Changi Airport", "Singapore", "SG", 1.36, 103.99, "Asia/Singapore"],
  ["HND", "Tokyo Haneda Airport", "Tokyo", "JP", 35.55, 139.78, "Asia/Tokyo"],
  ["SYD", "Sydney Kingsford Smith Airport", "Sydney", "AU", -33.95, 151.18, "Australia/Sydney"],
] as const;

export const PLACES = ROWS.map(([code, name, city, country, latitude, longitude, time_zone]) => ({
  ...{ code, name, city, country, latitude, longitude, time_zone },
}));

export const placesFor = (codes: string) => {
  const wanted = codes.split(",");
  return { places: PLACES.filter(({ code }) => wanted.includes(code)) };
};
