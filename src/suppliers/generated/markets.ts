/** A trading area: the hotel chains, rental companies and fleets found there are much the same. */
export type Market =
  | "us"
  | "canada"
  | "mexico"
  | "caribbean"
  | "south-america"
  | "britain"
  | "france"
  | "german"
  | "benelux"
  | "nordic"
  | "south-europe"
  | "east-europe"
  | "cis"
  | "middle-east"
  | "africa"
  | "south-asia"
  | "china"
  | "japan"
  | "korea"
  | "southeast-asia"
  | "oceania"
  | "pacific";

export interface Country {
  readonly name: string;
  readonly market: Market;
  /** The language of street names and of the words for centre, station and old town. */
  readonly language: string;
  /** What a room costs there beside a middling city of the United States. */
  readonly level: number;
}

/** Per market: `code name language level`, where an underscore stands for a space. */
const COUNTRIES: Readonly<Record<Market, string>> = {
  us: `US USA en 1; PR Puerto_Rico es 1; VI US_Virgin_Islands en 1.15; GU Guam en 1; MP Northern_Mariana_Islands en 0.9;
    AS American_Samoa en 0.8; UM US_Minor_Outlying_Islands en 1`,
  canada: "CA Canada en 0.95; PM Saint_Pierre_and_Miquelon fr 0.8",
  mexico: `MX Mexico es 0.62; GT Guatemala es 0.55; BZ Belize en 0.75; SV El_Salvador es 0.55; HN Honduras es 0.52;
    NI Nicaragua es 0.48; CR Costa_Rica es 0.72; PA Panama es 0.62`,
  caribbean: `BS Bahamas en 1.3; JM Jamaica en 1; CU Cuba es 0.6; HT Haiti fr 0.75; DO Dominican_Republic es 0.8;
    KY Cayman_Islands en 1.55; TC Turks_and_Caicos_Islands en 1.6; BM Bermuda en 1.7; VG British_Virgin_Islands en 1.4;
    AI Anguilla en 1.6; AG Antigua_and_Barbuda en 1.3; KN Saint_Kitts_and_Nevis en 1.25; MS Montserrat en 0.8;
    DM Dominica en 0.85; LC Saint_Lucia en 1.25; VC Saint_Vincent_and_the_Grenadines en 1.05; BB Barbados en 1.3;
    GD Grenada en 1.1; TT Trinidad_and_Tobago en 0.85; AW Aruba nl 1.3; CW Curaçao nl 1; BQ Bonaire nl 1;
    SX Sint_Maarten nl 1.15; MF Saint_Martin fr 1.2; BL Saint_Barthélemy fr 1.9; GP Guadeloupe fr 0.9;
    MQ Martinique fr 0.9`,
  "south-america": `BR Brazil pt 0.52; AR Argentina es 0.55; CL Chile es 0.65; UY Uruguay es 0.65; PY Paraguay es 0.48;
    BO Bolivia es 0.42; PE Peru es 0.52; EC Ecuador es 0.5; CO Colombia es 0.48; VE Venezuela es 0.5;
    GY Guyana en 0.75; SR Suriname nl 0.6; GF French_Guiana fr 0.85; FK Falkland_Islands en 0.9`,
  britain: `GB United_Kingdom en 0.88; IE Ireland en 1; IM Isle_of_Man en 0.85; JE Jersey en 0.95; GG Guernsey en 0.9;
    GI Gibraltar en 0.9`,
  france: "FR France fr 0.82; MC Monaco fr 1.7",
  german: "DE Germany de 0.78; AT Austria de 0.85; CH Switzerland de 1.3; LI Liechtenstein de 1.2",
  benelux: "NL Netherlands nl 0.92; BE Belgium nl 0.8; LU Luxembourg fr 0.95",
  nordic: `NO Norway no 0.95; SE Sweden sv 0.82; DK Denmark da 0.95; FI Finland fi 0.82; IS Iceland is 1.15;
    FO Faroe_Islands da 0.95; GL Greenland da 1; AX Åland_Islands sv 0.8; SJ Svalbard no 1.1`,
  "south-europe": `ES Spain es 0.75; PT Portugal pt 0.7; IT Italy it 0.85; GR Greece el 0.72; MT Malta en 0.72;
    CY Cyprus el 0.72; TR Türkiye tr 0.52; AD Andorra es 0.75; SM San_Marino it 0.8`,
  "east-europe": `PL Poland pl 0.55; CZ Czechia cs 0.6; SK Slovakia cs 0.55; HU Hungary hu 0.55; RO Romania ro 0.5;
    BG Bulgaria bg 0.45; SI Slovenia sl 0.65; HR Croatia sl 0.72; RS Serbia sl 0.5; BA Bosnia_and_Herzegovina sl 0.42;
    ME Montenegro sl 0.58; MK North_Macedonia sl 0.42; AL Albania plain 0.45; XK Kosovo plain 0.42; EE Estonia plain 0.58;
    LV Latvia plain 0.52; LT Lithuania plain 0.55; MD Moldova ro 0.42; UA Ukraine ru 0.45`,
  cis: `RU Russia ru 0.5; BY Belarus ru 0.45; KZ Kazakhstan ru 0.48; UZ Uzbekistan ru 0.42; KG Kyrgyzstan ru 0.38;
    TJ Tajikistan ru 0.45; TM Turkmenistan ru 0.55; GE Georgia plain 0.48; AM Armenia plain 0.5; AZ Azerbaijan plain 0.5;
    MN Mongolia plain 0.5`,
  "middle-east": `AE United_Arab_Emirates ar 0.85; SA Saudi_Arabia ar 0.8; QA Qatar ar 0.8; BH Bahrain ar 0.72;
    KW Kuwait ar 0.85; OM Oman ar 0.7; JO Jordan ar 0.65; LB Lebanon ar 0.7; IL Israel plain 1.1; PS Palestine ar 0.6;
    IQ Iraq ar 0.65; IR Iran ar 0.45; SY Syria ar 0.5; YE Yemen ar 0.5`,
  africa: `ZA South_Africa en 0.55; NA Namibia en 0.58; BW Botswana en 0.65; SZ Eswatini en 0.5; LS Lesotho en 0.48;
    ZW Zimbabwe en 0.68; ZM Zambia en 0.65; MZ Mozambique pt 0.62; MW Malawi en 0.6; AO Angola pt 0.85;
    TZ Tanzania en 0.65; KE Kenya en 0.62; UG Uganda en 0.58; RW Rwanda en 0.68; BI Burundi fr 0.6;
    CD DR_Congo fr 0.85; CG Congo fr 0.8; GA Gabon fr 0.82; CM Cameroon fr 0.65; GQ Equatorial_Guinea es 0.82;
    ST São_Tomé_and_Príncipe pt 0.65; NG Nigeria en 0.62; GH Ghana en 0.7; CI Côte_d’Ivoire fr 0.7; SN Senegal fr 0.7;
    GM Gambia en 0.55; GN Guinea fr 0.7; GW Guinea-Bissau pt 0.6; SL Sierra_Leone en 0.68; LR Liberia en 0.72;
    ML Mali fr 0.6; BF Burkina_Faso fr 0.58; NE Niger fr 0.6; TG Togo fr 0.6; BJ Benin fr 0.58; TD Chad fr 0.75;
    CF Central_African_Republic fr 0.75; SS South_Sudan plain 0.8; SD Sudan ar 0.65; ET Ethiopia plain 0.6; ER Eritrea plain 0.55;
    DJ Djibouti fr 0.8; SO Somalia plain 0.65; MG Madagascar fr 0.48; MU Mauritius fr 0.85; SC Seychelles fr 1.25;
    RE Réunion fr 0.8; YT Mayotte fr 0.8; KM Comoros fr 0.6; CV Cabo_Verde pt 0.65; SH Saint_Helena en 0.8;
    MA Morocco fr 0.58; DZ Algeria fr 0.55; TN Tunisia fr 0.45; LY Libya ar 0.6; EG Egypt ar 0.48; MR Mauritania fr 0.6;
    EH Western_Sahara fr 0.5`,
  "south-asia": `IN India in 0.45; PK Pakistan in 0.42; BD Bangladesh in 0.45; LK Sri_Lanka in 0.48; NP Nepal in 0.4;
    BT Bhutan in 0.75; MV Maldives en 1.5; AF Afghanistan plain 0.5; IO British_Indian_Ocean_Territory en 0.8`,
  china: "CN China zh 0.48",
  japan: "JP Japan ja 0.68",
  korea: "KR South_Korea ko 0.62; KP North_Korea ko 0.5",
  "southeast-asia": `HK Hong_Kong zh 0.9; MO Macao zh 0.85; TW Taiwan zh 0.6; SG Singapore en 1.1; MY Malaysia ms 0.42;
    TH Thailand th 0.45; VN Vietnam vi 0.38; ID Indonesia id 0.38; PH Philippines en 0.48; KH Cambodia plain 0.4;
    LA Laos plain 0.4; MM Myanmar plain 0.42; BN Brunei ms 0.55; TL Timor-Leste pt 0.6`,
  oceania:
    "AU Australia en 0.85; NZ New_Zealand en 0.78; CX Christmas_Island en 0.8; CC Cocos_Islands en 0.8; NF Norfolk_Island en 0.75; AQ Antarctica en 1",
  pacific: `FJ Fiji en 0.72; PF French_Polynesia fr 1.25; NC New_Caledonia fr 0.85; VU Vanuatu en 0.72; WS Samoa en 0.7;
    TO Tonga en 0.62; CK Cook_Islands en 0.88; NU Niue en 0.75; SB Solomon_Islands en 0.75; PG Papua_New_Guinea en 0.85;
    KI Kiribati en 0.6; TV Tuvalu en 0.6; NR Nauru en 0.75; MH Marshall_Islands en 0.78; FM Micronesia en 0.75;
    PW Palau en 0.95; WF Wallis_and_Futuna fr 0.7; TK Tokelau en 0.6; PN Pitcairn en 0.7`,
};

const byCode = new Map<string, Country>();
for (const [market, rows] of Object.entries(COUNTRIES) as [Market, string][]) {
  for (const row of rows.split(";")) {
    const [code = "", name = "", language = "", level = ""] = row.trim().split(/\s+/);
    byCode.set(code, Object.freeze({ name: name.replaceAll("_", " "), market, language, level: Number(level) }));
  }
}

const ELSEWHERE: Country = Object.freeze({ name: "", market: "africa", language: "en", level: 0.7 });

export const countryOf = (code: string): Country => byCode.get(code) ?? ELSEWHERE;
