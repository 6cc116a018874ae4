import { anyOf, wordTable } from "./word-table.ts";

/** Titles, and what of them stays with a name that stands alone. */
export const titles: ReadonlyMap<string, string | undefined> = new Map([
  ["Herr", "Herr"],
  ["Herrn", "Herr"],
  ["Frau", "Frau"],
  ["Familie", "Familie"],
  ["Dr", undefined],
  ["Prof", undefined],
  ["Professor", undefined],
  ["Professorin", undefined],
]);

/** Nouns before a name, also as the last part of a compound: Finanzvorstand, Küchenchef. */
export const role = new RegExp(
  `${anyOf(`
    vorsitzende[rn]? vorstand sprecher(?:in)? leiter(?:in)? chef(?:in)? minister(?:in)? führer(?:in)? direktor(?:in)?
    präsident(?:in)? meister(?:in)? kanzler(?:in)? manager(?:in)? autor(?:in)? schriftsteller(?:in)? schwester bruder
    kolleg(?:e|in) freund(?:in)? wirt(?:in)? kapitän(?:in)? dichter(?:in)? maler(?:in)? architekt(?:in)? könig(?:in)?
    kaiser(?:in)? papst anwalt anwältin experte expertin gründer(?:in)? mann tochter sohn mutter vater onkel tante nichte
    neffe redakteur(?:in)? pilot(?:in)?
  `)}$`,
  "iu",
);
export const company = new RegExp(
  `${anyOf(`
    reederei gewerkschaft airline firma konzern unternehmen hersteller anbieter veranstalter versicherung partei verein
    verlag zeitung magazin betreiber lieferant marke kette organisation verband behörde stiftung gruppe bäckerei brauerei
    druckerei metzgerei spedition portal agentur gesellschaft
  `)}$`,
  "iu",
);
export const placeNoun = wordTable(`
  Nationalpark Stadt Hauptstadt Insel Halbinsel Dorf Ort Region Fluss Provinz Hafenstadt Gemeinde Bundesland Bezirk
  Stadtteil Viertel Schloss Burg Kloster Bahnhof Kanton Landkreis Kreis See Strand Berg Badeort Ferienort Kurort Bergdorf
  Raum Großraum Standort
`);

/** Nouns that are part of the name: Hotel Adlon, Deutsches Museum, FC Basel. */
export const house = new RegExp(
  `${anyOf(`
    hotel pension gasthof gasthaus restaurant café museum klinik klinikum universität hochschule institut bank hostel weingut
  `)}$|^${anyOf("FC SC SV TSV VfB VfL AC Real Borussia Eintracht")}$`,
  "iu",
);
export const legalForms = wordTable(
  "AG GmbH SE KG KGaA OHG UG AS SA AB Oy BV NV Ltd Inc LLC plc Holding Group Airlines Airways e.V",
);
export const office = new RegExp(
  `^(?:Bundes|Landes|Europa)\\p{L}{2,30}${anyOf(`
    amt amtes amts ministerium ministeriums agentur anstalt behörde bank gericht gerichts gerichtshof polizei verband
  `)}$`,
  "u",
);

export const placeApposition = new RegExp(
  `^, (?:ein|eine|einem|einer|der|die|das|dem|den)(?: [\\p{L}-]{1,24}){0,2} \\p{L}{0,20}${anyOf(`
    dorf stadt ort städtchen insel hafen gemeinde viertel see fluss
  `)}(?![\\p{L}])`,
  "iu",
);
/** As towns and countries end. */
export const placeEnding = new RegExp(
  `${anyOf(`
    hausen ingen heim burg berg dorf stadt furt ried zell kirchen hofen bach brunn tal au ow itz see ien land stein münde
    brück weiler feld wald born haven büttel
  `)}$`,
  "u",
);
/** Starnberger See, Kölner Dom. */
export const derivedPlace = new RegExp(
  `^\\p{Lu}\\p{Ll}{2,20}er ${anyOf(`
    See Straße Platz Tor Dom Wald Alpen Meer Hafen Bucht Altstadt Schloss Land Heide Hauptbahnhof Rathaus Moor Brücke Becken
    Küste
  `)}$`,
  "u",
);
export const commonLake = /^(?:Bade|Stau|Berg|Bagger|Wald|Binnen|Über)see$/u;

export const towards = wordTable("nach in aus bei ab bis via richtung von über");
/** What a sentence says when somebody is somewhere or on the way there. */
export const movement = new RegExp(
  anyOf(`
    fuhr fahr fähr flog flieg flug flüg reis führt ging gehen zug bus fähre überfahrt wohn leb strecke verbindung weiter
    übernacht sitz ankunft liegt standort filiale
  `),
  "iu",
);
export const articles = wordTable(`
  der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins kein keine unser unsere unserem
  unseren unserer mein meine ihr ihre sein seine dieser diese dieses diesem diesen jeder jede jedes alle viele
`);

/** Nouns that stand after a preposition without an article although they name no place. */
export const articleless = wordTable(`
  höhe angaben ordnung kraft betrieb frage gefahr person personen haus hause holz glas stein kunden gästen grund gründen
  ruhe liebe angst wut freude wasser luft natur form richtung zukunft zeit zeiten bezug verbindung zusammenarbeit folge
  ansicht meinung art dauer wunsch bedarf sicht planung aussicht arbeit urlaub ferien reisen kosten wegen teilen
  deutsch englisch französisch italienisch spanisch gold silber weiß schwarz euro dollar prozent mitte ende anfang
  bord land lande see meer stadt dorf süden norden westen osten familie kindern kinder menschen leuten jahren
`);
export const abstractEnding = new RegExp(
  `${anyOf(`
    ung ungen heit heiten keit keiten schaft schaften tion tionen tät täten nis nisse nissen ismus tum ling erei chen lein
    sal ur ment anz enz
  `)}$`,
  "u",
);
