import { table } from "../../bench/table.ts";
import type { HotelReservation } from "../../src/model/booking.ts";
import { addDays } from "../../src/model/calendar.ts";
import { type Draw, draw } from "../../src/model/draw.ts";
import type { Airport, Place } from "../../src/model/place.ts";
import { cityOf } from "../../src/travel/world/hotels/cities.ts";
import { dollars, percent, quantile, type Section, SPREAD, share, spread, WORST } from "./section.ts";
import type { Sample, World } from "./world-under-report.ts";

/** What a brand's hotels always or never have (general knowledge of brand standards). */
interface BrandStandard {
  readonly brands: string;
  readonly always?: RegExp;
  readonly never?: RegExp;
}

const BRAND_STANDARDS: readonly BrandStandard[] = [
  {
    brands:
      "Motel 6|hotelF1|ibis budget|Première Classe|Econo Lodge|easyHotel|Super 8|Red Roof|Travelodge|B&B Hotels|Nine Hours|OYO|Premier Inn",
    never: /\bspa\b|sauna|valet|room service|concierge|fine dining|lounge|limousine/i,
  },
  {
    brands: "citizenM|Motel One|Moxy|ibis|ibis Styles",
    never: /\bspa\b|sauna|valet|indoor pool|room service|concierge/i,
  },
  {
    brands: "Hampton by Hilton|Holiday Inn Express|Fairfield by Marriott|Tru by Hilton",
    always: /breakfast/i,
    never: /\bspa\b|sauna|valet|room service|concierge|fine dining/i,
  },
  {
    brands: "Residence Inn|Staybridge Suites|Candlewood Suites|Extended Stay America",
    always: /kitchen/i,
    never: /\bspa\b|valet/i,
  },
  { brands: "Marriott Hotels|Hilton Hotels|Sheraton|Hyatt Regency|InterContinental", always: /restaurant|dining/i },
  { brands: "Four Seasons|The Ritz-Carlton|St. Regis|Mandarin Oriental|The Peninsula", always: /\bspa\b/i },
];

const standardsOf = ({ chainName }: HotelReservation): readonly BrandStandard[] =>
  BRAND_STANDARDS.filter(({ brands }) => brands.split("|").includes(chainName));

const breaches = (hotel: HotelReservation): readonly string[] =>
  standardsOf(hotel).flatMap(({ always, never }) => {
    const odd = hotel.amenities.filter((amenity) => never?.test(amenity));
    const lacks = always !== undefined && !hotel.amenities.some((amenity) => always.test(amenity));
    const texts = [...odd.map((amenity) => `has ${amenity}`), ...(lacks ? [`lacks ${always.source}`] : [])];
    return texts.map((text) => `${hotel.hotelName} (${hotel.chainName}) ${text}`);
  });

/** Islands and countries without a passenger railway (general knowledge). */
const NO_RAILWAY = new Set(
  (
    "BL MF SX GP MQ RE PF NC GL IS FO CY MT BS BB AG LC VC GD DM KN TC VG VI AI AW CW BQ KY BM MV SC KM ST CV MO TO WS FJ SB VU " +
    "FM MH KI TV NR PW PG YT GF SR GY BZ OM QA BH KW YE AF BT LY SO TD NE RW BI GM GW"
  ).split(" "),
);
const NAMED_AFTER_STATION = /\b(gare|bahnhof\w*|hauptbahnhof|stazione|estación|railway|station)\b/i;

/** Hotels of a city are nearer than this to one of its airports. */
const FAR_KM = 90;
const CLOCK = /^\d\d:\d\d$/;

const isComplete = ({ latitude, longitude, checkInTime = "", checkOutTime = "" }: HotelReservation): boolean =>
  latitude !== undefined && longitude !== undefined && CLOCK.test(checkInTime) && CLOCK.test(checkOutTime);

const kmFromAirport = ({ places }: World, city: Place, { latitude = 0, longitude = 0 }: HotelReservation): number =>
  Math.min(...city.airports.map((airport) => places.distanceKm({ latitude, longitude }, airport)));

const SMALL_TRAFFIC = 0.5;
const DATES = ["2027-02-09", "2027-05-11", "2027-08-14", "2027-10-06"];
const NIGHTS = 2;
const OPTIONS = 100;

const placeOf = (airport: Airport, world: World): Place => world.places.place(airport.cityCode) as Place;

export const searchHotels = ({ supplier }: World, city: Place, checkIn: string): readonly HotelReservation[] =>
  supplier.searchHotels({
    city,
    checkIn,
    checkOut: addDays(checkIn, NIGHTS),
    guests: 2,
    minStars: 1,
    sortBy: "price",
    maxResults: OPTIONS,
  }).offers;

