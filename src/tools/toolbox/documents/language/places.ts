const list = (names: string): readonly string[] =>
  names
    .split("|")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Countries and territories, in English and, where it differs, in German. */
const countries = list(`
Afghanistan|Albania|Albanien|Algeria|Algerien|Andorra|Angola|Antigua and Barbuda|Argentina|Argentinien|Armenia|Armenien|
Aruba|Australia|Australien|Austria|Österreich|Azerbaijan|Aserbaidschan|Bahamas|Bahrain|Bangladesh|Bangladesch|Barbados|
Belarus|Belgium|Belgien|Belize|Benin|Bermuda|Bhutan|Bolivia|Bolivien|Bosnia and Herzegovina|Bosnia|Bosnien und Herzegowina|
Bosnien|Botswana|Botsuana|Brazil|Brasilien|Brunei|Bulgaria|Bulgarien|Burkina Faso|Burundi|Cambodia|Kambodscha|Cameroon|
Kamerun|Canada|Kanada|Cape Verde|Kap Verde|Chad|Tschad|Chile|China|Colombia|Kolumbien|Comoros|Komoren|Congo|Kongo|
Costa Rica|Croatia|Kroatien|Cuba|Kuba|Cyprus|Zypern|Czech Republic|Czechia|Tschechien|Denmark|Dänemark|Djibouti|Dominica|
Dominican Republic|Dominikanische Republik|Ecuador|Egypt|Ägypten|El Salvador|England|Eritrea|Estonia|Estland|Eswatini|
Ethiopia|Äthiopien|Fiji|Fidschi|Finland|Finnland|France|Frankreich|Gabon|Gabun|Gambia|Georgien|Germany|Deutschland|Ghana|
Greece|Griechenland|Greenland|Grönland|Grenada|Guatemala|Guinea|Guyana|Haiti|Honduras|Hungary|Ungarn|Iceland|Island|India|
Indien|Indonesia|Indonesien|Iran|Iraq|Irak|Ireland|Irland|Israel|Italy|Italien|Ivory Coast|Elfenbeinküste|Jamaica|Jamaika|
Japan|Jordan|Jordanien|Kazakhstan|Kasachstan|Kenya|Kenia|Kosovo|Kuwait|Kyrgyzstan|Kirgisistan|Laos|Latvia|Lettland|
Lebanon|Libanon|Lesotho|Liberia|Libya|Libyen|Liechtenstein|Lithuania|Litauen|Luxembourg|Luxemburg|Madagascar|Madagaskar|
Malawi|Malaysia|Maldives|Malediven|Mali|Malta|Mauritania|Mauretanien|Mauritius|Mexico|Mexiko|Moldova|Moldau|Monaco|Mongolia|
Mongolei|Montenegro|Morocco|Marokko|Mozambique|Mosambik|Myanmar|Namibia|Nepal|Netherlands|Niederlande|Niederlanden|
New Zealand|Neuseeland|Nicaragua|Niger|Nigeria|North Korea|Nordkorea|North Macedonia|Nordmazedonien|Northern Ireland|
Nordirland|Norway|Norwegen|Oman|Pakistan|Palestine|Palästina|Panama|Papua New Guinea|Papua-Neuguinea|Paraguay|Peru|
Philippines|Philippinen|Poland|Polen|Portugal|Puerto Rico|Qatar|Katar|Romania|Rumänien|Russia|Russland|Rwanda|Ruanda|
Samoa|San Marino|Saudi Arabia|Saudi-Arabien|Scotland|Schottland|Senegal|Serbia|Serbien|Seychelles|Seychellen|Sierra Leone|
Singapore|Singapur|Slovakia|Slowakei|Slovenia|Slowenien|Somalia|South Africa|Südafrika|South Korea|Südkorea|South Sudan|
Südsudan|Spain|Spanien|Sri Lanka|Sudan|Suriname|Sweden|Schweden|Switzerland|Schweiz|Syria|Syrien|Taiwan|Tajikistan|
Tadschikistan|Tanzania|Tansania|Thailand|Togo|Tonga|Trinidad and Tobago|Tunisia|Tunesien|Turkey|Türkei|Türkiye|
Turkmenistan|Uganda|Ukraine|United Arab Emirates|Vereinigte Arabische Emirate|Vereinigten Arabischen Emiraten|
United Kingdom|Vereinigtes Königreich|Vereinigten Königreich|Great Britain|Großbritannien|United States|United States of America|
Vereinigte Staaten|Vereinigten Staaten|USA|Uruguay|Uzbekistan|Usbekistan|Vanuatu|Vatican City|Vatikan|Venezuela|Vietnam|
Wales|Yemen|Jemen|Zambia|Sambia|Zimbabwe|Simbabwe|UK|UAE
`);

