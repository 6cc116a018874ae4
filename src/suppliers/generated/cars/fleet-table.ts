import type { VehicleClass } from "../../../model/rental.ts";

/** Models of one class with their ACRISS codes: `Kia Rio ECAR`. */
export type Fleet = Readonly<Record<VehicleClass, readonly string[]>>;

const NORTH_AMERICA: Fleet = {
  economy: ["Nissan Versa ECAR", "Kia Rio ECAR", "Mitsubishi Mirage ECAR", "Hyundai Accent ECAR"],
  compact: ["Nissan Sentra CCAR", "Hyundai Elantra CCAR", "Kia K4 CCAR"],
  midsize: ["Toyota Corolla ICAR", "Volkswagen Jetta ICAR", "Honda Civic ICAR", "Mazda3 ICAR"],
  fullsize: ["Toyota Camry FCAR", "Nissan Altima FCAR", "Hyundai Sonata FCAR", "Chevrolet Malibu FCAR"],
  suv: [
    "Nissan Rogue IFAR",
    "Toyota RAV4 IFAR",
    "Ford Escape IFAR",
    "Hyundai Santa Fe SFAR",
    "Jeep Grand Cherokee SFAR",
  ],
  luxury: ["Cadillac CT5 LCAR", "BMW 5 Series LCAR", "Mercedes-Benz E-Class LCAR", "Genesis G80 LCAR"],
};

const EUROPE: Fleet = {
  economy: ["Volkswagen Polo EDMR", "Opel Corsa EDMR", "Renault Clio EDMR", "Peugeot 208 EDMR", "Toyota Yaris EDMR"],
  compact: ["Volkswagen Golf CDMR", "Ford Focus CDMR", "Opel Astra CDMR", "Seat León CDMR", "Peugeot 308 CDMR"],
  midsize: ["Škoda Octavia IDMR", "Volkswagen Golf Variant IWMR", "Toyota Corolla Touring Sports IWAH", "Mazda3 IDMR"],
  fullsize: ["Volkswagen Passat FWAR", "Škoda Superb FWAR", "BMW 3 Series FDAR", "Audi A4 FDAR"],
  suv: ["Volkswagen T-Roc IFMR", "Nissan Qashqai IFMR", "Volkswagen Tiguan SFAR", "Škoda Kodiaq SFAR"],
  luxury: ["Mercedes-Benz E-Class LDAR", "BMW 5 Series LDAR", "Audi A6 LDAR", "Volvo S90 LDAR"],
};

/** Without the make that is Opel on one side of the Irish Sea and Vauxhall on the other. */
const BRITISH_ISLES: Fleet = {
  ...EUROPE,
  economy: ["Volkswagen Polo EDMR", "Toyota Yaris EDMR", "Renault Clio EDMR", "Peugeot 208 EDMR"],
  compact: ["Ford Focus CDMR", "Volkswagen Golf CDMR", "Kia Ceed CDMR", "Peugeot 308 CDMR"],
};

/** Winters, long distances and mains current: automatic, electric and four-wheel drive are usual. */
const NORDIC: Fleet = {
  ...EUROPE,
  economy: ["Volkswagen Polo EDMR", "Toyota Yaris Hybrid EDAH", "Kia Rio EDMR"],
  compact: ["Volkswagen Golf CDAR", "Toyota Corolla Hybrid CDAH", "Kia Ceed CDMR"],
  midsize: ["Škoda Octavia Estate IWAR", "Volkswagen ID.4 IGAC", "Toyota Corolla Touring Sports IWAH"],
  suv: ["Toyota RAV4 IFBH", "Volkswagen Tiguan IFBR", "Škoda Kodiaq SFBD"],
  luxury: ["Volvo S90 LDAR", "BMW 5 Series LDAR", "Tesla Model S LDAC"],
};

