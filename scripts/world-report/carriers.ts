import { table } from "../../bench/table.ts";
import type { FlightOption } from "../../src/model/flight.ts";
import { percent, type Section, share } from "./section.ts";
import { airportOf, flightsOf, isAvailable, type Sample, searchFlights, type World } from "./world-under-report.ts";

/** From the review of 2026-11-17 and general knowledge; facts of the schedules of 2024 and 2025, not from a data file. */
const NEVER_FLOWN =
  "VS:LHR-SIN VS:LHR-HKG VS:LHR-DOH UA:SFO-DXB AA:MIA-DOH CX:HKG-SVO FR:MAD-BCN FR:WAW-KRK W6:FCO-LIN W4:FCO-LIN LS:DUB-STN " +
  "X3:FRA-MUC WN:AUS-DFW WN:DFW-HOU WN:DFW-LAS BA:LHR-LPL QF:SYD-LHR BA:LHR-SEZ DL:ATL-SIN AA:JFK-SIN AF:CDG-SYD LH:FRA-SYD " +
  "KL:AMS-SYD U2:LHR-EDI U2:GVA-ZRH U2:BER-MUC FR:LHR-DUB FR:PED-PRG FR:BER-CGN FR:FCO-NAP W6:LTN-MAN W6:DTM-MUC W6:GDN-KTW " +
  "VS:LHR-BOH HV:BRU-LGG LO:BUD-SOB DY:AGP-MAD FD:DMK-USM VZ:BKK-USM EK:DXB-TLS B6:JFK-SIN AC:YYZ-SIN NK:JFK-LAX WN:JFK-LAS WN:EWR-MDW SQ:SIN-ORD TK:IST-AKL " +
  "AY:HEL-SYD SK:CPH-SYD TP:LIS-NRT LX:ZRH-SYD UA:EWR-SIN DL:JFK-HKG AA:LAX-SIN";

const FLOWN =
  "UA:SFO-CDG UA:EWR-JNB QR:DOH-SEA KL:AMS-PTY VS:LHR-LOS MU:PVG-SFO FR:ATH-JTR FR:STN-BGY FR:DUB-STN AA:DFW-HND AA:LAX-SYD " +
  "AA:MIA-GRU AA:PHL-LHR AA:DCA-ORD AA:CLT-MIA DL:ATL-AMS DL:JFK-LAX DL:DTW-AMS DL:ATL-JNB DL:SEA-ICN DL:SLC-CDG UA:IAH-LHR " +
  "UA:SFO-SYD UA:SFO-SIN UA:DEN-FRA UA:EWR-LAX UA:ORD-SFO AS:SEA-HNL AS:SEA-ANC B6:BOS-LHR B6:JFK-SJU WN:DAL-HOU WN:LAS-OAK " +
  "WN:BWI-MCO WN:DEN-PHX F9:DEN-LAS NK:FLL-LGA HA:HNL-OGG HA:HNL-SYD AC:YYZ-LHR AC:YVR-HKG AC:YUL-CDG WS:YYC-LHR AM:MEX-MAD " +
  "CM:PTY-GRU AV:BOG-MIA LA:SCL-SYD LA:GRU-MAD G3:CGH-SDU AD:VCP-CNF AR:EZE-MAD BA:LHR-CPT BA:LHR-EDI BA:LGW-MCO BA:LCY-EDI " +
  "VS:LHR-JFK VS:MAN-MCO VS:LHR-JNB VS:LHR-DEL U2:LGW-AMS U2:LGW-BCN FR:BGY-CTA W6:BUD-LTN LS:MAN-PMI LS:LBA-ALC EI:DUB-BOS " +
  "EI:DUB-JFK AF:CDG-JFK AF:ORY-TLS AF:CDG-GIG KL:AMS-LHR KL:AMS-CPT KL:AMS-CUR LH:FRA-SIN LH:MUC-DEN LH:FRA-GRU LX:ZRH-SFO " +
  "OS:VIE-NRT SN:BRU-FIH SK:CPH-EWR SK:OSL-CPH AY:HEL-NRT DY:OSL-BGO IB:MAD-EZE IB:MAD-JFK VY:BCN-ORY VY:BCN-PMI TP:LIS-GRU " +
  "TP:LIS-EWR AZ:FCO-JFK AZ:FCO-LIN A3:ATH-SKG A3:ATH-JTR LO:WAW-ORD LO:WAW-KRK JU:BEG-JFK TK:IST-JFK TK:IST-BOG PC:SAW-ADB " +
  "EK:DXB-SYD EK:DXB-JFK EK:MXP-JFK QR:DOH-LHR QR:DOH-AKL EY:AUH-SYD EY:AUH-JFK SV:JED-CAI SV:RUH-JED MS:CAI-JFK ET:ADD-IAD " +
  "ET:ADD-JNB KQ:NBO-LHR SA:JNB-CPT AT:CMN-JFK AI:DEL-BOM AI:DEL-LHR 6E:DEL-BOM 6E:BLR-HYD UL:CMB-LHR SQ:SIN-JFK SQ:SIN-SYD " +
  "SQ:SIN-MNL MH:KUL-LHR D7:KUL-SYD TG:BKK-LHR TG:BKK-HKT FD:DMK-CNX VN:SGN-HAN VJ:SGN-HAN GA:CGK-DPS JT:CGK-SUB PR:MNL-LAX " +
  "5J:MNL-CEB CX:HKG-LHR CX:HKG-JFK CX:HKG-SYD CI:TPE-LAX BR:TPE-CDG CA:PEK-FRA CA:PEK-SHA MU:SHA-PEK MU:PVG-CDG CZ:CAN-LHR " +
  "AR:USH-FTE AD:MAO-TBT KL:AMS-NWI LM:ABZ-NWI RO:OTP-TSR " +
  "KE:ICN-LAX KE:GMP-CJU OZ:ICN-JFK JL:HND-CTS JL:HND-LHR NH:HND-FUK QF:SIN-LHR QF:PER-LHR QF:SYD-DFW QF:SYD-MEL VA:MEL-BNE " +
  "JQ:SYD-OOL NZ:AKL-LAX NZ:AKL-WLG NZ:AKL-JFK FJ:NAN-LAX TN:PPT-LAX";

