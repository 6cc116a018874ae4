/** A decimal factor, or a quotient of two, converts it to the first unit of its dimension. Names are English and German. */
export type UnitRow = readonly [symbol: string, names: string, factor: string, prefixes?: string, note?: string];

export type Dimension = keyof typeof UNITS;

/** Each a sign, a word and a factor. */
export const PREFIXES = `n nano 1e-9, µ micro 1e-6, m milli 1e-3, c centi 1e-2, d deci 1e-1, h hecto 1e2, k kilo 1e3,
  M mega 1e6, G giga 1e9, T tera 1e12, P peta 1e15, Ki kibi 1024, Mi mebi 1048576, Gi gibi 1073741824,
  Ti tebi 1099511627776, Pi pebi 1125899906842624`;

const LARGE = "k M G";
const BINARY = "k M G T P Ki Mi Gi Ti Pi";

const US = "The US measure was used; for the British one say “uk”, as in “uk gallon”.";
const SHORT_TON = "The US short ton of 2,000 lb was used; say “tonne” for 1,000 kg and “long ton” for 2,240 lb.";
const DECIMAL = "kB, MB and GB are powers of 1000; KiB, MiB and GiB are powers of 1024.";
const PI = "3.14159265358979323846264338327950288";

/**
 * Several words of a name are joined by underscores. A semicolon parts the names that mean only this unit from those
 * that are taken for it, with the note; without one the note is said always.
 */
