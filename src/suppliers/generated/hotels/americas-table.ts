/**
 * City code, price level beside the rest of the country, kind of demand, name; then its parts, from the best addresses
 * outward, each with a street and a postcode (or the head of one).
 */
export const AMERICAS = `
NYC 1.5 mixed New York
  Times Square, West 44th Street, 10036; Midtown East, Lexington Avenue, 10022; Central Park, West 57th Street, 10019;
  SoHo, Lafayette Street, 10013; Grand Central, East 42nd Street, 10017; Financial District, Pearl Street, 10005;
  Upper West Side, Broadway, 10024; Chelsea, West 25th Street, 10001; Lower East Side, Orchard Street, 10002;
  Brooklyn, Schermerhorn Street, 11201; Long Island City, Queens Plaza South, 11101; Flushing, 39th Avenue, 11354;
  Jamaica Queens, Jamaica Avenue, 11432; Staten Island, South Avenue, 10314
LAX 1.25 mixed Los Angeles
  Beverly Hills, Wilshire Boulevard, 90210; Downtown, South Figueroa Street, 90017; Santa Monica, Ocean Avenue, 90401;
  West Hollywood, Sunset Boulevard, 90069; Century City, Avenue of the Stars, 90067; Westwood, Tiverton Avenue, 90024;
  Hollywood, North Highland Avenue, 90028; Koreatown, West 6th Street, 90020; Burbank, North Hollywood Way, 91505;
  Van Nuys, Sepulveda Boulevard, 91411; Inglewood, West Century Boulevard, 90304; Pasadena, East Colorado Boulevard, 91107
CHI 1.15 business Chicago
  Magnificent Mile, North Michigan Avenue, 60611; Loop, West Adams Street, 60603; River North, North Clark Street, 60654;
  Gold Coast, East Delaware Place, 60611; West Loop, West Randolph Street, 60607; McCormick Place, South Indiana Avenue, 60616;
  Lincoln Park, North Lincoln Avenue, 60614; Streeterville, East Illinois Street, 60611; South Loop, South Wabash Avenue, 60605
WAS 1.2 business Washington
  Downtown, 14th Street NW, 20005; Dupont Circle, New Hampshire Avenue NW, 20036; Georgetown, M Street NW, 20007;
  Capitol Hill, New Jersey Avenue NW, 20001; Foggy Bottom, Pennsylvania Avenue NW, 20037; The Wharf, Maine Avenue SW, 20024;
  Convention Center, L Street NW, 20001; Navy Yard, Half Street SE, 20003; Union Station, Massachusetts Avenue NW, 20001
SFO 1.35 business San Francisco
  Union Square, Geary Street, 94102; Fisherman’s Wharf, Beach Street, 94133; SoMa, Howard Street, 94103;
  Financial District, Montgomery Street, 94104; Nob Hill, California Street, 94108; Civic Center, Market Street, 94102;
  Embarcadero, Mission Street, 94105; Japantown, Post Street, 94115; Lombard Street, Lombard Street, 94123
BOS 1.35 business Boston
  Back Bay, Boylston Street, 02116; Seaport, Seaport Boulevard, 02210; Downtown, Tremont Street, 02111;
  Beacon Hill, Cambridge Street, 02114; Fenway, Brookline Avenue, 02215; Copley Square, Huntington Avenue, 02116;
  Waterfront, Atlantic Avenue, 02110; Theater District, Stuart Street, 02116
MIA 1.2 resort Miami
  Downtown, Biscayne Boulevard, 33132; Brickell, Brickell Avenue, 33131; South Beach, Collins Avenue, 33139;
  Mid-Beach, Collins Avenue, 33140; Coconut Grove, South Bayshore Drive, 33133; Coral Gables, Ponce de Leon Boulevard, 33134;
  Wynwood, NW 2nd Avenue, 33127; Doral, NW 36th Street, 33166; Sunny Isles Beach, Collins Avenue, 33160
DEN 1 mixed Denver
  Downtown, California Street, 80202; LoDo, Wynkoop Street, 80202; Union Station, Wewatta Street, 80202;
  Cherry Creek, Columbine Street, 80206; Tech Center, East Orchard Road, 80111; Convention Center, Welton Street, 80202;
  RiNo, Blake Street, 80205; Stapleton, Central Park Boulevard, 80238; Golden Triangle, Cherokee Street, 80204
SEA 1.2 business Seattle
  Downtown, 6th Avenue, 98101; Pike Place Market, 1st Avenue, 98101; South Lake Union, Terry Avenue North, 98109;
  Pioneer Square, 2nd Avenue, 98104; Waterfront, Alaskan Way, 98121; Belltown, 4th Avenue, 98121;
  University District, NE 45th Street, 98105; Seattle Center, Roy Street, 98109
LAS 0.95 resort Las Vegas
  The Strip, Las Vegas Boulevard South, 89109; Downtown, Fremont Street, 89101; Convention Center, Paradise Road, 89169;
  South Strip, Las Vegas Boulevard South, 89119; Summerlin, West Charleston Boulevard, 89135; Henderson, Green Valley Parkway, 89052;
  West of the Strip, South Valley View Boulevard, 89103; University District, East Flamingo Road, 89119
ORL 0.9 resort Orlando
  International Drive, International Drive, 32819; Lake Buena Vista, Palm Parkway, 32836; Downtown, South Orange Avenue, 32801;
  Universal Boulevard, Universal Boulevard, 32819; Convention Center, Destination Parkway, 32819; SeaWorld, Sea Harbor Drive, 32821;
  Kissimmee, West Irlo Bronson Highway, 34746; Millenia, Millenia Boulevard, 32839
ATL 1 business Atlanta
  Downtown, Peachtree Center Avenue NE, 30303; Midtown, West Peachtree Street NW, 30309; Buckhead, Peachtree Road NE, 30326;
  Centennial Park, Marietta Street NW, 30313; Perimeter Center, Perimeter Center West, 30346; Cumberland, Galleria Parkway SE, 30339;
  Georgia Tech, Spring Street NW, 30308; Vinings, Paces Ferry Road SE, 30339
DFW 0.95 business Dallas
  Downtown, Elm Street, 75202; Uptown, McKinney Avenue, 75201; Market Center, Stemmons Freeway, 75207;
  Galleria, Dallas Parkway, 75240; Las Colinas, West John Carpenter Freeway, 75039; Park Central, LBJ Freeway, 75251;
  Fort Worth Stockyards, East Exchange Avenue, 76164; Arlington Ballpark, East Copeland Road, 76011
HOU 0.9 business Houston
  Downtown, Texas Street, 77002; Galleria, Westheimer Road, 77056; Medical Center, Main Street, 77030;
  Energy Corridor, Katy Freeway, 77079; Greenway Plaza, Southwest Freeway, 77046; Westchase, Briarpark Drive, 77042;
  Museum District, Montrose Boulevard, 77006; NRG Park, South Loop West, 77054
PHX 0.95 mixed Phoenix
  Downtown, North 3rd Street, 85004; Biltmore, East Camelback Road, 85016; Scottsdale Old Town, East Indian School Road, 85251;
  Midtown, North Central Avenue, 85012; Tempe, South Mill Avenue, 85281; North Phoenix, West Peoria Avenue, 85029;
  Mesa, West Main Street, 85201; Chandler, West Chandler Boulevard, 85226
HNL 1.35 resort Honolulu
  Waikiki Beach, Kalakaua Avenue, 96815; Ala Moana, Atkinson Drive, 96814; Downtown, Bishop Street, 96813;
  Kuhio Avenue, Kuhio Avenue, 96815; Ko Olina, Olani Street, 96707; Diamond Head, Lemon Road, 96815;
  Kapolei, Kamokila Boulevard, 96707; Beachwalk, Lewers Street, 96815
MSP 0.95 business Minneapolis
  Downtown, Nicollet Mall, 55402; Mall of America, Killebrew Drive, 55425; University, Washington Avenue SE, 55414;
  North Loop, North 1st Avenue, 55401; St. Paul Downtown, Kellogg Boulevard, 55102; Edina, York Avenue South, 55435;
  Bloomington, American Boulevard West, 55437; Convention Center, Marquette Avenue, 55403
PHL 1 business Philadelphia
  Center City, Market Street, 19107; Old City, Chestnut Street, 19106; Rittenhouse Square, South 17th Street, 19103;
  University City, Chestnut Street, 19104; Convention Center, Arch Street, 19107; Penn’s Landing, South Columbus Boulevard, 19106;
  Logan Square, North 18th Street, 19103; Stadium, Packer Avenue, 19148
SAN 1.15 resort San Diego
  Gaslamp Quarter, 5th Avenue, 92101; Downtown, West Broadway, 92101; Mission Valley, Hotel Circle North, 92108;
  La Jolla, Prospect Street, 92037; Old Town, Taylor Street, 92110; Bayside, North Harbor Drive, 92101;
  Del Mar, Camino del Mar, 92014; Mission Bay, Quivira Road, 92109
AUS 1.1 mixed Austin
  Downtown, East 4th Street, 78701; University, Guadalupe Street, 78705; South Congress, South Congress Avenue, 78704;
  Domain, Domain Drive, 78758; Convention Center, East Cesar Chavez Street, 78701; Arboretum, Research Boulevard, 78759;
  Northwest, Stonelake Boulevard, 78759; Rainey Street, River Street, 78701
BNA 1.15 resort Nashville
  Downtown, Broadway, 37203; Music Row, Demonbreun Street, 37203; The Gulch, 12th Avenue South, 37203;
  Opryland, Music Valley Drive, 37214; Vanderbilt, West End Avenue, 37203; SoBro, 4th Avenue South, 37201;
  Brentwood, Franklin Road, 37027; Germantown, Rosa L. Parks Boulevard, 37208
MSY 1.05 resort New Orleans
  French Quarter, Royal Street, 70130; Canal Street, Canal Street, 70130; Garden District, St. Charles Avenue, 70130;
  Convention Center, Convention Center Boulevard, 70130; Arts District, Carondelet Street, 70130; Downtown, Poydras Street, 70112;
  Metairie, Veterans Memorial Boulevard, 70002; Bourbon Street, Bourbon Street, 70116
YTO 1.15 business Toronto
  Downtown, Richmond Street West, M5H; Yorkville, Avenue Road, M5R; Entertainment District, King Street West, M5V;
  Harbourfront, Queens Quay West, M5J; Bloor, Bloor Street East, M4W; Union Station, Front Street West, M5J;
  Chelsea, Gerrard Street West, M5G; North York, Yonge Street, M2N; Markham, Highway 7 East, L3R
YVR 1.25 mixed Vancouver
  Downtown, West Georgia Street, V6E; Coal Harbour, West Hastings Street, V6E; Waterfront, Canada Place, V6C;
  Robson Street, Robson Street, V6E; Yaletown, Davie Street, V6Z; Gastown, Cordova Street, V6B;
  Broadway, West Broadway, V5Z; Richmond, Westminster Highway, V6X; English Bay, Beach Avenue, V6E
YMQ 1.05 mixed Montreal
  Centre-Ville, Boulevard René-Lévesque Ouest, H3B; Vieux-Montréal, Rue Saint-Jacques, H2Y; Golden Square Mile, Rue Sherbrooke Ouest, H3A;
  Quartier Latin, Rue Saint-Denis, H2X; Quartier International, Rue Saint-Antoine Ouest, H2Z; Place des Arts, Rue de Bleury, H3A;
  Gare Centrale, Rue Mansfield, H3B; Plateau, Avenue du Mont-Royal Est, H2T
YYC 0.95 business Calgary
  Downtown, 4th Avenue SW, T2P; Beltline, 12th Avenue SW, T2R; University, Banff Trail NW, T2M; Stampede, Macleod Trail SE, T2G;
  South, Macleod Trail South, T2H; East Village, 6th Avenue SE, T2G; Sunridge, 26th Street NE, T1Y
MEX 1.2 business Mexico City
  Reforma, Paseo de la Reforma, 06600; Polanco, Campos Elíseos, 11560; Santa Fe, Avenida Vasco de Quiroga, 01210;
  Centro Histórico, Calle 5 de Febrero, 06000; Zona Rosa, Calle Hamburgo, 06600; Condesa, Avenida Ámsterdam, 06100;
  Roma Norte, Avenida Álvaro Obregón, 06700; Insurgentes Sur, Avenida Insurgentes Sur, 03810; Alameda, Avenida Juárez, 06050
CUN 1.5 resort Cancun
  Zona Hotelera, Boulevard Kukulcán, 77500; Playa Mujeres, Prolongación Bonampak, 77400; Centro, Avenida Tulum, 77500;
  Punta Cancún, Boulevard Kukulcán, 77500; Puerto Juárez, Avenida López Portillo, 77525; Avenida Nichupté, Avenida Nichupté, 77508;
  Laguna Nichupté, Boulevard Kukulcán, 77500
SAO 1.2 business São Paulo
  Jardins, Alameda Santos, 01419; Paulista, Avenida Paulista, 01311; Itaim Bibi, Rua Joaquim Floriano, 04534;
  Faria Lima, Avenida Brigadeiro Faria Lima, 04538; Berrini, Avenida Engenheiro Luís Carlos Berrini, 04571;
  Moema, Avenida Ibirapuera, 04029; Centro, Avenida Ipiranga, 01046; Ibirapuera, Rua Sena Madureira, 04021
RIO 1.3 resort Rio de Janeiro
  Copacabana, Avenida Atlântica, 22021; Ipanema, Avenida Vieira Souto, 22420; Leblon, Avenida Delfim Moreira, 22441;
  Barra da Tijuca, Avenida Lúcio Costa, 22630; Centro, Rua da Assembleia, 20011; Botafogo, Rua Voluntários da Pátria, 22270;
  Leme, Avenida Atlântica, 22010; Flamengo, Rua Senador Vergueiro, 22230
BUE 1.2 mixed Buenos Aires
  Recoleta, Avenida Alvear, C1129; Puerto Madero, Juana Manso, C1107; Palermo, Avenida Santa Fe, C1425;
  Microcentro, Calle Florida, C1005; San Telmo, Calle Defensa, C1065; Retiro, Calle Esmeralda, C1007;
  Obelisco, Avenida Corrientes, C1043; Belgrano, Avenida Cabildo, C1426
BOG 1.1 business Bogotá
  Zona T, Carrera 13, 110221; Parque de la 93, Calle 93, 110221; Usaquén, Carrera 7, 110111; Chapinero, Calle 67, 110231;
  Centro Internacional, Carrera 10, 110311; Salitre, Avenida La Esperanza, 110931; Teleport, Calle 113, 110111
LIM 1.15 business Lima
  Miraflores, Avenida Larco, 15074; San Isidro, Calle Los Libertadores, 15073; Barranco, Avenida Grau, 15063;
  Centro Histórico, Jirón de la Unión, 15001; Costa Verde, Malecón de la Reserva, 15074; Benavides, Avenida Alfredo Benavides, 15048;
  San Borja, Avenida Aviación, 15037
SCL 1.1 business Santiago
  Providencia, Avenida Providencia, 7500; Las Condes, Avenida Apoquindo, 7550; El Golf, Avenida Isidora Goyenechea, 7550;
  Vitacura, Avenida Vitacura, 7630; Centro, Calle San Antonio, 8320; Bellavista, Calle Constitución, 7500;
  Manquehue, Avenida Manquehue Norte, 7560
`;