/** Airlines that fly for others only, so that no ticket has their code (general knowledge). */
const FLY_FOR_OTHERS = new Set(["OO", "EN", "YW"]);

const A_WEEK = ["2027-05-10", "2027-05-11", "2027-05-12", "2027-05-13", "2027-05-14", "2027-05-15", "2027-05-16"];

interface Claim {
  readonly airline: string;
  readonly from: string;
  readonly to: string;
}

const claimsOf = (text: string): readonly Claim[] =>
  text.split(" ").map((word) => ({ airline: word.slice(0, 2), from: word.slice(3, 6), to: word.slice(7) }));

const nonstopsOfWeek = (world: World, { from, to }: Claim): readonly FlightOption[] =>
  A_WEEK.flatMap(
    (date) => searchFlights(world, airportOf(world, from), airportOf(world, to), date, { maxConnections: 0 }).options,
  );

const nameOf = ({ airline, from, to }: Claim): string => `${airline} ${from}-${to}`;

/** The fewest daily flights on routes that are known for their frequency (general knowledge). */
const DAILY: readonly (readonly [claim: string, least: number])[] = [
  ["FR:DUB-STN", 8],
  ["BA:LHR-JFK", 7],
  ["QF:SYD-MEL", 12],
  ["WN:DAL-HOU", 12],
  ["EK:DXB-LHR", 5],
  ["6E:DEL-BOM", 12],
];

export const carriers = (sample: Sample): Section => {
  const { world, observations } = sample;
  const flies = (claim: Claim): boolean =>
    nonstopsOfWeek(world, claim).some(({ airlineCode }) => airlineCode === claim.airline);
  const wrong = claimsOf(NEVER_FLOWN).filter(flies).map(nameOf);
  const missing = claimsOf(FLOWN)
    .filter((claim) => !flies(claim))
    .map(nameOf);
  const daily = DAILY.map(([text, least]) => {
    const [claim] = claimsOf(text) as [Claim];
    const own = nonstopsOfWeek(world, claim).filter(({ airlineCode }) => airlineCode === claim.airline);
    return { name: nameOf(claim), least, daily: own.length / A_WEEK.length };
  });
  const rare = daily.filter(({ least, daily }) => daily < least);
  const flights = flightsOf(sample);
  const ownCodes = flights.filter(({ airlineCode }) => FLY_FOR_OTHERS.has(airlineCode));
  const soldOut = observations
    .flatMap(({ options }) => options)
    .filter(({ stops }) => stops === 0)
    .map(isAvailable);
  return {
    title: "Carriers and seats",
    tables: [
      table(
        ["carrier and route", "wanted", "found"],
        [
          ["never flown, but sold", "0", `${wrong.length} of ${claimsOf(NEVER_FLOWN).length}`],
          ["flown, but not sold", "0", `${missing.length} of ${claimsOf(FLOWN).length}`],
          ...daily.map(({ name, least, daily }) => [`${name}, flights a day`, `${least}`, daily.toFixed(1)]),
        ],
      ),
      `Sold, but never flown: ${wrong.join(", ")}\nFlown, but not sold: ${missing.join(", ")}`,
      `${percent(share(soldOut.filter((available) => !available).length, soldOut.length))} of the nonstop flights are sold out.`,
      `Flights sold by airlines that fly for others only: ${ownCodes.length} of ${flights.length}`,
    ],
    figures: {
      "carriers on routes they never fly": wrong.length,
      "known routes without their carrier": missing.length,
      "well-known routes with too few flights": rare.length,
      "flights sold by airlines that fly for others only": ownCodes.length,
      "nonstop flights sold out": share(soldOut.filter((available) => !available).length, soldOut.length),
    },
    cases: {
      "carriers on routes they never fly": wrong,
      "known routes without their carrier": missing,
      "well-known routes with too few flights": rare.map(({ name, daily }) => `${name} ${daily.toFixed(1)} a day`),
      "flights sold by airlines that fly for others only": ownCodes
        .slice(0, 10)
        .map(({ flightNumber, originCode, destinationCode }) => `${flightNumber} ${originCode}-${destinationCode}`),
    },
  };
};
