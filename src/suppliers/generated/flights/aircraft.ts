import type { AircraftKind } from "../block-time.ts";

export interface Aircraft {
  /** IATA code. */
  readonly code: string;
  readonly name: string;
  readonly body: "wide" | "narrow" | "regional" | "turboprop" | "small";
  readonly kind: AircraftKind;
  readonly seats: number;
  readonly rangeKm: number;
}

/** Code, name, typical seats, range in km; `small` ones carry fewer than twenty and land on any strip. */
const TABLE: Readonly<Record<Aircraft["body"], readonly (readonly [string, string, number, number])[]>> = {
  wide: [
    ["332", "Airbus A330-200", 247, 13427],
    ["333", "Airbus A330-300", 290, 11760],
    ["338", "Airbus A330-800neo", 250, 14800],
    ["339", "Airbus A330-900neo", 287, 13334],
    ["343", "Airbus A340-300", 270, 13500],
    ["359", "Airbus A350-900", 315, 15750],
    ["351", "Airbus A350-1000", 369, 16668],
    ["388", "Airbus A380-800", 489, 14816],
    ["748", "Boeing 747-8", 364, 14320],
    ["763", "Boeing 767-300ER", 218, 11070],
    ["764", "Boeing 767-400ER", 240, 10415],
    ["772", "Boeing 777-200ER", 313, 13080],
    ["77L", "Boeing 777-200LR", 300, 15840],
    ["77W", "Boeing 777-300ER", 365, 13650],
    ["788", "Boeing 787-8", 248, 13530],
    ["789", "Boeing 787-9", 296, 14010],
    ["781", "Boeing 787-10", 336, 11730],
  ],
  narrow: [
    ["221", "Airbus A220-100", 110, 6390],
    ["223", "Airbus A220-300", 135, 6297],
    ["319", "Airbus A319", 124, 6940],
    ["320", "Airbus A320", 150, 6112],
    ["32N", "Airbus A320neo", 165, 6297],
    ["321", "Airbus A321", 185, 5926],
    ["32T", "Airbus A321 Transcontinental", 102, 5926],
    ["32Q", "Airbus A321neo", 200, 7408],
    ["32X", "Airbus A321XLR", 182, 8700],
    ["717", "Boeing 717-200", 125, 2645],
    ["733", "Boeing 737-300", 140, 4204],
    ["735", "Boeing 737-500", 118, 4444],
    ["73G", "Boeing 737-700", 126, 5570],
    ["738", "Boeing 737-800", 162, 5436],
    ["739", "Boeing 737-900", 178, 5460],
    ["7M8", "Boeing 737 MAX 8", 172, 6480],
    ["7M9", "Boeing 737 MAX 9", 179, 6110],
    ["752", "Boeing 757-200", 200, 7250],
    ["919", "Comac C919", 164, 4075],
    ["TU5", "Tupolev Tu-154", 160, 3700],
  ],
  regional: [
    ["100", "Fokker 100", 100, 3170],
    ["143", "BAe 146-300", 95, 2800],
    ["290", "Embraer E190-E2", 106, 5280],
    ["295", "Embraer E195-E2", 132, 4815],
    ["AR8", "Avro RJ85", 85, 2960],
    ["C27", "Comac C909", 90, 3700],
    ["CR2", "Bombardier CRJ200", 50, 2491],
    ["CR7", "Bombardier CRJ700", 70, 2553],
    ["CR9", "Bombardier CRJ900", 76, 2876],
    ["E70", "Embraer E170", 70, 3982],
    ["E75", "Embraer E175", 76, 4074],
    ["E90", "Embraer E190", 100, 4537],
    ["E95", "Embraer E195", 116, 4260],
    ["ER4", "Embraer ERJ-145", 50, 2873],
    ["F70", "Fokker 70", 79, 3410],
    ["FRJ", "Fairchild Dornier 328JET", 30, 1850],
    ["SU9", "Sukhoi Superjet 100", 87, 4578],
  ],
  turboprop: [
    ["AN4", "Antonov An-24", 48, 2400],
    ["AT4", "ATR 42", 48, 1500],
    ["AT7", "ATR 72-600", 70, 1370],
    ["DH1", "De Havilland Dash 8-100", 37, 1890],
    ["DH3", "De Havilland Dash 8-300", 50, 1711],
    ["DH4", "De Havilland Dash 8-400", 78, 2040],
    ["F50", "Fokker 50", 50, 2055],
    ["J41", "BAe Jetstream 41", 29, 1430],
    ["MA6", "Xian MA60", 56, 1600],
    ["SF3", "Saab 340", 34, 1732],
  ],
  small: [
    ["BE2", "Beechcraft King Air", 9, 2000],
    ["BEH", "Beechcraft 1900D", 19, 1900],
    ["BH2", "Bell 212", 9, 440],
    ["BNI", "Britten-Norman Islander", 9, 1000],
    ["CNC", "Cessna 208 Caravan", 9, 1400],
    ["DHT", "De Havilland Twin Otter", 19, 1400],
    ["J31", "BAe Jetstream 31", 18, 1260],
    ["J32", "BAe Jetstream 32", 19, 1260],
    ["L4T", "Let L-410", 17, 1400],
    ["PL2", "Pilatus PC-12", 8, 2800],
    ["SWM", "Fairchild Metro", 19, 1900],
  ],
};

const KIND: Readonly<Record<Aircraft["body"], AircraftKind>> = {
  wide: "jet",
  narrow: "jet",
  regional: "regional",
  turboprop: "turboprop",
  small: "turboprop",
};

export const AIRCRAFT: ReadonlyMap<string, Aircraft> = new Map(
  (Object.keys(TABLE) as Aircraft["body"][]).flatMap((body) =>
    TABLE[body].map(([code, name, seats, rangeKm]): [string, Aircraft] => [
      code,
      { code, name, body, kind: KIND[body], seats, rangeKm },
    ]),
  ),
);