interface Stay {
  readonly hotel: HotelReservation;
  readonly country: string;
  /** From the nearest airport of the city. */
  readonly km: number;
  readonly small: boolean;
  readonly resort: boolean;
}

const BUSY_CITIES = 100;

const sampleCities = ({ places }: World, count: number, chance: Draw): readonly Airport[] => {
  const all = places.airports();
  return Array.from({ length: count }, (_, index) => chance.pick(index % 3 === 0 ? all.slice(0, BUSY_CITIES) : all));
};

const SAMPLED = 0.12;

export const hotels = ({ world, seed, searches }: Sample): Section => {
  const chance = draw("world report hotels", seed);
  const stays = sampleCities(world, Math.max(60, Math.round(searches.length * SAMPLED)), chance).flatMap((airport) => {
    const city = placeOf(airport, world);
    const { traffic, demand } = cityOf(city, world.places);
    return searchHotels(world, city, chance.pick(DATES)).map(
      (hotel): Stay => ({
        hotel,
        country: city.country,
        km: kmFromAirport(world, city, hotel),
        small: traffic < SMALL_TRAFFIC,
        resort: demand === "resort",
      }),
    );
  });
  const nightly = (own: readonly Stay[]): readonly number[] => own.map(({ hotel }) => hotel.pricePerNight);
  const stars = (own: readonly Stay[], count: number): readonly Stay[] =>
    own.filter(({ hotel }) => hotel.starRating === count);
  const small = stays.filter(({ small }) => small);
  const smallTowns = small.filter(({ resort }) => !resort);
  const american = smallTowns.filter(({ country }) => country === "US");
  const branded = stays.filter(({ hotel }) => standardsOf(hotel).length > 0);
  const broken = [...new Set(branded.flatMap(({ hotel }) => breaches(hotel)))];
  const stations = stays
    .filter(({ hotel, country }) => NO_RAILWAY.has(country) && NAMED_AFTER_STATION.test(hotel.hotelName))
    .map(({ hotel }) => hotel.hotelName);
  const grand = share(smallTowns.filter(({ hotel }) => hotel.starRating >= 4).length, smallTowns.length);
  const incomplete = stays.filter(({ hotel }) => !isComplete(hotel));
  const far = stays.filter(({ hotel, km }) => isComplete(hotel) && km > FAR_KM);
  const soldOut = share(stays.filter(({ hotel }) => hotel.status === "sold_out").length, stays.length);
  const rows = (name: string, own: readonly Stay[]) =>
    [1, 2, 3, 4, 5].flatMap((count) => {
      const some = stars(own, count);
      return some.length === 0
        ? []
        : [[`${name}, ${count} stars`, `${some.length}`, ...spread(nightly(some), dollars)]];
    });
  return {
    title: "Hotels",
    tables: [
      table(
        ["a night for two", "hotels", ...SPREAD],
        [
          ...rows(
            "United States",
            stays.filter(({ country, small }) => country === "US" && !small),
          ),
          ...rows(
            "elsewhere",
            stays.filter(({ country, small }) => country !== "US" && !small),
          ),
          ...rows("small places, United States", american),
          ...rows(
            "small places, elsewhere",
            smallTowns.filter(({ country }) => country !== "US"),
          ),
        ],
      ),
      [
        `${percent(grand)} of the hotels in small towns have four or five stars; ${percent(soldOut)} of all are sold out.`,
        `${broken.length} breaches of brand standards among ${branded.length} branded hotels`,
        ...broken.slice(0, WORST).map((text) => `  ${text}`),
        `Named after a station without a railway: ${stations.join(", ") || "none"}`,
      ].join("\n"),
    ],
    figures: {
      "hotels against their brand's standard": broken.length,
      "four and five stars in small towns": grand,
      "small US towns, median night in dollars": quantile(nightly(american), 0.5) / 100,
      "hotels named after a station without a railway": stations.length,
      "hotels without a position and hours": incomplete.length,
      "hotels far from their city's airports": far.length,
      "hotels sold out": soldOut,
    },
    cases: {
      "hotels against their brand's standard": broken,
      "hotels named after a station without a railway": stations,
      "hotels far from their city's airports": far.map(({ hotel, km }) => `${hotel.hotelName} ${km} km`),
      "four and five stars in small towns": smallTowns
        .filter(({ hotel }) => hotel.starRating >= 4)
        .map(({ hotel }) => `${hotel.hotelName} ${hotel.starRating}★ ${dollars(hotel.pricePerNight)}`),
    },
  };
};
