import { anyOf, wordTable } from "./word-table.ts";

/** Last words of names that say what bears them. */
export const organizationEnds = wordTable(`
  Airways Airline Airlines Aviation Hotel Hotels Resort Resorts Inn Hostel Inc Ltd LLC LLP plc PLC Corp Corporation Company
  Co Group Holding Holdings GmbH AG SE SA AS NV BV Bank Fuel Fuels Energy Systems Technologies Foundation Association Union
  Ministry Commission Parliament Authority Agency Partners Club University College Institute Museum Department Directorate
  Regulator Council Committee Court Office Press Times News Tour Tours Travel Cruises Railway Railways Logistics Insurance
  Motors Alliance Federation Society School Hospital Clinic Restaurant Café Service Services Research Solutions Capital
  Media Industries Consulting Express Software Pharma Studio Studios Ventures Trust Fund Exchange Embassy Rail Catering
`);
export const placeEnds = wordTable(`
  Street Avenue Road Square Plaza Park Path Lane Quarter District Palace Pavilion Castle Temple Shrine Cathedral Church
  Abbey Station Bridge Tower Beach Island Islands Lake River Mountain Mountains Valley Bay Coast Market Garden Gardens Gate
  Hill Hills Harbour Harbor Port Peninsula Canyon Falls Desert Forest Sea Ocean County Village Heathrow Gatwick
`);

/** First words that say so. */
export const organizationStarts = wordTable(
  "Hotel Hostel Restaurant Café Banco Grupo Ministry University Bank Department",
);
export const placeStarts = wordTable(
  "Plaça Plaza Piazza Rue Mount Lake Cape Port Via Calle Place Praça Saint Isle Fort Puerto Playa Monte",
);

/** What may be followed by "of" or "for" inside a name: Bank of England, Regulator for Transport. */
export const joinsBefore = wordTable(`
  Bank University Ministry Department House Republic Kingdom Isle Gulf Bay City Regulator Directorate Church Council
  Institute Museum Court Port States Chamber Federation Association Tower Palace Office Agency School College Society Board
  Law Temple Duke Prince
`);

/** Words before a name, in lower case. */
export const roles = wordTable(`
  officer executive director manager spokesman spokeswoman spokesperson chairman chairwoman chair minister writer author
  monk poet painter architect artist waiter waitress guide chef captain pilot analyst economist historian founder head
  mayor journalist photographer receptionist clerk colleague friend wife husband brother sister son daughter mother father
  named called engineer lawyer doctor ceo cfo coo president chancellor king queen emperor composer
`);
export const companies = wordTable(`
  company carrier airline producer operator union group bank supplier manufacturer firm agency brand chain merchant
  subsidiary partner provider insurer start-up startup rival competitor consortium organisation organization
  association charity newspaper magazine institute party watchdog regulator broadcaster
`);
export const surePrepositions = wordTable("in near around outside behind");
export const otherPrepositions = wordTable(
  "to from via through across between of towards beside past visit reach leave above",
);
/** "the lanes of …", "the town of …" */
export const placesOf = wordTable(`
  lane lanes town city village island garden gardens street streets region temple shrine port coast hills suburb suburbs
  district west east north south outskirts centre center beach beaches market markets harbour mayor capital people
`);
/** "the train to …", "fly to …" */
export const movements = wordTable(`
  train trains fly flies flight flights bus boat ferry travel travels go on walk drive ride route routes service way trip
  journey moved move sail sailed went return returned road excursion tour
`);

const qualified = "(?: [\\p{L}-]{1,20}){0,2} ";

/** What may follow a name. */
export const placeNoun = new RegExp(
  `^\\s${anyOf(`
    district quarter river bridge market shrine temple beach islands? lake valley bay coast mountains? hills?
    neighbou?rhood region province peninsula palace castle old_town harbou?r square street area suburb
  `)}\\b`,
);
export const placeApposition = new RegExp(
  `^, (?:the|a|an)${qualified}${anyOf(`
    temple shrine town city village capital island river castle palace hall church district region garden square bridge
    port beach
  `)}\\b`,
  "u",
);
export const organizationApposition = new RegExp(
  `^, (?:the|a|an)${qualified}${anyOf(`
    operator company airline carrier producer supplier manufacturer agency union subsidiary group bank chain regulator
    provider owner publisher start-?up firm
  `)}\\b`,
  "u",
);
export const personApposition = new RegExp(
  `^(?:,? who\\b|, (?:the |its |our |a |an |their )?(?:[\\p{L}-]{1,20} ){0,2}${anyOf(`
    chief_executive ceo cfo chairman chairwoman president director manager spokesman spokeswoman spokesperson head founder
    author writer minister professor analyst captain owner historian guide chef
  `)}\\b)`,
  "iu",
);
export const saidAfter = /^ (?:said|says|told|added|explained|warned|wrote|replied|asked)\b/;

export const titles = wordTable(
  "mr mrs ms miss dr prof professor sir dame lord lady captain president chancellor king queen",
);
/** Titles that stay with a name that stands alone. */
export const shownTitles: ReadonlyMap<string, string> = new Map([
  ["mr", "Mr."],
  ["mrs", "Mrs."],
  ["ms", "Ms."],
  ["dr", "Dr."],
  ["prof", "Prof."],
]);

/** Capitalised in English, but no names: languages, peoples, styles, days. */
export const adjective = new RegExp(
  `^(?:\\p{L}+(?:ish|ese|ean|ian|ic)|${anyOf(`
    American Mexican German French Dutch Greek Swiss Christian Zen Buddhist Shinto Baroque Roman Latin
  `)})s?$`,
  "u",
);
export const calendarWord = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:Christmas|Easter|Ramadan)$/;