const JAPAN: Fleet = {
  economy: ["Toyota Yaris EDAR", "Nissan Note EDAR", "Honda Fit EDAR", "Mazda2 EDAR"],
  compact: ["Toyota Aqua CDAH", "Nissan Note e-POWER CDAH", "Toyota Corolla Axio CDAR"],
  midsize: ["Toyota Corolla IDAR", "Toyota Prius IDAH", "Mazda3 IDAR"],
  fullsize: ["Toyota Camry Hybrid FDAH", "Nissan Skyline FDAR", "Honda Accord FDAH"],
  suv: ["Toyota RAV4 IFAR", "Honda Vezel IFAH", "Nissan X-Trail SFAR", "Subaru Forester SFBR"],
  luxury: ["Toyota Crown LDAH", "Lexus ES LDAH", "Lexus LS LDAR"],
};

const KOREA: Fleet = {
  economy: ["Kia Morning EDAR", "Chevrolet Spark EDAR", "Hyundai Casper EDAR"],
  compact: ["Hyundai Avante CDAR", "Kia K3 CDAR"],
  midsize: ["Hyundai Sonata IDAR", "Kia K5 IDAR"],
  fullsize: ["Hyundai Grandeur FDAR", "Kia K8 FDAR"],
  suv: ["Hyundai Tucson IFAR", "Kia Sportage IFAR", "Hyundai Santa Fe SFAR", "Kia Sorento SFAR"],
  luxury: ["Genesis G80 LDAR", "Genesis G90 LDAR", "BMW 5 Series LDAR"],
};

const CHINA: Fleet = {
  economy: ["Volkswagen Polo EDAR", "Toyota Vios EDAR", "BYD Dolphin EDAE"],
  compact: ["Buick Verano CDAR", "Volkswagen Lavida CDAR", "Nissan Sylphy CDAR"],
  midsize: ["Toyota Corolla IDAR", "BYD Qin Plus IDAI", "Geely Emgrand IDAR"],
  fullsize: ["Volkswagen Passat FDAR", "Buick Regal FDAR", "BYD Han FDAC"],
  suv: ["Volkswagen Tiguan L IFAR", "Haval H6 IFAR", "BYD Song Plus SFAI"],
  luxury: ["Audi A6L LDAR", "Mercedes-Benz E-Class L LDAR", "BMW 5 Series Li LDAR"],
};

const OCEANIA: Fleet = {
  economy: ["Kia Picanto ECAR", "Suzuki Swift ECAR", "MG3 ECAR", "Toyota Yaris ECAR"],
  compact: ["Toyota Corolla CDAR", "Hyundai i30 CDAR", "Kia Cerato CDAR"],
  midsize: ["Mazda3 IDAR", "Toyota Corolla Hybrid IDAH", "Subaru Impreza IDAR"],
  fullsize: ["Toyota Camry FDAR", "Toyota Camry Hybrid FDAH", "Hyundai Sonata FDAR"],
  suv: ["Mitsubishi ASX IFAR", "Toyota RAV4 IFAR", "Mitsubishi Outlander SFAR", "Toyota LandCruiser Prado SFBR"],
  luxury: ["BMW 5 Series LDAR", "Mercedes-Benz C-Class LDAR", "Lexus ES LDAH"],
};

const GULF: Fleet = {
  economy: ["Nissan Sunny ECAR", "Toyota Yaris ECAR", "Kia Pegas ECAR"],
  compact: ["Hyundai Accent CDAR", "Toyota Corolla CDAR", "Kia Cerato CDAR"],
  midsize: ["Hyundai Elantra IDAR", "Nissan Sentra IDAR", "MG 5 IDAR"],
  fullsize: ["Toyota Camry FDAR", "Nissan Altima FDAR", "Honda Accord FDAR"],
  suv: ["Nissan X-Trail IFAR", "Hyundai Tucson IFAR", "Mitsubishi Pajero SFBR", "Toyota Land Cruiser FFBR"],
  luxury: ["Mercedes-Benz E-Class LDAR", "BMW 5 Series LDAR", "Lexus ES LDAR"],
};