/** States, islands, seas, mountains and other regions that people travel to. */
const regions = list(`
Baden-Württemberg|Bayern|Bavaria|Brandenburg|Hessen|Hesse|Mecklenburg-Vorpommern|Niedersachsen|Lower Saxony|
Nordrhein-Westfalen|North Rhine-Westphalia|Rheinland-Pfalz|Rhineland-Palatinate|Saarland|Sachsen|Saxony|Sachsen-Anhalt|
Schleswig-Holstein|Thüringen|Thuringia|Tirol|Tyrol|Südtirol|South Tyrol|Vorarlberg|Kärnten|Carinthia|Steiermark|Styria|
Burgenland|Oberösterreich|Niederösterreich|Wallis|Tessin|Graubünden|Allgäu|Schwarzwald|Black Forest|Ruhrgebiet|Franken|
Schwaben|Ostfriesland|Sylt|Rügen|Usedom|Bodensee|Lake Constance|Alpen|Alps|Dolomiten|Dolomites|Ostsee|Baltic Sea|Nordsee|
North Sea|Mittelmeer|Mediterranean|Mediterranean Sea|Adria|Adriatic|Adriatic Sea|Ägäis|Aegean|Atlantik|Atlantic|Pazifik|
Pacific|Karibik|Caribbean|Schwarzes Meer|Black Sea|Rotes Meer|Roten Meer|Red Sea|Toskana|Tuscany|Sizilien|Sicily|Sardinien|Sardinia|
Korsika|Corsica|Kreta|Crete|Rhodos|Rhodes|Korfu|Corfu|Mykonos|Santorini|Santorin|Mallorca|Majorca|Menorca|Ibiza|Teneriffa|
Tenerife|Gran Canaria|Lanzarote|Fuerteventura|Kanaren|Canary Islands|Kanarische Inseln|Balearen|Madeira|Azoren|Azores|Algarve|
Andalusien|Andalusia|Katalonien|Catalonia|Baskenland|Provence|Bretagne|Brittany|Normandie|Normandy|Elsass|Alsace|
Côte d'Azur|French Riviera|Istrien|Istria|Dalmatien|Dalmatia|Siebenbürgen|Transylvania|Lappland|Lapland|Skandinavien|
Scandinavia|Balkan|Balkans|Baltikum|Cornwall|Yorkshire|Highlands|Hawaii|California|Kalifornien|Florida|Texas|Alaska|Nevada|
Arizona|Colorado|Utah|Oregon|Massachusetts|Pennsylvania|Illinois|Michigan|Virginia|New England|Quebec|Québec|Ontario|
British Columbia|Alberta|Patagonia|Patagonien|Amazon Basin|Andes|Anden|Sahara|Bali|Java|Sumatra|Borneo|Phuket|Koh Samui|Goa|Kerala|
Rajasthan|Punjab|Tibet|Himalaya|Hokkaido|Okinawa|Kyushu|Tasmania|Tasmanien|Queensland|New South Wales|Zanzibar|Sansibar|
Europe|Europa|Asia|Asien|Africa|Afrika|North America|Nordamerika|South America|Südamerika|Latin America|Lateinamerika|
Central America|Mittelamerika|Oceania|Ozeanien|Middle East|Naher Osten|Nahen Osten|Nahe Osten|Far East|Fernost|Ferner Osten|
Southeast Asia|Südostasien|Osteuropa|Eastern Europe|Western Europe|Westeuropa|Südeuropa|Southern Europe|Northern Europe|Nordeuropa
`);

