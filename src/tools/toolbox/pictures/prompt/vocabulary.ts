/** What a picture can show. The first word of each row is also its name. */
export const HOURS = ["day", "sunrise", "sunset", "dusk", "night"] as const;
export const WEATHERS = ["clear", "clouds", "rain", "storm", "snowfall", "fog"] as const;
export const SEASONS = ["summer", "autumn", "winter", "spring"] as const;
export const SKY_SIGHTS = ["sun", "moon", "stars", "aurora", "rainbow", "birds"] as const;
export const SETTINGS = [
  "beach",
  "sea",
  "island",
  "lake",
  "river",
  "waterfall",
  "mountain",
  "volcano",
  "hill",
  "field",
  "forest",
  "jungle",
  "desert",
  "city",
  "village",
  "street",
  "airport",
  "harbour",
  "sky",
  "road",
] as const;
export const SUBJECTS = [
  "palm",
  "tree",
  "flowers",
  "cactus",
  "bridge",
  "tower",
  "castle",
  "temple",
  "ruins",
  "pyramid",
  "church",
  "lighthouse",
  "windmill",
  "hotel",
  "house",
  "tent",
  "campfire",
  "pool",
  "parasol",
  "airplane",
  "balloon",
  "train",
  "ship",
  "boat",
  "car",
  "bus",
  "bicycle",
  "restaurant",
  "people",
  "coffee",
  "suitcase",
  "passport",
  "map",
  "compass",
  "globe",
  "camera",
] as const;

export type Hour = (typeof HOURS)[number];
export type Weather = (typeof WEATHERS)[number];
export type Season = (typeof SEASONS)[number];
export type SkySight = (typeof SKY_SIGHTS)[number];
export type Setting = (typeof SETTINGS)[number];
export type Subject = (typeof SUBJECTS)[number];
export type Concept = Hour | Weather | Season | SkySight | Setting | Subject;

/**
 * The words for each, English and German, folded (no accents, ä as ae). `-word` also ends a compound and `word-` also
 * begins one: Bergsee is a mountain and a lake. Two words with a blank are looked for as they stand.
 */
