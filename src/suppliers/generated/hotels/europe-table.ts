/** As in the table of the Americas. */
export const EUROPE = `
LON 1.4 mixed London
  Paddington, Praed Street, W2; Kensington, Kensington High Street, W8; Park Lane, Park Lane, W1K; Waterloo, York Road, SE1;
  Tower Bridge, Tooley Street, SE1; King’s Cross, Euston Road, NW1; Canary Wharf, Westferry Circus, E14; Victoria, Buckingham Palace Road, SW1W;
  Covent Garden, Southampton Row, WC1B; Hyde Park, Lancaster Gate, W2; City, Aldersgate Street, EC1A; Shoreditch, Curtain Road, EC2A;
  Docklands, Western Gateway, E16; Earl’s Court, Cromwell Road, SW7; Islington, Upper Street, N1; Blackfriars, Blackfriars Road, SE1
PAR 1.4 mixed Paris
  Gare de Lyon, Avenue Ledru-Rollin, 75012; Opéra, Boulevard Haussmann, 75009; Champs-Élysées, Rue de Berri, 75008;
  Tour Eiffel, Boulevard de Grenelle, 75015; Montparnasse, Rue du Commandant Mouchotte, 75014; Gare du Nord, Rue de Dunkerque, 75010;
  Bastille, Rue de Charenton, 75012; La Défense, Cours Valmy, 92800; Montmartre, Rue Caulaincourt, 75018;
  Bercy, Rue de Bercy, 75012; Saint-Germain, Rue Jacob, 75006; Porte de Versailles, Rue du Moulin, 92170;
  République, Rue du Faubourg du Temple, 75011; Étoile, Avenue de Wagram, 75017
FRA 1.15 business Frankfurt
  City, Mainzer Landstraße, 60329; Hauptbahnhof, Poststraße, 60329; Messe, Europa-Allee, 60327; Bahnhofsviertel, Kaiserstraße, 60329;
  Sachsenhausen, Walther-von-Cronberg-Platz, 60594; Westend, Bockenheimer Landstraße, 60323; Zeil, Zeil, 60313;
  Ostend, Hanauer Landstraße, 60314; Niederrad, Lyoner Straße, 60528; Römer, Berliner Straße, 60311
MUC 1.2 business Munich
  Hauptbahnhof, Arnulfstraße, 80335; Altstadt, Neuturmstraße, 80331; Messe, Willy-Brandt-Allee, 81829; Schwabing, Leopoldstraße, 80804;
  Bogenhausen, Arabellastraße, 81925; Olympiapark, Leonrodstraße, 80636; Sendlinger Tor, Sonnenstraße, 80331;
  Ostbahnhof, Rosenheimer Straße, 81667; Deutsches Museum, Hochstraße, 81541; Parkstadt Schwabing, Lyonel-Feininger-Straße, 80807
BER 1 mixed Berlin
  Alexanderplatz, Alexanderstraße, 10178; Mitte, Friedrichstraße, 10117; Potsdamer Platz, Potsdamer Straße, 10785;
  Hauptbahnhof, Invalidenstraße, 10557; Kurfürstendamm, Kurfürstendamm, 10719; Tiergarten, Lützowplatz, 10785;
  Ostbahnhof, Mühlenstraße, 10243; Prenzlauer Berg, Prenzlauer Allee, 10405; Spittelmarkt, Leipziger Straße, 10117; Charlottenburg, Kantstraße, 10623
HAM 1.05 mixed Hamburg
  Hauptbahnhof, Kirchenallee, 20099; Altona, Paul-Nevermann-Platz, 22765; HafenCity, Am Kaiserkai, 20457; Dammtor, Marseiller Straße, 20355;
  Reeperbahn, Reeperbahn, 20359; Alster, An der Alster, 20099; Speicherstadt, Alter Wandrahm, 20457; City Nord, Mexikoring, 22297
VIE 1.05 mixed Vienna
  Hauptbahnhof, Wiedner Gürtel, 1040; Innere Stadt, Herrengasse, 1010; Westbahnhof, Mariahilfer Straße, 1150; Prater, Praterstraße, 1020;
  Schönbrunn, Schönbrunner Straße, 1120; Messe, Messestraße, 1020; Danube, Wagramer Straße, 1220; Ring, Schubertring, 1010; Belvedere, Landstraßer Gürtel, 1030
ZRH 1.15 business Zurich
  Hauptbahnhof, Bahnhofquai, 8001; City West, Pfingstweidstrasse, 8005; Oerlikon, Thurgauerstrasse, 8050; Seefeld, Utoquai, 8008;
  Altstadt, Rennweg, 8001; Sihlcity, Kalanderplatz, 8045; Messe, Wallisellenstrasse, 8050; Enge, Talstrasse, 8002
GVA 1.2 business Geneva
  Cornavin, Rue de Lausanne, 1201; Centre, Rue du Rhône, 1204; Nations, Avenue de France, 1202; Lac, Quai Wilson, 1201;
  Palexpo, Route François-Peyrot, 1218; Eaux-Vives, Rue de la Terrassière, 1207; Plainpalais, Boulevard Georges-Favon, 1204
AMS 1.25 mixed Amsterdam
  Centraal, Prins Hendrikkade, 1012; Dam Square, Damrak, 1012; Leidseplein, Stadhouderskade, 1054; Zuidas, De Boelelaan, 1083;
  RAI, Europaboulevard, 1083; Museumplein, Van Baerlestraat, 1071; Sloterdijk, Kingsfordweg, 1043; Amstel, Joan Muyskenweg, 1096;
  Arena, Hoogoorddreef, 1101; Rembrandtplein, Utrechtsestraat, 1017; Noord, Distelkade, 1031
BRU 1.1 business Brussels
  Grand-Place, Rue du Marché aux Herbes, 1000; Gare du Midi, Avenue Fonsny, 1060; Avenue Louise, Avenue Louise, 1050;
  EU Quarter, Rue de la Loi, 1040; Rogier, Place Charles Rogier, 1210; Centre, Boulevard Anspach, 1000; Sainte-Catherine, Quai au Bois à Brûler, 1000;
  Schuman, Boulevard Charlemagne, 1000
MAD 1.1 mixed Madrid
  Gran Vía, Gran Vía, 28013; Atocha, Calle de Atocha, 28012; Chamartín, Calle de Agustín de Foxá, 28036; Plaza de Castilla, Paseo de la Castellana, 28046;
  Salamanca, Calle de Velázquez, 28001; Puerta del Sol, Calle de Carretas, 28012; Barrio de las Letras, Calle del Prado, 28014;
  Princesa, Calle de la Princesa, 28008; Ventas, Calle de Alcalá, 28028; Campo de las Naciones, Avenida de América, 28042
BCN 1.2 resort Barcelona
  Passeig de Gràcia, Passeig de Gràcia, 08007; Sants, Carrer de Numància, 08029; Eixample, Carrer de València, 08015;
  Barri Gòtic, Via Laietana, 08003; Diagonal Mar, Avinguda Diagonal, 08019; Plaça de Catalunya, Carrer de Pelai, 08001;
  Port Olímpic, Carrer de la Marina, 08005; Fira, Gran Via de les Corts Catalanes, 08908; Ramblas, La Rambla, 08002; Sagrada Família, Carrer de Mallorca, 08013
LIS 1.15 mixed Lisbon
  Marquês de Pombal, Avenida da Liberdade, 1250; Baixa, Rua Augusta, 1100; Chiado, Rua Garrett, 1200; Saldanha, Avenida da República, 1050;
  Parque das Nações, Avenida Dom João II, 1990; Belém, Rua da Junqueira, 1300; Sete Rios, Avenida Columbano Bordalo Pinheiro, 1070; Rossio, Praça da Figueira, 1100
ROM 1.1 mixed Rome
  Termini, Via Marsala, 00185; Vaticano, Via della Conciliazione, 00193; Via Veneto, Via Vittorio Veneto, 00187; Centro, Via del Corso, 00186;
  EUR, Viale dell’Oceano Atlantico, 00144; Trastevere, Viale di Trastevere, 00153; Colosseo, Via Labicana, 00184; Villa Borghese, Via Ludovisi, 00187;
  Piazza di Spagna, Via Sistina, 00187; San Giovanni, Via Appia Nuova, 00183
MIL 1.25 business Milan
  Centrale, Via Vitruvio, 20124; Duomo, Via Larga, 20122; Porta Nuova, Viale Sturzo, 20154; Fiera, Viale Scarampo, 20148;
  Brera, Via Brera, 20121; Navigli, Ripa di Porta Ticinese, 20143; Garibaldi, Corso Como, 20154; Porta Venezia, Corso Buenos Aires, 20124; San Siro, Via Novara, 20147
VCE 1.4 resort Venice
  San Marco, Calle Larga XXII Marzo, 30124; Mestre, Corso del Popolo, 30172; Santa Lucia, Lista di Spagna, 30121; Dorsoduro, Fondamenta Zattere, 30123;
  Castello, Riva degli Schiavoni, 30122; Lido, Gran Viale Santa Maria Elisabetta, 30126; Marghera, Via Rizzardi, 30175
ATH 1 mixed Athens
  Syntagma, Mitropoleos Street, 105 63; Plaka, Adrianou Street, 105 56; Acropolis, Dionysiou Areopagitou Street, 117 42; Omonia, Athinas Street, 105 51;
  Kolonaki, Skoufa Street, 106 73; Syngrou, Syngrou Avenue, 117 45; Piraeus, Akti Miaouli, 185 38; Glyfada, Leoforos Poseidonos, 166 74
IST 1.15 mixed Istanbul
  Taksim, Cumhuriyet Caddesi, 34437; Sultanahmet, Divanyolu Caddesi, 34122; Beşiktaş, Çırağan Caddesi, 34349; Levent, Büyükdere Caddesi, 34394;
  Şişli, Halaskargazi Caddesi, 34371; Old City, Ordu Caddesi, 34130; Galata, Bankalar Caddesi, 34421; Ataşehir, Barbaros Mahallesi, 34746; Bosphorus, Meclis-i Mebusan Caddesi, 34427
DUB 1.2 mixed Dublin
  Temple Bar, Fleet Street, D02; Parnell Square, Parnell Square West, D01; Ballsbridge, Pembroke Road, D04; Docklands, North Wall Quay, D01;
  Smithfield, Smithfield, D07; O’Connell Street, O’Connell Street, D01; Christchurch, Christchurch Place, D08; Grand Canal, Grand Canal Street, D04
EDI 1.15 resort Edinburgh
  Princes Street, Princes Street, EH2; Royal Mile, High Street, EH1; Haymarket, West Maitland Street, EH12; Old Town, Cowgate, EH1;
  Leith, Bonnington Road, EH6; Exchange, Morrison Street, EH3; Grassmarket, Grassmarket, EH1; New Town, York Place, EH1
MAN 1 mixed Manchester
  Piccadilly, Portland Street, M1; Deansgate, Deansgate, M3; Oxford Road, Oxford Road, M1; Arena, Bury Street, M3;
  Salford Quays, The Quays, M50; Spinningfields, Bridge Street, M3; Northern Quarter, Dale Street, M1; Trafford City, Phoenix Way, M41
BHX 0.9 business Birmingham
  City Centre, Broad Street, B1; New Street, Navigation Street, B2; NEC, Pendigo Way, B40; Snow Hill, Snow Hill Queensway, B4; Jewellery Quarter, Hall Street, B18;
  Edgbaston, Hagley Road, B16; Brindleyplace, Sheepcote Street, B16
GLA 0.9 mixed Glasgow
  City Centre, Argyle Street, G2; Central Station, Gordon Street, G1; West End, Great Western Road, G12; Merchant City, Ingram Street, G1;
  SEC, Finnieston Quay, G3; Sauchiehall Street, Sauchiehall Street, G2; George Square, George Square, G2
CPH 1.15 mixed Copenhagen
  City, Vester Farimagsgade, 1606; Tivoli, Arni Magnussons Gade, 1577; Nyhavn, Nyhavn, 1051; Vesterbro, Vesterbrogade, 1620;
  Ørestad, Ørestads Boulevard, 2300; Islands Brygge, Amager Boulevard, 2300; Frederiksberg, Falkoner Allé, 2000; Nørreport, Nørre Voldgade, 1358
OSL 1.1 mixed Oslo
  Sentrum, Karl Johans gate, 0154; Oslo S, Biskop Gunnerus’ gate, 0155; Aker Brygge, Sjøgata, 0250; Majorstuen, Bogstadveien, 0366;
  Bjørvika, Dronning Eufemias gate, 0191; Holbergs plass, Holbergs gate, 0166; Grünerløkka, Thorvald Meyers gate, 0555; Helsfyr, Strømsveien, 0668
STO 1.15 mixed Stockholm
  City, Vasagatan, 111 20; Gamla Stan, Skeppsbron, 111 30; Södermalm, Götgatan, 118 46; Kungsholmen, Sankt Eriksgatan, 112 39;
  Stureplan, Birger Jarlsgatan, 114 34; Slussen, Guldgränd, 118 20; Älvsjö, Mässvägen, 125 30; Norra Bantorget, Norra Bantorget, 111 64
HEL 1.05 mixed Helsinki
  Keskusta, Mannerheimintie, 00100; Kamppi, Salomonkatu, 00100; Hakaniemi, Siltasaarenkatu, 00530; Pasila, Ratapihantie, 00520;
  Ruoholahti, Ruoholahdenranta, 00180; Katajanokka, Kanavaranta, 00160; Kaisaniemi, Yliopistonkatu, 00100; Kallio, Sturenkatu, 00510
REK 1.1 resort Reykjavik
  Centrum, Aðalstræti, 101; Harbour, Mýrargata, 101; Laugavegur, Laugavegur, 101; Baron, Barónsstígur, 101; Laugardalur, Sigtún, 105; Lind, Rauðarárstígur, 105; Grand, Borgartún, 105
PRG 1.1 mixed Prague
  Old Town, Celetná, 110 00; Wenceslas Square, Václavské náměstí, 110 00; Malá Strana, Mostecká, 118 00; Smíchov, Plzeňská, 150 00;
  Karlín, Křižíkova, 186 00; Vinohrady, Vinohradská, 120 00; Florenc, Sokolovská, 186 00; Congress, Pankrác, 140 00
BUD 1.05 mixed Budapest
  City, Váci utca, 1052; Castle Hill, Hess András tér, 1014; Oktogon, Teréz körút, 1066; Keleti, Baross tér, 1076;
  Margaret Bridge, Szent István körút, 1137; Danube, Apáczai Csere János utca, 1052; Corvin, Üllői út, 1082; Astoria, Rákóczi út, 1088
WAW 1.1 business Warsaw
  Centrum, Aleje Jerozolimskie, 00-697; Stare Miasto, Krakowskie Przedmieście, 00-071; Wola, ulica Towarowa, 00-839; Mokotów, ulica Puławska, 02-595;
  Central Station, ulica Złota, 00-120; Śródmieście, ulica Świętokrzyska, 00-044; Reduta, ulica Bitwy Warszawskiej 1920, 02-366; Praga, ulica Ząbkowska, 03-735
MOW 1.3 business Moscow
  Tverskaya, Tverskaya Street, 125009; Arbat, Novy Arbat, 119019; Paveletskaya, Kozhevnicheskaya Street, 115114; Krasnye Vorota, Kalanchevskaya Street, 107078;
  Moscow City, Presnenskaya Embankment, 123112; Kievskaya, Kievskaya Street, 121059; Belorusskaya, Lesnaya Street, 127055; Olympic, Olimpiyskiy Prospekt, 129110
LED 1.1 mixed St. Petersburg
  Nevsky, Nevsky Prospekt, 191025; Moskovsky Vokzal, Ligovsky Prospekt, 191036; Petrogradskaya, Kamennoostrovsky Prospekt, 197046; Vasilievsky Island, Sredny Prospekt, 199004;
  Fontanka, Fontanka Embankment, 190031; Pulkovskaya, Moskovsky Prospekt, 196066
NCE 1.2 resort Nice
  Promenade des Anglais, Promenade des Anglais, 06000; Gare, Avenue Thiers, 06000; Vieux Nice, Rue de la Préfecture, 06300; Centre, Avenue Jean Médecin, 06000;
  Arénas, Boulevard René Cassin, 06200; Port, Quai Lunel, 06300; Masséna, Rue Gioffredo, 06000
PMI 1.25 resort Palma
  Paseo Marítimo, Avenida Gabriel Roca, 07015; Playa de Palma, Carretera del Arenal, 07600; Casco Antiguo, Calle de la Concepción, 07012; Cala Mayor, Avenida Joan Miró, 07015;
  Magaluf, Avenida Magaluf, 07181; Centro, Avenida Jaime III, 07012
`;