export const UNITS = {
  length: [
    ["m", "metre metres meter meters", "1", "n µ m c d k"],
    ["in", 'inch inches zoll "', "0.0254"],
    ["ft", "foot feet fuß fuss '", "0.3048"],
    ["yd", "yard yards", "0.9144"],
    ["mi", "mile miles meile meilen statute_mile statute_miles", "1609.344"],
    ["nmi", "nautical_mile nautical_miles seemeile seemeilen sm", "1852"],
    ["ly", "light_year light_years lightyear lightyears lichtjahr lichtjahre", "9460730472580800"],
    ["au", "astronomical_unit astronomical_units", "149597870700"],
  ],
  mass: [
    ["kg", "kilogram kilograms kilogramm kilo kilos", "1"],
    ["g", "gram grams gramm", "0.001", "µ m"],
    ["t", "tonne tonnes metric_ton metric_tons", "1000"],
    ["lb", "pound pounds lbs pfund", "0.45359237"],
    ["oz", "ounce ounces unze unzen", "0.028349523125"],
    ["st", "stone stones", "6.35029318"],
    ["short ton", "short_ton short_tons us_ton us_tons; ton tons", "907.18474", "", SHORT_TON],
    ["long ton", "long_ton long_tons uk_ton imperial_ton", "1016.0469088"],
    ["ct", "carat carats karat", "0.0002"],
  ],
  volume: [
    ["L", "l litre litres liter liters", "1", "m c d h"],
    ["m³", "m3 cubic_metre cubic_metres cubic_meter cubic_meters kubikmeter", "1000"],
    ["cm³", "cm3 cc cubic_centimetre cubic_centimeter kubikzentimeter", "0.001"],
    ["ft³", "ft3 cubic_foot cubic_feet", "28.316846592"],
    ["in³", "in3 cubic_inch cubic_inches", "0.016387064"],
    ["US gal", "us_gallon us_gallons us_gal; gallon gallons gal gallone gallonen", "3.785411784", "", US],
    ["US qt", "us_quart us_quarts; quart quarts qt", "0.946352946", "", US],
    ["US pt", "us_pint us_pints; pint pints pt", "0.473176473", "", US],
    ["US cup", "us_cup us_cups; cup cups tasse tassen", "0.2365882365", "", US],
    [
      "US fl oz",
      "us_fluid_ounce us_fl_oz; fluid_ounce fluid_ounces fl_oz floz oz ounce ounces",
      "0.0295735295625",
      "",
      US,
    ],
    ["tbsp", "tablespoon tablespoons esslöffel", "0.01478676478125"],
    ["tsp", "teaspoon teaspoons teelöffel", "0.00492892159375"],
    ["UK gal", "uk_gallon uk_gallons uk_gal imperial_gallon imperial_gallons", "4.54609"],
    ["UK qt", "uk_quart uk_quarts imperial_quart", "1.1365225"],
    ["UK pt", "uk_pint uk_pints imperial_pint imperial_pints", "0.56826125"],
    ["UK fl oz", "uk_fluid_ounce uk_fl_oz imperial_fluid_ounce", "0.0284130625"],
    ["bbl", "barrel barrels oil_barrel", "158.987294928"],
  ],
  area: [
    ["m²", "m2 sqm square_metre square_metres square_meter square_meters quadratmeter qm", "1"],
    ["km²", "km2 square_kilometre square_kilometres square_kilometer square_kilometers quadratkilometer", "1e6"],
    ["cm²", "cm2 square_centimetre square_centimeter quadratzentimeter", "1e-4"],
    ["mm²", "mm2 square_millimetre square_millimeter", "1e-6"],
    ["ha", "hectare hectares hektar", "1e4"],
    ["acre", "acres ac morgen", "4046.8564224"],
    ["ft²", "ft2 sqft sq_ft square_foot square_feet quadratfuß", "0.09290304"],
    ["in²", "in2 sq_in square_inch square_inches", "0.00064516"],
    ["yd²", "yd2 sq_yd square_yard square_yards", "0.83612736"],
    ["mi²", "mi2 sq_mi square_mile square_miles quadratmeile", "2589988.110336"],
  ],
  speed: [
    ["m/s", "mps metre_per_second metres_per_second meters_per_second meter_pro_sekunde", "1"],
    ["km/h", "kmh kph kilometre_per_hour kilometres_per_hour kilometers_per_hour stundenkilometer", "5/18"],
    ["mph", "mi/h mile_per_hour miles_per_hour meilen_pro_stunde", "0.44704"],
    ["kn", "knot knots kt kts knoten", "1852/3600"],
    ["ft/s", "fps foot_per_second feet_per_second", "0.3048"],
    ["Mach", "mach ma", "340.29", "", "Mach 1 is the speed of sound at sea level in the standard atmosphere."],
    ["c", "speed_of_light lichtgeschwindigkeit", "299792458"],
  ],
  pressure: [
    ["Pa", "pascal pascals", "1", "h k M"],
    ["bar", "bars", "1e5", "m"],
    ["psi", "pound_per_square_inch pounds_per_square_inch lbf/in²", "6894.757293168361"],
    ["atm", "atmosphere atmospheres atmosphäre atmosphären", "101325"],
    ["mmHg", "millimetre_of_mercury torr", "133.322387415"],
    ["inHg", "inch_of_mercury inches_of_mercury", "3386.389"],
  ],
  energy: [
    ["J", "joule joules", "1", LARGE],
    ["Wh", "watt_hour watt_hours wattstunde wattstunden", "3600", LARGE],
    ["cal", "calorie calories kalorie kalorien", "4.184", "k", "One calorie is 4.184 J; food labels count in kcal."],
    ["eV", "electronvolt electronvolts", "1.602176634e-19", LARGE],
    ["BTU", "btu btus british_thermal_unit british_thermal_units", "1055.05585262"],
  ],
  power: [
    ["W", "watt watts", "1", "k M G m"],
    ["hp", "horsepower", "745.69987158227022", "", "Mechanical horsepower; the metric one is PS."],
    ["PS", "metric_horsepower pferdestärke pferdestärken", "735.49875"],
    ["BTU/h", "btu/h btu_per_hour", "1055.05585262/3600"],
  ],
  force: [
    ["N", "newton newtons", "1", "k"],
    ["lbf", "pound_force", "4.4482216152605"],
    ["kgf", "kilogram_force kilopond kp", "9.80665"],
  ],
  frequency: [
    ["Hz", "hertz", "1", LARGE],
    ["rpm", "revolutions_per_minute umdrehungen_pro_minute", "1/60"],
  ],
  time: [
    ["s", "second seconds sec secs sekunde sekunden", "1", "n µ m"],
    ["min", "minute minutes mins minuten", "60"],
    ["h", "hour hours hr hrs stunde stunden std", "3600"],
    ["d", "day days tag tage", "86400"],
    ["wk", "week weeks woche wochen", "604800"],
    ["mo", "month months monat monate", "2629800", "", "A month was taken as a twelfth of 365.25 days."],
    ["yr", "year years y a jahr jahre", "31557600", "", "A year was taken as 365.25 days."],
  ],
  angle: [
    ["rad", "radian radians radiant", "1"],
    ["°", "deg degree degrees grad_winkel", `${PI}/180`],
    ["gon", "grad grads gradian gradians neugrad", `${PI}/200`],
    ["arcmin", "arcminute arcminutes minute_of_arc bogenminute bogenminuten minute minutes", `${PI}/10800`],
    ["arcsec", "arcsecond arcseconds second_of_arc bogensekunde bogensekunden second seconds", `${PI}/648000`],
    ["turn", "turns revolution revolutions umdrehung umdrehungen", `${PI}/0.5`],
  ],
  data: [
    ["B", "byte bytes octet octets", "1", BINARY, DECIMAL],
    ["bit", "bits b", "0.125", BINARY],
  ],
  "data rate": [
    ["bit/s", "bps", "1", BINARY],
    ["B/s", "byte/s bytes/s", "8", BINARY],
  ],
  "fuel consumption": [
    ["km/L", "km/l kml kilometres_per_litre kilometers_per_liter", "1"],
    ["L/100km", "l/100km l/100_km litres_per_100_km liters_per_100_km liter_auf_100_km", "100"],
    ["US mpg", "us_mpg mpg_us; mpg miles_per_gallon mi/gal", "1.609344/3.785411784", "", US],
    ["UK mpg", "uk_mpg mpg_uk imperial_mpg", "1.609344/4.54609"],
  ],
  temperature: [
    ["K", "kelvin kelvins", "1"],
    ["°C", "c celsius centigrade degc deg_c degree_celsius degrees_celsius degree_c degrees_c grad_celsius grad", "1"],
    ["°F", "f fahrenheit degf deg_f degree_fahrenheit degrees_fahrenheit degree_f degrees_f grad_fahrenheit", "5/9"],
    ["°R", "rankine degr degree_rankine degrees_rankine", "5/9"],
  ],
} satisfies Readonly<Record<string, readonly UnitRow[]>>;

/** Scales that do not begin where kelvin does. */
export const ZERO_POINTS: Readonly<Record<string, string>> = { "°C": "273.15", "°F": "459.67" };

/** The more, the less: litres per 100 km against kilometres per litre. */
export const RECIPROCAL: ReadonlySet<string> = new Set(["L/100km"]);