const cities = list(`
Aachen|Aberdeen|Abidjan|Abu Dhabi|Accra|Adelaide|Addis Ababa|Addis Abeba|Agadir|Alexandria|Algiers|Algier|Alicante|Almaty|
Amman|Amsterdam|Anchorage|Ankara|Antalya|Antwerp|Antwerpen|Athens|Athen|Atlanta|Auckland|Augsburg|Austin|Baku|Baltimore|
Bamberg|Bangalore|Bengaluru|Bangkok|Barcelona|Bari|Basel|Beijing|Peking|Beirut|Belfast|Belgrade|Belgrad|Bergen|Berlin|
Bern|Bielefeld|Bilbao|Birmingham|Bochum|Bodrum|Bogota|Bogotá|Bologna|Bonn|Bordeaux|Boston|Bratislava|Braunschweig|
Bregenz|Bremen|Brisbane|Bristol|Bruges|Brügge|Brussels|Brüssel|Bucharest|Bukarest|Budapest|Buenos Aires|Burgas|Cagliari|
Cairo|Kairo|Calgary|Cambridge|Canberra|Cancun|Cancún|Cannes|Cape Town|Kapstadt|Caracas|Cardiff|Cartagena|Casablanca|
Catania|Charlotte|Chemnitz|Chennai|Chiang Mai|Chicago|Cincinnati|Cleveland|Cologne|Köln|Colombo|Copenhagen|Kopenhagen|
Cordoba|Córdoba|Cork|Cusco|Dakar|Dallas|Damascus|Damaskus|Dar es Salaam|Darmstadt|Delhi|Den Haag|The Hague|Hague|Denpasar|Denver|
Detroit|Dhaka|Doha|Dortmund|Dresden|Dubai|Dublin|Dubrovnik|Duisburg|Durban|Düsseldorf|Edinburgh|Edmonton|Eindhoven|Erfurt|
Essen|Faro|Fez|Flensburg|Florence|Florenz|Frankfurt|Frankfurt am Main|Freiburg|Freiburg im Breisgau|Fukuoka|Funchal|
Galway|Gdansk|Danzig|Geneva|Genf|Genoa|Genua|Ghent|Gent|Gibraltar|Girona|Glasgow|Göteborg|Gothenburg|Göttingen|Granada|
Graz|Guangzhou|Guayaquil|Haifa|Halifax|Halle|Hamburg|Hangzhou|Hanoi|Hannover|Hanover|Harare|Havana|Havanna|Heidelberg|
Heraklion|Helsinki|Hiroshima|Ho Chi Minh City|Ho-Chi-Minh-Stadt|Hong Kong|Hongkong|Honolulu|Houston|Hurghada|Hyderabad|
Innsbruck|Istanbul|Izmir|Jaipur|Jakarta|Jeddah|Dschidda|Jena|Jerusalem|Johannesburg|Karachi|Karlsruhe|Kassel|Kathmandu|
Kaunas|Kiel|Kigali|Kingston|Kinshasa|Klagenfurt|Kobe|Koblenz|Kolkata|Konstanz|Krakow|Kraków|Krakau|Kuala Lumpur|Kyiv|Kiew|
Kyoto|La Paz|Lagos|Lahore|Larnaca|Las Vegas|Las Palmas|Lausanne|Leeds|Leipzig|Lille|Lima|Linz|Lisbon|Lissabon|Liverpool|
Ljubljana|London|Los Angeles|Luanda|Lübeck|Lucerne|Luzern|Lugano|Lusaka|Luxor|Lyon|Macau|Madrid|Magdeburg|Mailand|Milan|
Mainz|Malaga|Málaga|Malé|Malmö|Manchester|Manila|Mannheim|Maputo|Marbella|Marrakech|Marrakesh|Marrakesch|Marseille|Mecca|Mekka|
Medellín|Medellin|Melbourne|Memphis|Mexico City|Mexiko-Stadt|Miami|Minneapolis|Minsk|Mombasa|Monte Carlo|Monterrey|
Montevideo|Montpellier|Montreal|Montréal|Moscow|Moskau|Mumbai|Munich|München|Münster|Muscat|Maskat|Nagoya|Nairobi|Nantes|
Naples|Neapel|Nashville|Nassau|New Delhi|Neu-Delhi|New Orleans|New York|New York City|Newcastle|Nice|Nizza|Nicosia|Nikosia|
Novi Sad|Nuremberg|Nürnberg|Odessa|Oldenburg|Orlando|Osaka|Oslo|Osnabrück|Ottawa|Oxford|Palermo|Palma|Palma de Mallorca|
Panama City|Paris|Passau|Perth|Philadelphia|Phnom Penh|Phoenix|Pisa|Pittsburgh|Podgorica|Port Louis|Portland|Porto|Potsdam|
Prague|Prag|Pristina|Pune|Punta Cana|Quito|Rabat|Ravenna|Recife|Regensburg|Reims|Reykjavik|Reykjavík|Rhodes Town|Riga|Rijeka|
Rimini|Rio de Janeiro|Riyadh|Riad|Rome|Rom|Rostock|Rotterdam|Saarbrücken|Sacramento|Salt Lake City|Salzburg|San Antonio|
San Diego|San Francisco|San José|San Juan|San Sebastián|San Sebastian|Santa Cruz|Santiago|Santiago de Chile|Santo Domingo|
São Paulo|Sao Paulo|Sapporo|Sarajevo|Schwerin|Seattle|Seoul|Sevilla|Seville|Shanghai|Sharm el Sheikh|Shenzhen|Skopje|Sofia|
Southampton|Split|St. Gallen|St. Petersburg|St. Louis|Stavanger|Stockholm|Strasbourg|Straßburg|Stuttgart|Sydney|Szczecin|
Stettin|Taipei|Taipeh|Tallinn|Tampa|Tampere|Tangier|Tanger|Tashkent|Taschkent|Tbilisi|Tiflis|Tehran|Teheran|Tel Aviv|
Thessaloniki|Tirana|Tokyo|Tokio|Toledo|Toronto|Toulouse|Trier|Trieste|Triest|Tromsø|Trondheim|Tunis|Turin|Turku|Ulm|
Utrecht|Uppsala|Valencia|Valletta|Vancouver|Varna|Venice|Venedig|Verona|Vienna|Wien|Villach|Vilnius|Warsaw|Warschau|
Washington|Washington, D.C.|Wellington|Wiesbaden|Windhoek|Windhuk|Winnipeg|Wolfsburg|Wrocław|Breslau|Wuhan|Wuppertal|
Würzburg|Yangon|Yerevan|Eriwan|York|Zadar|Zagreb|Zaragoza|Zermatt|Zurich|Zürich
`);

export const worldPlaces: ReadonlySet<string> = new Set([...countries, ...regions, ...cities]);

/** Ordinary words, or names of people, as well: places only where something beside the name says so. */
export const ambiguousPlaces: ReadonlySet<string> = new Set(
  list(`
  Essen|Halle|Nice|Split|Island|Moldau|Franken|Schwaben|Wallis|Bergen|Bath|Jordan|Chad|Georgia|Turkey|Phoenix|Charlotte|
  Austin|Sofia|Virginia|Florence|Orlando|Sydney|Victoria|Mobile|Reading|Cork|York|Male|Lima|Mali|Gent|Rom|Rhodes|Nassau|
  Santiago|Cambridge|Kingston|Washington|Alexandria|Valencia|Paris|Guinea|Wellington|Memphis|Cordoba|Toledo
  `),
);
