export interface Language {
  /** The parts a town has, most telling first. */
  readonly parts: readonly string[];
  /** What hotels there call the airport. */
  readonly airport: string;
  readonly streets: readonly string[];
  readonly airportStreet: string;
  /** `#` is the house number, `$` the street. */
  readonly line: string;
  /** Houses of no chain; `@` is the town. */
  readonly inns: readonly string[];
}

const list = (words: string): readonly string[] => words.split(" | ");

const LATIN_LINE = "$, #";

export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    parts: list("City Centre | Central | Riverside | Station | West | North | Harbour | South | East | University"),
    airport: "Airport",
    streets: list("High Street | Station Road | Church Street | Main Street | Park Road | Victoria Road | King Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("The @ Inn | @ Guest House | @ Lodge | The Royal Hotel @ | The Harbour View @ | @ Park Hotel"),
  },
  us: {
    parts: list("Downtown | North | West | University | East | South | Midtown | Riverfront | Mall | Medical Center"),
    airport: "Airport",
    streets: list(
      "Main Street | 2nd Street | Market Street | Washington Avenue | Broadway | Commerce Drive | Center Street",
    ),
    airportStreet: "Airport Boulevard",
    line: "# $",
    inns: list("@ Inn | The @ Lodge | @ Motor Inn | @ River Lodge | The Historic @ Hotel | @ Bed & Breakfast"),
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
      "Gasthof zur Post @ | Hotel Stadt @ | Parkhotel @ | Hotel Krone @ | Pension Waldblick @ | Hotel am Markt @",
    ),
  },
  fr: {
    parts: list("Centre | Gare | Centre Historique | Sud | Nord | Ouest | Port | Université | Est | Parc Expo"),
    airport: "Aéroport",
    streets: list(
      "Rue de la Gare | Avenue de la République | Rue Victor Hugo | Place du Marché | Boulevard Jean Jaurès | Rue Nationale",
    ),
    airportStreet: "Route de l’Aéroport",
    line: "# $",
    inns: list(
      "Hôtel de la Gare @ | Hôtel du Centre @ | Auberge de @ | Le Relais de @ | Grand Hôtel de @ | Hôtel des Voyageurs @",
    ),
  },
  es: {
    parts: list("Centro | Plaza Mayor | Norte | Sur | Centro Histórico | Expo | Estación | Universidad | Oeste | Este"),
    airport: "Aeropuerto",
    streets: list(
      "Calle Mayor | Avenida de la Constitución | Calle Real | Avenida Libertad | Calle San Martín | Plaza de Armas",
    ),
    airportStreet: "Carretera al Aeropuerto",
    line: LATIN_LINE,
    inns: list("Hotel Plaza @ | Posada de @ | Hotel Casa Real @ | Hostal El Sol @ | Hotel Colonial @ | Gran Hotel @"),
  },
  pt: {
    parts: list("Centro | Praia | Norte | Sul | Shopping | Centro Histórico | Marina | Universidade | Oeste | Leste"),
    airport: "Aeroporto",
    streets: list(
      "Rua Direita | Avenida da Liberdade | Rua Sete de Setembro | Avenida Getúlio Vargas | Rua do Comércio | Praça da República",
    ),
    airportStreet: "Avenida do Aeroporto",
    line: LATIN_LINE,
    inns: list("Pousada de @ | Hotel Central @ | Hotel Beira Mar @ | Residencial @ | Grande Hotel @ | Hotel Palace @"),
  },
  it: {
    parts: list("Centro | Stazione | Fiera | Nord | Sud | Centro Storico | Lungomare | Est | Ovest | Porto"),
    airport: "Aeroporto",
    streets: list("Via Roma | Corso Italia | Via Garibaldi | Piazza del Duomo | Via Nazionale | Viale della Stazione"),
    airportStreet: "Via dell’Aeroporto",
    line: LATIN_LINE,
    inns: list(
      "Hotel Centrale @ | Albergo Roma @ | Locanda di @ | Hotel Stazione @ | Grand Hotel @ | Hotel Belvedere @",
    ),
  },
  nl: {
    parts: list("Centrum | Centraal | Zuid | Noord | Haven | West | Oost | Stadspark"),
    airport: "Airport",
    streets: list("Stationsstraat | Hoofdstraat | Markt | Kerkstraat | Molenweg | Wilhelminastraat"),
    airportStreet: "Luchthavenweg",
    line: "$ #",
    inns: list("Hotel De Kroon @ | Stadshotel @ | Hotel Het Wapen van @ | Herberg @"),
  },
  no: {
    parts: list("Sentrum | Brygge | Torget | Park | Vest | Nord | Øst | Sør"),
    airport: "Airport",
    streets: list("Storgata | Kirkegata | Havnegata | Strandgata | Kongens gate | Sjøgata"),
    airportStreet: "Flyplassveien",
    line: "$ #",
    inns: list("@ Hotell | @ Gjestehus | @ Fjordhotell | @ Rorbuer | @ Brygge Hotell | Grand Hotell @"),
  },
  sv: {
    parts: list("City | Central | Hamnen | Väst | Norr | Öst | Syd | Park"),
    airport: "Airport",
    streets: list("Storgatan | Kungsgatan | Drottninggatan | Järnvägsgatan | Hamngatan | Skolgatan"),
    airportStreet: "Flygplatsvägen",
    line: "$ #",
    inns: list("Stadshotellet @ | Hotell @ | @ Vandrarhem | Hotell Statt @ | @ Herrgård"),
  },
  da: {
    parts: list("Centrum | Havnen | Vest | Nord | Syd | Øst"),
    airport: "Airport",
    streets: list("Algade | Havnegade | Jernbanegade | Vestergade | Nørregade | Torvet"),
    airportStreet: "Lufthavnsvej",
    line: "$ #",
    inns: list("Hotel @ | @ Kro | @ Sømandshjem | Hotel Havnen @ | Badehotellet @"),
  },
  fi: {
    parts: list("Keskusta | Asema | Ranta | Länsi | Pohjoinen | Itä"),
    airport: "Airport",
    streets: list("Kauppakatu | Asemakatu | Hallituskatu | Rantakatu | Kirkkokatu | Koulukatu"),
    airportStreet: "Lentokentäntie",
    line: "$ #",
    inns: list("Hotelli @ | Kylpylähotelli @ | Matkakoti @ | Lapland Hotel @ | Hotelli Keskus @"),
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
    inns: list("Hotel Polonia @ | Hotel Rynek @ | Willa Park @ | Zajazd @"),
  },
  cs: {
    parts: list("Centrum | Staré Město | Nádraží | Sever | Západ | Jih"),
    airport: "Airport",
    streets: list("Hlavní | Nádražní | Náměstí Míru | Masarykova | Palackého | Školní"),
    airportStreet: "Letištní",
    line: "$ #",
    inns: list("Hotel Slavia @ | Penzion U Mostu @ | Hotel Centrál @ | Grandhotel @"),
  },
  hu: {
    parts: list("Centrum | Belváros | Park | Észak | Dél"),
    airport: "Airport",
    streets: list("Fő utca | Kossuth Lajos utca | Petőfi utca | Rákóczi út | Széchenyi tér"),
    airportStreet: "Repülőtéri út",
    line: "$ #.",
    inns: list("Hotel @ | Park Hotel @ | Panzió @ | Arany Bika @"),
  },
  ro: {
    parts: list("Centru | Gara | Nord | Sud | Parc"),
    airport: "Airport",
    streets: list("Strada Republicii | Bulevardul Unirii | Strada Mihai Eminescu | Calea Victoriei | Piața Libertății"),
    airportStreet: "Calea Aeroportului",
    line: "$ #",
    inns: list("Hotel Central @ | Pensiunea @ | Hotel Parc @ | Grand Hotel @"),
  },
  bg: {
    parts: list("Center | Park | Old Town | Sea Garden | North"),
    airport: "Airport",
    streets: list("Vitosha Boulevard | Aleko Konstantinov Street | Ivan Vazov Street | Tsar Simeon Street"),
    airportStreet: "Airport Boulevard",
    line: "# $",
    inns: list("Hotel Balkan @ | Grand Hotel @ | Family Hotel @ | Hotel Park @"),
  },
  sl: {
    parts: list("Centar | Stari Grad | Riva | Sjever | Park"),
    airport: "Airport",
    streets: list("Glavna ulica | Kralja Petra | Obala | Trg Republike | Ulica Nikole Tesle"),
    airportStreet: "Aerodromska cesta",
    line: "$ #",
    inns: list("Hotel Park @ | Vila @ | Hotel Jadran @ | Apartmani @ | Grand Hotel @"),
  },
  el: {
    parts: list("Center | Old Town | Port | Beach | Marina"),
    airport: "Airport",
    streets: list("Venizelou Street | Ermou Street | Akti Kountourioti | Agiou Nikolaou Street | 25is Martiou Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("Hotel Poseidon @ | Aegean View @ | @ Palace Hotel | Hotel Olympia @ | Villa Irini @"),
  },
  tr: {
    parts: list("Merkez | Sahil | Çarşı | Kuzey | Park"),
    airport: "Airport",
    streets: list("Atatürk Caddesi | Cumhuriyet Caddesi | İnönü Caddesi | İstasyon Caddesi | Gazi Bulvarı"),
    airportStreet: "Havaalanı Yolu",
    line: "$ No: #",
    inns: list("@ Otel | Büyük @ Oteli | Konak Otel @ | @ Öğretmenevi | Grand @ Hotel"),
  },
  ru: {
    parts: list("Center | Vokzal | Sever | Park | Yug"),
    airport: "Airport",
    streets: list("Lenina Street | Sovetskaya Street | Mira Prospekt | Gagarina Street | Pushkina Street"),
    airportStreet: "Aeroportovskaya Street",
    line: "# $",
    inns: list("Hotel Tsentralnaya @ | Hotel Rossiya @ | Gostinitsa Polyot @ | Hotel Sibir @ | @ Grand Hotel"),
  },
  ar: {
    parts: list("City Centre | Corniche | Downtown | Al Madina | Marina | Old Souk"),
    airport: "Airport",
    streets: list("King Fahd Road | Corniche Road | Al Salam Street | Al Jamia Street | Palestine Street"),
    airportStreet: "Airport Road",
    line: "# $",
    inns: list("Al Salam Hotel @ | @ Palace Hotel | Al Waha Hotel @ | Oasis Hotel @ | Al Nakheel Suites @"),
  },
  zh: {
    parts: list(
      "City Center | Railway Station | People’s Square | Development Zone | Lakeside | North Gate | West Street",
    ),
    airport: "Airport",
    streets: list("Renmin Road | Jiefang Road | Zhongshan Road | Jianshe Road | Binjiang Avenue | Xinhua Street"),
    airportStreet: "Jichang Road",
    line: "# $",
    inns: list("@ Hotel | @ Grand Hotel | @ Garden Hotel | @ International Hotel | Jinling Hotel @ | @ Guest House"),
  },
  ja: {
    parts: list("Ekimae | Chuo | Kita-guchi | Minami-guchi | Higashi | Odori | Minato"),
    airport: "Airport",
    streets: list("Honcho | Ekimae-cho | Chuo | Sakae-machi | Omachi | Saiwai-cho"),
    airportStreet: "Kuko-dori",
    line: "# $",
    inns: list(
      "Hotel Grand Terrace @ | Ryokan @ | @ Washington Hotel | Business Hotel @ | @ Onsen Hotel | @ Kanko Hotel",
    ),
  },
  ko: {
    parts: list("City Hall | Station | Jungang | Haeundae | Downtown | Beach"),
    airport: "Airport",
    streets: list("Jungang-daero | Sicheong-ro | Haean-ro | Gonghang-daero | Daehak-ro"),
    airportStreet: "Gonghang-ro",
    line: "# $",
    inns: list("Hotel @ | @ Tourist Hotel | @ Grand Hotel | @ Ocean Hotel | @ Guesthouse"),
  },
  th: {
    parts: list("City Center | Riverside | Old Town | Beach | Night Bazaar | Night Market"),
    airport: "Airport",
    streets: list("Ratchadamnoen Road | Sukhumvit Road | Phahonyothin Road | Thetsaban Road | Mittraphap Road"),
    airportStreet: "Sanambin Road",
    line: "# $",
    inns: list("Baan @ Guesthouse | @ Grand Hotel | @ Garden Resort | @ Riverside Hotel | @ Boutique Hotel"),
  },
  vi: {
    parts: list("Centre | Riverside | Beach | Old Town | Lakeside"),
    airport: "Airport",
    streets: list("Tran Hung Dao Street | Le Loi Street | Nguyen Hue Street | Hung Vuong Street | Tran Phu Street"),
    airportStreet: "Truong Son Street",
    line: "# $",
    inns: list("@ Palace Hotel | Huong Giang @ | Sao Mai Hotel @ | @ Riverside Hotel | Nha Khach @"),
  },
  id: {
    parts: list("Kota | City Center | Pantai | Simpang | Utara | Selatan"),
    airport: "Airport",
    streets: list("Jalan Jenderal Sudirman | Jalan Diponegoro | Jalan Ahmad Yani | Jalan Gajah Mada | Jalan Merdeka"),
    airportStreet: "Jalan Bandara",
    line: "$ No. #",
    inns: list("Hotel @ Indah | Grand @ Hotel | Wisma @ | Losmen Melati @ | Hotel Bintang @"),
  },
  ms: {
    parts: list("City Centre | Waterfront | Town | Pantai | Sentral"),
    airport: "Airport",
    streets: list("Jalan Tun Razak | Jalan Sultan Ismail | Jalan Besar | Jalan Merdeka | Jalan Pantai"),
    airportStreet: "Jalan Lapangan Terbang",
    line: "#, $",
    inns: list("Grand @ Hotel | Hotel Seri @ | @ Waterfront Hotel | Rumah Rehat @ | Hotel Sentosa @"),
  },
};