const LATIN_AMERICA: Fleet = {
  economy: ["Chevrolet Onix ECMR", "Fiat Argo ECMR", "Hyundai HB20 ECMR", "Nissan March ECMR"],
  compact: ["Renault Logan CDMR", "Volkswagen Virtus CDAR", "Chevrolet Aveo CDMR"],
  midsize: ["Nissan Versa IDAR", "Toyota Yaris Sedan IDAR", "Chevrolet Cavalier IDAR"],
  fullsize: ["Toyota Corolla FDAR", "Nissan Sentra FDAR", "Volkswagen Jetta FDAR"],
  suv: ["Chevrolet Tracker IFAR", "Renault Duster IFMR", "Jeep Compass IFAR", "Toyota Hilux SW4 SFBD"],
  luxury: ["BMW 3 Series LDAR", "Mercedes-Benz C-Class LDAR", "Audi A4 LDAR"],
};

const AFRICA: Fleet = {
  economy: ["Volkswagen Polo Vivo ECMR", "Suzuki Swift ECMR", "Dacia Sandero ECMR", "Kia Picanto ECMR"],
  compact: ["Toyota Starlet CDMR", "Renault Clio CDMR", "Hyundai i20 CDMR"],
  midsize: ["Toyota Corolla IDAR", "Nissan Almera IDAR", "Dacia Logan IDMR"],
  fullsize: ["Toyota Corolla Quest FDAR", "Hyundai Elantra FDAR", "Volkswagen Passat FDAR"],
  suv: ["Toyota Urban Cruiser IFMR", "Renault Duster IFMR", "Toyota Fortuner SFBD", "Nissan X-Trail SFAR"],
  luxury: ["Mercedes-Benz C-Class LDAR", "BMW 3 Series LDAR", "Audi A4 LDAR"],
};

const SOUTH_ASIA: Fleet = {
  economy: ["Maruti Suzuki Swift ECMR", "Hyundai Grand i10 ECMR", "Tata Tiago ECMR"],
  compact: ["Maruti Suzuki Dzire CDMR", "Hyundai Aura CDMR", "Honda Amaze CDMR"],
  midsize: ["Honda City IDAR", "Hyundai Verna IDMR", "Škoda Slavia IDAR"],
  fullsize: ["Toyota Corolla Altis FDAR", "Škoda Superb FDAR", "Toyota Camry FDAH"],
  suv: ["Hyundai Creta IFMR", "Mahindra XUV700 IFMR", "Toyota Innova Crysta SFMD", "Toyota Fortuner SFBD"],
  luxury: ["Mercedes-Benz E-Class LDAR", "BMW 5 Series LDAR", "Audi A6 LDAR"],
};

const SOUTHEAST_ASIA: Fleet = {
  economy: ["Toyota Yaris ECAR", "Perodua Myvi ECAR", "Honda Brio ECAR", "Toyota Agya ECAR"],
  compact: ["Toyota Vios CDAR", "Honda City CDAR", "Mitsubishi Attrage CDAR"],
  midsize: ["Toyota Corolla Altis IDAR", "Honda Civic IDAR", "Mazda3 IDAR"],
  fullsize: ["Toyota Camry FDAR", "Honda Accord FDAR", "Nissan Teana FDAR"],
  suv: ["Honda HR-V IFAR", "Toyota Rush IFAR", "Toyota Fortuner SFBD", "Isuzu MU-X SFBD"],
  luxury: ["Mercedes-Benz E-Class LDAR", "BMW 5 Series LDAR", "Lexus ES LDAH"],
};

export const FLEETS = {
  NORTH_AMERICA,
  EUROPE,
  BRITISH_ISLES,
  NORDIC,
  JAPAN,
  KOREA,
  CHINA,
  OCEANIA,
  GULF,
  LATIN_AMERICA,
  AFRICA,
  SOUTH_ASIA,
  SOUTHEAST_ASIA,
} as const;