export const VOCABULARY: Readonly<Record<Concept, string>> = {
  day: "day daylight daytime noon midday tag mittag tageslicht",
  sunrise: "sunrise dawn daybreak morning sonnenaufgang morgen morgens morgenrot morgendaemmerung",
  sunset: "sunset sundown evening sonnenuntergang sonnenuntergaenge abendrot abend abends abend-",
  dusk: "dusk twilight daemmerung blue-hour blaue-stunde",
  night: "night nighttime midnight nightlife nacht nachts nacht- mitternacht -nacht",
  clear: "clear sunny sonnig wolkenlos cloudless",
  clouds: "cloud clouds cloudy overcast wolke wolken bewoelkt wolken-",
  rain: "rain rainy raining drizzle shower monsoon regen regnet regnerisch regenwetter regentag verregnet",
  storm: "storm stormy thunderstorm thunder lightning hurricane tempest sturm gewitter blitz stuermisch",
  snowfall: "snowfall snowing blizzard snowstorm schneefall schneit schneesturm schneegestoeber",
  fog: "fog foggy mist misty haze nebel neblig dunst",
  summer: "summer summery sommer sommer- sommerlich",
  autumn: "autumn autumnal fall-foliage fall-colors fall-colours in-fall foliage herbst herbst- herbstlich",
  winter:
    "winter wintry snow snowy snowfield ice icy glacier frozen ski skiing skier arctic christmas schnee schnee- -schnee verschneit verschneite verschneiter verschneites winter- winterlich eis gletscher skifahren skigebiet weihnachten",
  spring:
    "spring springtime blossom blossoms bloom blooming cherry-blossom fruehling fruehling- fruehjahr bluete blueten kirschblueten -bluete sakura",
  sun: "sun sunshine sonne sonnenschein",
  moon: "moon moonlight moonlit mond mondschein vollmond mondlicht",
  stars: "star stars starry starlit milky-way stern sterne sternenhimmel sternklar sternen- milchstrasse",
  aurora: "aurora northern-lights polarlicht polarlichter nordlicht nordlichter",
  rainbow: "rainbow regenbogen",
  birds: "bird birds gull gulls seagull seagulls vogel voegel moewe moewen",
  beach:
    "beach beaches beachfront seaside shore coast coastline sand sandy bay strand straende strand- -strand kueste kuesten- -kueste bucht -bucht sandstrand",
  sea: "sea ocean waves seascape surf wave meer meere meerblick -meer ozean wellen nordsee ostsee suedsee mittelmeer see-voyage",
  island: "island islands isle atoll archipelago lagoon insel inseln insel- -insel lagune",
  lake: "lake lakes lakeside pond see seeufer teich stausee bodensee gebirgssee",
  river: "river rivers riverside stream creek canal fluss fluesse fluss- bach kanal -kanal",
  waterfall: "waterfall waterfalls falls cascade wasserfall wasserfaelle",
  mountain:
    "mountain mountains mountainous alps alpine peak peaks summit hiking hike hiker trek trekking himalaya fjord berg berge bergen berg- -berge gebirge -gebirge gipfel alpen alpen- wandern wanderung",
  volcano: "volcano volcanic volcanoes vulkan vulkane",
  hill: "hill hills hillside valley countryside vineyard vineyards landscape huegel huegelig tal bergtal flusstal weinberg weinberge landschaft -landschaft",
  field:
    "field fields meadow meadows prairie savanna savannah safari steppe park garden wiese wiesen -wiese feld felder -feld garten park savanne",
  forest: "forest forests wood woods woodland wald waelder wald- -wald",
  jungle: "jungle rainforest tropical tropics dschungel regenwald tropen tropisch tropische tropischer tropisches",
  desert: "desert dune dunes oasis wueste wuesten- duene duenen oase",
  city: "city cities skyline downtown metropolis urban skyscraper skyscrapers cityscape stadt staedte stadt- grossstadt hochhaus hochhaeuser wolkenkratzer metropole -stadt innenstadt",
  village: "village villages town hamlet dorf doerfer -dorf dorf- kleinstadt ortschaft",
  street:
    "street streets alley avenue boulevard lane market old-town strasse strassen -strasse gasse gassen allee altstadt marktplatz",
  airport: "airport airports runway terminal airfield tarmac flughafen flughaefen landebahn startbahn rollfeld taxiway",
  harbour: "harbour harbor port marina dock pier hafen haefen hafen- -hafen jachthafen",
  sky: "sky skies heaven himmel",
  road: "road roads highway road-trip roadtrip route landstrasse autobahn roadtrips",
  palm: "palm palms palm-tree palm-trees coconut palme palmen palmen-",
  tree: "tree trees baum baeume -baum",
  flowers:
    "flower flowers flowering tulip tulips lavender blume blumen blumen- rose roses sunflower sunflowers lavendel tulpen sonnenblumen",
  cactus: "cactus cacti kaktus kakteen",
  bridge: "bridge bridges viaduct bruecke bruecken -bruecke golden-gate",
  tower: "tower towers eiffel eiffelturm eiffel-tower turm tuerme -turm",
  castle:
    "castle castles palace fortress chateau burg burgen schloss schloesser palast festung -schloss maerchenschloss",
  temple: "temple temples pagoda shrine torii tempel -tempel pagode schrein",
  ruins: "ruins acropolis parthenon colosseum columns ruine ruinen akropolis saeulen",
  pyramid: "pyramid pyramids pyramide pyramiden",
  church: "church cathedral chapel mosque kirche kathedrale dom kapelle kirchturm moschee",
  lighthouse: "lighthouse lighthouses leuchtturm leuchttuerme",
  windmill: "windmill windmills windmuehle windmuehlen muehle",
  hotel: "hotel hotels resort motel hostel hotel- -hotel lodging herberge pension unterkunft",
  house:
    "house houses home cottage cabin chalet hut lodge villa villas haus haeuser huette huetten -huette ferienhaus ferienhaeuser baumhaus gasthaus landhaus bungalow bungalows",
  tent: "tent tents camping campsite camp glamping zelt zelte zelten zelt- campingplatz",
  campfire: "campfire bonfire lagerfeuer",
  pool: "pool pools swimming-pool schwimmbad schwimmbecken hotelpool infinity-pool",
  parasol:
    "parasol umbrella umbrellas sunshade deckchair deckchairs sun-lounger sonnenschirm sonnenschirme liegestuhl liegestuehle strandkorb",
  airplane:
    "airplane airplanes aeroplane plane planes aircraft jet jets airliner flight flights flying fly airline flugzeug flugzeuge flug fluege flieger fliegen nachtflug rundflug jumbo",
  balloon: "balloon balloons hot-air-balloon ballon ballons heissluftballon heissluftballons -ballon",
  train:
    "train trains railway rail locomotive tram zug zuege bahn eisenbahn schnellzug nachtzug bergbahn lokomotive strassenbahn",
  ship: "ship ships cruise cruises liner ferry steamer kreuzfahrt kreuzfahrten kreuzfahrtschiff schiff schiffe -schiff faehre dampfer",
  boat: "boat boats sailboat sailboats sailing sail yacht yachts canoe kayak gondola rowboat boot boote segelboot ruderboot fischerboot segelboote segeln segelschiff jacht gondel kajak",
  car: "car cars automobile convertible taxi taxis cab driving suv auto autos wagen mietwagen cabrio leihwagen",
  bus: "bus buses coach van camper campervan motorhome wohnmobil reisebus bulli",
  bicycle: "bicycle bicycles bike bikes cycling fahrrad fahrraeder radtour radfahren rad",
  restaurant: "restaurant restaurants cafe bistro diner terrace terrasse lokal biergarten",
  people:
    "people person man woman men women child children kid kids family couple tourist tourists traveller travellers traveler travelers passenger passengers friends hikers guests backpacker backpackers mensch menschen person personen mann frau kind kinder familie paar tourist touristen reisende reisender freunde wanderer gaeste",
  coffee: "coffee cup espresso cappuccino latte tea breakfast kaffee tasse tee fruehstueck",
  suitcase: "suitcase suitcases luggage baggage backpack bag bags koffer gepaeck rucksack reisetasche packing",
  passport: "passport passports visa ticket tickets boarding-pass reisepass pass bordkarte flugticket",
  map: "map maps itinerary landkarte karte karten stadtplan weltkarte reiseplan",
  compass: "compass kompass",
  globe: "globe world earth planet globus welt erde weltreise",
  camera: "camera kamera fotoapparat fotokamera",
};
