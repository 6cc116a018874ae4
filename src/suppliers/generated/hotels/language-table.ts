export interface Language {
  /** The parts a town has, most telling first. */
  readonly parts: readonly string[];
  /** What hotels there call the airport. */
  readonly airport: string;
  readonly streets: readonly string[];
  readonly airportStreet: string;
  /** `#` is the house number, `$` the street. */
  readonly line: string;
  /** Houses of no chain, plain ones first; `@` is the town. */
  readonly inns: readonly string[];
}

const list = (words: string): readonly string[] => words.split(" | ");

const LATIN_LINE = "$, #";

export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    parts: list(
      "City Centre | Central | Old Town | Park | West | North | South | East | University | Convention Centre",
    ),
    airport: "Airport",
    streets: list("High Street | Station Road | Church Street | Main Street | Park Road | Victoria Road | King Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("@ Guest House | The @ Inn | @ Lodge | The Harbour View @ | @ Park Hotel | The Royal Hotel @"),
  },
  us: {
    parts: list("Downtown | Midtown | University | West | North | East | South | Mall | Medical Center | Crossroads"),
    airport: "Airport",
    streets: list("Main Street | 2nd Street | Market Street | Park Avenue | Broadway | Commerce Drive | Center Street"),
    airportStreet: "Airport Boulevard",
    line: "# $",
    inns: list("@ Motor Inn | @ Inn | @ Bed & Breakfast | The @ Lodge | @ River Lodge | The Historic @ Hotel"),
  },
  de: {
    parts: list("Zentrum | Hauptbahnhof | Altstadt | Messe | Süd | Nord | West | Am Park | Ost | Am Ring"),
    airport: "Airport",
    streets: list(
      "Bahnhofstraße | Hauptstraße | Marktplatz | Gartenstraße | Schillerstraße | Friedrichstraße | Lindenstraße",
    ),
    airportStreet: "Flughafenstraße",
    line: "$ #",
    inns: list(
      "Pension Waldblick @ | Gasthof zur Post @ | Hotel am Markt @ | Hotel Stadt @ | Hotel Krone @ | Parkhotel @",
    ),
  },
  fr: {
    parts: list("Centre | Gare | Centre Historique | Sud | Nord | Ouest | Université | Est | Parc Expo"),
    airport: "Aéroport",
    streets: list(
      "Rue de la Gare | Avenue de la République | Rue Victor Hugo | Place du Marché | Boulevard Jean Jaurès | Rue Nationale",
    ),
    airportStreet: "Route de l’Aéroport",
    line: "# $",
    inns: list(
      "Hôtel de la Gare @ | Hôtel des Voyageurs @ | Hôtel du Centre @ | Auberge de @ | Le Relais de @ | Grand Hôtel de @",
    ),
  },
  es: {
    parts: list(
      "Centro | Plaza Mayor | Centro Histórico | Zona Rosa | Norte | Sur | Expo | Universidad | Oeste | Este",
    ),
    airport: "Aeropuerto",
    streets: list(
      "Calle Mayor | Avenida de la Constitución | Calle Real | Avenida Libertad | Calle San Martín | Plaza de Armas",
    ),
    airportStreet: "Carretera al Aeropuerto",
    line: LATIN_LINE,
    inns: list("Hostal El Sol @ | Posada de @ | Hotel Plaza @ | Hotel Colonial @ | Hotel Casa Real @ | Gran Hotel @"),
  },
  pt: {
    parts: list("Centro | Plaza | Centro Histórico | Norte | Sul | Shopping | Universidade | Oeste | Leste"),
    airport: "Aeroporto",
    streets: list(
      "Rua Direita | Avenida da Liberdade | Rua Sete de Setembro | Avenida Getúlio Vargas | Rua do Comércio | Praça da República",
    ),
    airportStreet: "Avenida do Aeroporto",
    line: LATIN_LINE,
    inns: list("Residencial @ | Hotel Central @ | Pousada de @ | Hotel Beira Mar @ | Grande Hotel @ | Hotel Palace @"),
  },
  it: {
    parts: list("Centro | Stazione | Centro Storico | Fiera | Nord | Sud | Est | Ovest"),
    airport: "Aeroporto",
    streets: list("Via Roma | Corso Italia | Via Garibaldi | Piazza del Duomo | Via Nazionale | Viale della Stazione"),
    airportStreet: "Via dell’Aeroporto",
    line: LATIN_LINE,
    inns: list(
      "Hotel Stazione @ | Locanda di @ | Albergo Roma @ | Hotel Centrale @ | Hotel Belvedere @ | Grand Hotel @",
    ),
  },
  nl: {
    parts: list("Centrum | Centraal | Stadspark | Zuid | Noord | West | Oost"),
    airport: "Airport",
    streets: list("Stationsstraat | Hoofdstraat | Markt | Kerkstraat | Molenweg | Wilhelminastraat"),
    airportStreet: "Luchthavenweg",
    line: "$ #",
    inns: list("Herberg @ | Stadshotel @ | Hotel De Kroon @ | Hotel Het Wapen van @"),
  },
  no: {
    parts: list("Sentrum | Brygge | Torget | Park | Vest | Nord | Øst | Sør"),
    airport: "Airport",
    streets: list("Storgata | Kirkegata | Havnegata | Strandgata | Kongens gate | Sjøgata"),
    airportStreet: "Flyplassveien",
    line: "$ #",
    inns: list("@ Gjestehus | @ Vandrerhjem | @ Hotell | @ Fjordhotell | @ Brygge Hotell | Grand Hotell @"),
  },
  sv: {
    parts: list("City | Central | Hamnen | Väst | Norr | Öst | Syd | Park"),
    airport: "Airport",
    streets: list("Storgatan | Kungsgatan | Drottninggatan | Järnvägsgatan | Hamngatan | Skolgatan"),
    airportStreet: "Flygplatsvägen",
    line: "$ #",
    inns: list("@ Vandrarhem | Hotell @ | Stadshotellet @ | Hotell Statt @ | @ Herrgård"),
  },
  da: {
    parts: list("Centrum | Havnen | Vest | Nord | Syd | Øst"),
    airport: "Airport",
    streets: list("Algade | Havnegade | Skolegade | Vestergade | Nørregade | Torvet"),
    airportStreet: "Lufthavnsvej",
    line: "$ #",
    inns: list("@ Sømandshjem | @ Kro | Hotel @ | Hotel Havnen @ | Badehotellet @"),
  },
  fi: {
    parts: list("Keskusta | Asema | Ranta | Länsi | Pohjoinen | Itä"),
    airport: "Airport",
    streets: list("Kauppakatu | Asemakatu | Hallituskatu | Rantakatu | Kirkkokatu | Koulukatu"),
    airportStreet: "Lentokentäntie",
    line: "$ #",
    inns: list("Matkakoti @ | Hotelli Keskus @ | Hotelli @ | Kylpylähotelli @ | Grand Hotelli @"),
  },
  is: {
    parts: list("Miðbær | Höfn | Norður | Vestur | Austur"),
    airport: "Airport",
    streets: list("Aðalgata | Hafnargata | Strandgata | Skólavegur | Austurvegur"),
    airportStreet: "Flugvallarvegur",
    line: "$ #",
    inns: list("Hótel @ | Gistiheimilið @ | @ Guesthouse | Sveitahótel @"),
  },
  pl: {
    parts: list("Centrum | Stare Miasto | Dworzec | Północ | Zachód | Południe"),
    airport: "Airport",
    streets: list(
      "ulica Główna | ulica Dworcowa | ulica Mickiewicza | Rynek | ulica Kościuszki | aleja Niepodległości",
    ),
    airportStreet: "ulica Lotnicza",
    line: "$ #",
    inns: list("Zajazd @ | Hotel Rynek @ | Willa Park @ | Hotel Polonia @"),
  },
  cs: {
    parts: list("Centrum | Staré Město | Nádraží | Sever | Západ | Jih"),
    airport: "Airport",
    streets: list("Hlavní | Nádražní | Náměstí Míru | Masarykova | Palackého | Školní"),
    airportStreet: "Letištní",
    line: "$ #",
    inns: list("Penzion U Mostu @ | Hotel Centrál @ | Hotel Slavia @ | Grandhotel @"),
  },
  hu: {
    parts: list("Centrum | Belváros | Park | Észak | Dél"),
    airport: "Airport",
    streets: list("Fő utca | Kossuth Lajos utca | Petőfi utca | Rákóczi út | Széchenyi tér"),
    airportStreet: "Repülőtéri út",
    line: "$ #.",
    inns: list("Panzió @ | Hotel @ | Park Hotel @ | Grand Hotel @"),
  },
  ro: {
    parts: list("Centru | Gara | Nord | Sud | Parc"),
    airport: "Airport",
    streets: list("Strada Republicii | Bulevardul Unirii | Strada Mihai Eminescu | Calea Victoriei | Piața Libertății"),
    airportStreet: "Calea Aeroportului",
    line: "$ #",
    inns: list("Pensiunea @ | Hotel Central @ | Hotel Parc @ | Grand Hotel @"),
  },
  bg: {
    parts: list("Center | Park | Old Town | North"),
    airport: "Airport",
    streets: list("Vitosha Boulevard | Aleko Konstantinov Street | Ivan Vazov Street | Tsar Simeon Street"),
    airportStreet: "Airport Boulevard",
    line: "# $",
    inns: list("Family Hotel @ | Hotel Park @ | Hotel Balkan @ | Grand Hotel @"),
  },
  sl: {
    parts: list("Centar | Stari Grad | Park | Sjever"),
    airport: "Airport",
    streets: list("Glavna ulica | Kralja Petra | Obala | Trg Republike | Ulica Nikole Tesle"),
    airportStreet: "Aerodromska cesta",
    line: "$ #",
    inns: list("Apartmani @ | Vila @ | Hotel Park @ | Hotel Jadran @ | Grand Hotel @"),
  },
  el: {
    parts: list("Center | Old Town | Port | Beach | Marina"),
    airport: "Airport",
    streets: list("Venizelou Street | Ermou Street | Akti Kountourioti | Agiou Nikolaou Street | 25is Martiou Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("Villa Irini @ | Hotel Olympia @ | Hotel Poseidon @ | Aegean View @ | @ Palace Hotel"),
  },
  tr: {
    parts: list("Merkez | Çarşı | Kuzey | Park"),
    airport: "Airport",
    streets: list("Atatürk Caddesi | Cumhuriyet Caddesi | İnönü Caddesi | İstasyon Caddesi | Gazi Bulvarı"),
    airportStreet: "Havaalanı Yolu",
    line: "$ No: #",
    inns: list("@ Öğretmenevi | @ Otel | Konak Otel @ | Büyük @ Oteli | Grand @ Hotel"),
  },
  ru: {
    parts: list("Center | Vokzal | Sever | Park | Yug"),
    airport: "Airport",
    streets: list("Lenina Street | Sovetskaya Street | Mira Prospekt | Gagarina Street | Pushkina Street"),
    airportStreet: "Aeroportovskaya Street",
    line: "# $",
    inns: list("Gostinitsa Polyot @ | Hotel Tsentralnaya @ | Hotel Sibir @ | Hotel Rossiya @ | @ Grand Hotel"),
  },
  ar: {
    parts: list("City Centre | Downtown | Al Madina | Old Souk | University"),
    airport: "Airport",
    streets: list("King Fahd Road | Corniche Road | Al Salam Street | Al Jamia Street | Palestine Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("Al Salam Hotel @ | Oasis Hotel @ | Al Waha Hotel @ | Al Nakheel Suites @ | @ Palace Hotel"),
  },
  zh: {
    parts: list(
      "City Center | Railway Station | People’s Square | Development Zone | Lakeside | North Gate | West Street",
    ),
    airport: "Airport",
    streets: list("Renmin Road | Jiefang Road | Zhongshan Road | Jianshe Road | Binjiang Avenue | Xinhua Street"),
    airportStreet: "Jichang Road",
    line: "# $",
    inns: list("@ Guest House | @ Hotel | @ Garden Hotel | @ International Hotel | Jinling Hotel @ | @ Grand Hotel"),
  },
  ja: {
    parts: list("Ekimae | Chuo | Kita-guchi | Minami-guchi | Higashi | Odori | Minato"),
    airport: "Airport",
    streets: list("Honcho | Ekimae-cho | Chuo | Sakae-machi | Omachi | Saiwai-cho"),
    airportStreet: "Kuko-dori",
    line: "# $",
    inns: list("Business Hotel @ | @ Minshuku | @ Kanko Hotel | @ Onsen Hotel | Ryokan @ | Hotel Grand Terrace @"),
  },
  ko: {
    parts: list("City Hall | Jungang | Downtown | Station | Terminal | University"),
    airport: "Airport",
    streets: list("Jungang-daero | Sicheong-ro | Haean-ro | Gonghang-daero | Daehak-ro"),
    airportStreet: "Gonghang-ro",
    line: "# $",
    inns: list("@ Guesthouse | @ Tourist Hotel | Hotel @ | @ Ocean Hotel | @ Grand Hotel"),
  },
  th: {
    parts: list("City Center | Old Town | Riverside | Garden | Night Bazaar | Night Market"),
    airport: "Airport",
    streets: list("Ratchadamnoen Road | Sukhumvit Road | Phahonyothin Road | Thetsaban Road | Mittraphap Road"),
    airportStreet: "Sanambin Road",
    line: "# $",
    inns: list("Baan @ Guesthouse | @ Boutique Hotel | @ Riverside Hotel | @ Garden Resort | @ Grand Hotel"),
  },
  vi: {
    parts: list("Centre | Riverside | Old Town | Lakeside | Market"),
    airport: "Airport",
    streets: list("Tran Hung Dao Street | Le Loi Street | Nguyen Hue Street | Hung Vuong Street | Tran Phu Street"),
    airportStreet: "Truong Son Street",
    line: "# $",
    inns: list("Nha Khach @ | Sao Mai Hotel @ | Huong Giang @ | @ Riverside Hotel | @ Palace Hotel"),
  },
  id: {
    parts: list("City Center | Kota | Simpang | Utara | Selatan"),
    airport: "Airport",
    streets: list("Jalan Jenderal Sudirman | Jalan Diponegoro | Jalan Ahmad Yani | Jalan Gajah Mada | Jalan Merdeka"),
    airportStreet: "Jalan Bandara",
    line: "$ No. #",
    inns: list("Losmen Melati @ | Wisma @ | Hotel @ Indah | Hotel Bintang @ | Grand @ Hotel"),
  },
  ms: {
    parts: list("City Centre | Town | Sentral | Utama"),
    airport: "Airport",
    streets: list("Jalan Tun Razak | Jalan Sultan Ismail | Jalan Besar | Jalan Merdeka | Jalan Pantai"),
    airportStreet: "Jalan Lapangan Terbang",
    line: "#, $",
    inns: list("Rumah Rehat @ | Hotel Seri @ | Hotel Sentosa @ | @ Waterfront Hotel | Grand @ Hotel"),
  },
  /** South Asia. */
  in: {
    parts: list("City Centre | Civil Lines | Mall Road | Park | North | South | East | University"),
    airport: "Airport",
    streets: list("Mahatma Gandhi Road | Station Road | Mall Road | Nehru Road | Temple Road | Court Road"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("@ Guest House | Hotel Shanti @ | Hotel Rajdhani @ | @ Heritage Hotel | The Grand @"),
  },
  /** Where street names are told in translation. */
  plain: {
    parts: list("City Center | Old Town | Park | Central | North | South | University"),
    airport: "Airport",
    streets: list(
      "Freedom Avenue | Independence Street | Station Street | Central Avenue | University Street | Park Street",
    ),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("@ Guest House | @ Inn | Hotel Central @ | Hotel @ | Park Hotel @ | Grand Hotel @"),
  },
};
