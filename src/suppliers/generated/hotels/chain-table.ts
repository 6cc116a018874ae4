/**
 * Chain code; chain; stars; how it names its houses; where it is (`+resort`: in resorts only); and, where it shuns small
 * cities, the least traffic (million passengers a year). In a name `*` is the city and the part of it, `@` the city, `#`
 * the part.
 * GDS chain codes are agreed between vendors, so this set is ours, kept to the codes in public lists where there are.
 */
export const CHAIN_ROWS = `
MC; Marriott Hotels; 4; @ Marriott #; world -JP -nordic; 3
SI; Sheraton; 4; Sheraton *; world -nordic; 3
WI; Westin; 5; The Westin @ #; us canada german south-europe china japan korea southeast-asia oceania mexico south-asia; 8
WH; W Hotels; 5; W @; us south-europe china korea southeast-asia middle-east GB MX; 18
XR; St. Regis; 5; The St. Regis @; us IT china QA AE SA MX ID SG KZ TR; 12
RZ; The Ritz-Carlton; 5; The Ritz-Carlton, @; us canada ES PT DE JP china KR AE SA BH ID MY SG KY AW CL KZ; 9
JW; JW Marriott; 5; JW Marriott Hotel @; world -nordic -britain -france -benelux -cis -pacific; 10
BR; Renaissance; 4; Renaissance @ # Hotel; us canada britain france benelux german china south-asia southeast-asia; 6
AK; Autograph Collection; 4; The # House, Autograph Collection; us canada GB IE; 6
CY; Courtyard by Marriott; 3; Courtyard by Marriott *; world -japan -nordic -pacific
FN; Fairfield by Marriott; 2; Fairfield Inn & Suites @ #; us canada
RI; Residence Inn; 3; Residence Inn by Marriott *; us canada
OX; Moxy; 3; Moxy *; us britain german benelux france south-europe nordic JP PL; 4
AR; AC Hotels by Marriott; 4; AC Hotel *; us ES IT PT DK FR; 4
PV; Protea Hotels by Marriott; 3; Protea Hotel by Marriott *; ZA NA ZM NG TZ UG MW
HH; Hilton Hotels; 4; Hilton *; world; 2
DT; DoubleTree by Hilton; 4; DoubleTree by Hilton *; world -france -pacific -korea; 2
HX; Hampton by Hilton; 3; Hampton by Hilton *; canada britain german east-europe cis mexico south-america china TR IT; 0.5
HN; Hampton by Hilton; 3; Hampton Inn & Suites @ #; us
ES; Embassy Suites by Hilton; 4; Embassy Suites by Hilton *; us; 3
GI; Hilton Garden Inn; 3; Hilton Garden Inn *; us canada britain german south-europe east-europe middle-east africa south-asia china south-america mexico cis southeast-asia; 1
TR; Tru by Hilton; 2; Tru by Hilton *; us
CN; Conrad; 5; Conrad @; US GB IE AE CN HK SG JP KR ID TH MX; 20
WA; Waldorf Astoria; 5; Waldorf Astoria @; US GB DE NL IT AE QA CN TH; 16
HY; Hyatt Regency; 4; Hyatt Regency *; us canada britain france german south-asia china japan southeast-asia middle-east oceania mexico cis; 5
GH; Grand Hyatt; 5; Grand Hyatt @; us DE china japan korea southeast-asia IN AE SA CL CO; 15
PH; Park Hyatt; 5; Park Hyatt @; us canada FR AT CH DE JP KR china TH AU NZ AE IN; 15
HP; Hyatt Place; 3; Hyatt Place *; us china IN mexico AE DE; 1
IC; InterContinental; 5; InterContinental *; world -nordic; 9
CP; Crowne Plaza; 4; Crowne Plaza *; world -japan -nordic; 3
HI; Holiday Inn; 3; Holiday Inn *; world -nordic; 0.4
EX; Holiday Inn Express; 2; Holiday Inn Express *; us canada britain german benelux france south-europe east-europe china southeast-asia mexico AE; 0.2
IN; Hotel Indigo; 4; Hotel Indigo *; us britain german france benelux south-europe china southeast-asia AU; 5
KZ; Kimpton Hotels; 4; Kimpton # Hotel; us; 10
SY; Staybridge Suites; 3; Staybridge Suites *; us canada AE SA; 1
CQ; Candlewood Suites; 2; Candlewood Suites *; us
RT; Novotel; 4; Novotel *; france britain german benelux south-europe east-europe cis middle-east africa south-asia china korea southeast-asia oceania south-america pacific canada; 1
ME; Mercure; 3; Mercure *; france britain german benelux south-europe east-europe cis africa china japan korea southeast-asia oceania south-america
PU; Pullman; 5; Pullman *; france german benelux china southeast-asia oceania south-asia africa middle-east; 8
IB; ibis; 3; ibis *; france britain german benelux south-europe east-europe cis africa middle-east china korea southeast-asia oceania south-america mexico
IY; ibis Styles; 3; ibis Styles *; france britain german benelux south-europe east-europe cis africa southeast-asia south-america japan; 1
IU; ibis budget; 2; ibis budget *; france britain german benelux south-europe east-europe AU south-america MA DZ ID; 0.4
F1; hotelF1; 1; hotelF1 *; FR
SB; Sofitel; 5; Sofitel *; france britain german benelux south-asia china southeast-asia oceania middle-east south-america africa US; 10
FA; Fairmont; 5; Fairmont @; us canada GB DE AE SA EG KE china SG ID AZ; 10
RA; Raffles; 5; Raffles @; SG GB FR AE KH PH CN TR; 20
SW; Swissôtel; 5; Swissôtel *; CH TR SG CN TH BA GE EG AU CL; 7
MV; Mövenpick; 5; Mövenpick Hotel @ #; CH DE NL middle-east africa TR PK TH; 3
MK; MGallery; 4; # Hotel @ – MGallery; france IT GB PL TH VN AU NZ; 6
BW; Best Western; 3; Best Western *; us canada france britain german benelux nordic south-europe oceania japan
BP; Best Western Plus; 3; Best Western Plus *; us canada britain german benelux nordic france south-europe southeast-asia africa; 0.3
RD; Radisson Blu; 4; Radisson Blu Hotel, *; nordic britain german benelux france east-europe cis middle-east africa south-asia south-europe; 1
PK; Park Inn by Radisson; 3; Park Inn by Radisson *; britain german benelux nordic east-europe cis middle-east africa south-asia; 0.5
WY; Wyndham; 4; Wyndham *; us mexico caribbean south-america china south-europe german southeast-asia; 3
WG; Wyndham Garden; 3; Wyndham Garden *; us canada mexico south-america caribbean german
RM; Ramada by Wyndham; 3; Ramada by Wyndham *; us canada britain south-europe east-europe middle-east south-asia china cis africa oceania southeast-asia
DI; Days Inn; 2; Days Inn by Wyndham *; us canada
SE; Super 8; 1; Super 8 by Wyndham *; us canada
LQ; La Quinta; 2; La Quinta Inn & Suites by Wyndham *; us mexico
HJ; Howard Johnson; 3; Howard Johnson by Wyndham *; AR CN IN BO
QI; Quality Inn; 2; Quality Inn *; us canada
CI; Comfort Inn; 2; Comfort Inn & Suites @ #; us canada IN
EL; Econo Lodge; 1; Econo Lodge *; us
CO; Comfort Hotel; 3; Comfort Hotel *; nordic JP EE LV LT
CL; Clarion Hotel; 4; Clarion Hotel *; nordic; 0.5
QH; Quality Hotel; 3; Quality Hotel *; nordic
MS; Motel 6; 1; Motel 6 @ #; us
RR; Red Roof; 2; Red Roof Inn @ #; us JP
EA; Extended Stay America; 2; Extended Stay America @ #; us; 0.5
DR; Drury Hotels; 3; Drury Inn & Suites @ #; us; 2
OM; Omni Hotels; 4; Omni @ Hotel #; us canada; 6
OU; Outrigger; 5; Outrigger @ Beach Resort; FJ MU MV +resort; 0.5
DL; Delta Hotels by Marriott; 4; Delta Hotels by Marriott *; canada us GB; 2
SM; Sandman; 3; Sandman Hotel *; canada
CS; Coast Hotels; 3; Coast @ Hotel by APA; canada
TL; Travelodge; 2; Travelodge by Wyndham *; us canada
TV; Travelodge; 2; Travelodge *; GB IE ES
PI; Premier Inn; 3; Premier Inn *; GB IE JE GG IM DE AE QA
MM; Motel One; 3; Motel One *; german benelux britain PL CZ FR ES DK; 3
BB; B&B Hotels; 2; B&B Hotel *; france DE AT IT ES PT PL BE CZ
EZ; easyHotel; 1; easyHotel *; GB IE NL BE CH DE ES FR PT HU; 3
AO; a&o Hostels; 1; a&o *; german NL BE CZ IT PL HU DK GB; 3
GN; Generator; 1; Generator @; GB IE FR DE IT ES NL DK SE US; 14
CB; citizenM; 4; citizenM *; GB FR NL CH DE DK US TW MY; 10
MI; Meliá; 4; Meliá *; ES PT GB FR DE IT MX DO CU CV ID VN TH MY AE TZ; 2
RU; RIU Hotels & Resorts; 4; Riu Palace @; ES PT MX DO JM AW CR CV MA MU AE MV +resort; 2
BC; Barceló; 4; Barceló *; ES PT IT CZ HU DE TR MX DO CR EG MA AE; 2
IO; Iberostar; 5; Iberostar Selection @; ES ME TN MX DO CU JM BR CV +resort; 1
ER; Eurostars; 4; Eurostars *; ES PT IT DE CZ HU; 1
NH; NH Hotels; 4; NH *; ES PT IT DE NL BE AT CH CZ HU CO CL AR MX EC; 1
CW; Catalonia Hotels; 3; Catalonia @ #; ES PT BE; 5
PS; Pestana; 4; Pestana @ #; PT BR MZ ST CV ZA
VG; Vila Galé; 4; Vila Galé @; PT BR
SR; Starhotels; 4; Starhotels # @; IT; 2
UN; UNAHOTELS; 4; UNAHOTELS # @; IT
AX; Astir Hotels; 4; Astir @ #; GR CY
GR; Grecotel; 5; Grecotel @; GR +resort; 0.5
DV; Divan; 5; Divan @ #; TR; 1
DD; Dedeman; 4; Dedeman @; TR UZ KZ
CM; Campanile; 3; Campanile *; france NL BE PL
KY; Kyriad; 2; Kyriad *; france
PC; Première Classe; 1; Première Classe *; france; 0.3
SD; Scandic; 4; Scandic *; nordic
TH; Thon Hotels; 4; Thon Hotel @ #; NO BE; 0.1
SO; Sokos Hotels; 4; Original Sokos Hotel @ #; FI EE
ZP; Zleep Hotels; 2; Zleep Hotel *; DK SE DE; 1
CA; CABINN; 1; CABINN *; DK; 1
FO; Fosshotel; 3; Fosshótel @ #; IS
OD; Icelandair Hotels; 4; Icelandair Hótel @; IS
ML; Maldron; 4; Maldron Hotel *; IE GB; 1
CX; Clayton Hotels; 4; Clayton Hotel *; IE GB; 1
LE; Leonardo Hotels; 4; Leonardo Hotel *; GB IE DE NL AT HU IL CY; 1
VV; Van der Valk; 4; Van der Valk Hotel @ #; NL BE DE
BS; Bastion Hotels; 3; Bastion Hotel *; NL
SN; Steigenberger; 5; Steigenberger Hotel @; DE AT BE EG; 3
IH; IntercityHotel; 3; IntercityHotel @ #; DE AT NL OM
MP; Maritim; 4; Maritim Hotel @; DE EG MU CN; 1
AU; Austria Trend; 4; Austria Trend Hotel @ #; AT
KE; Kempinski; 5; Hotel Kempinski @; DE CH TR HU BY middle-east africa china TH ID; 5
OR; OREA Hotels; 4; OREA Hotel @ #; CZ SK
DN; Danubius; 4; Danubius Hotel @ #; HU RO
QB; Qubus Hotel; 3; Qubus Hotel @; PL
CT; Continental Hotels; 4; Continental @ #; RO BG RS
VL; Valamar; 4; Valamar @ Resort; HR +resort
UH; Union Hotels; 4; Union Hotel @ #; SI HR RS BA MK ME
TT; Tallink Hotels; 4; Tallink @ Hotel; EE LV
AZ; AZIMUT Hotels; 3; AZIMUT Hotel @ #; RU
CR; Cosmos Hotel Group; 4; Cosmos @ Hotel; RU BY
KH; Kazakhstan Hotels; 3; Kazakhstan Hotel @; KZ KG UZ TJ TM
RO; Rotana; 5; @ Rotana; middle-east TR TZ CD MA; 1
CE; Centro by Rotana; 3; Centro @ #; middle-east
JT; Jumeirah; 5; Jumeirah @ #; AE BH KW OM GB; 10
MQ; Millennium; 4; Millennium Hotel @ #; middle-east SG NZ GB MY; 1
IR; Isrotel; 4; Isrotel @ #; IL
DH; Dan Hotels; 5; Dan @; IL
CG; City Lodge; 3; City Lodge Hotel @ #; ZA BW NA KE MZ
RL; Road Lodge; 1; Road Lodge @ #; ZA
SU; Southern Sun; 4; Southern Sun @ #; ZA ZM MZ TZ; 0.3
SA; Serena Hotels; 5; @ Serena Hotel; KE TZ UG RW PK TJ AF MZ
ON; Onomo; 3; ONOMO Hotel @; SN CI ML TG GA CM GN MA RW TZ MZ ZA
AY; Azalaï; 4; Azalaï Hôtel @; ML BF BJ CI SN MR NE
SV; Sarova; 4; Sarova @; KE
TJ; Taj Hotels; 5; Taj #, @; IN LK MV NP; 2
OB; The Oberoi; 5; The Oberoi, @; IN MU EG AE; 6
IT; ITC Hotels; 5; ITC #, @; IN; 6
LT; Lemon Tree; 3; Lemon Tree Hotel, #, @; IN NP BT
GG; Ginger; 2; Ginger @ #; IN
FB; FabHotel; 2; FabHotel # @; IN
OY; OYO; 1; OYO Townhouse # @; IN NP; 1
PL; Pearl Continental; 5; Pearl-Continental Hotel @; PK; 0.5
CD; Cinnamon; 5; Cinnamon @; LK MV
JJ; Jinjiang Inn; 2; Jinjiang Inn @ #; CN
HM; Home Inn; 2; Home Inn @ #; CN
HU; Hanting; 2; Hanting Hotel @ #; CN
S7; 7 Days Inn; 1; 7 Days Inn @ #; CN
JI; Ji Hotel; 3; Ji Hotel @ #; CN
AT; Atour; 4; Atour Hotel @ #; CN
NW; New World; 5; New World @ Hotel; CN HK VN PH; 8
JK; Jin Jiang; 4; Jin Jiang Hotel @ #; CN
VE; Vienna Hotels; 3; Vienna Hotel @ #; CN
TI; Toyoko Inn; 2; Toyoko Inn @ #; JP KR
RN; Route Inn; 2; Hotel Route-Inn @ #; JP
SH; Super Hotel; 2; Super Hotel @ #; JP
AP; APA Hotel; 3; APA Hotel @ #; JP
DM; Dormy Inn; 3; Dormy Inn @ #; JP
DW; Daiwa Roynet; 3; Daiwa Roynet Hotel @ #; JP; 1
MG; Mitsui Garden; 4; Mitsui Garden Hotel @ #; JP; 4
RG; Richmond Hotels; 3; Richmond Hotel @ #; JP; 1
NK; Nikko; 4; Hotel Nikko @; JP; 1
OK; Okura; 5; Hotel Okura @; JP; 3
NO; New Otani; 5; Hotel New Otani @; JP; 10
PR; Prince Hotels; 4; @ Prince Hotel; JP TW
JR; JR Hotels; 4; JR @ Hotel; JP; 4
NN; Nine Hours; 1; Nine Hours # @; JP; 4
LO; Lotte Hotels; 5; Lotte Hotel @; KR VN UZ RU; 2
L7; L7 Hotels; 4; L7 @ #; KR; 4
SX; Shilla Stay; 4; Shilla Stay @ #; KR
NE; Nine Tree; 3; Nine Tree @ #; KR
BN; Benikea; 3; Benikea Hotel @; KR
BD; Brown-Dot; 2; Brown-Dot Hotel @ #; KR
YN; Yanolja Stay; 1; Yam Hostel @ #; KR; 3
DU; Dusit; 5; Dusit Thani @; TH PH MV GU AE; 2
CZ; Centara; 5; Centara Grand @; TH MV VN OM
AM; Amari; 4; Amari @; TH LK BD MY
HO; Hop Inn; 2; Hop Inn @ #; TH PH JP
AB; Aston; 4; ASTON @ #; ID; 0.4
SL; Swiss-Belhotel; 4; Swiss-Belhotel @; ID NZ BH VN; 0.2
SK; Santika; 3; Hotel Santika @; ID
FV; favehotel; 2; favehotel @ #; ID
PP; POP! Hotels; 2; POP! Hotel # @; ID; 0.5
RX; RedDoorz; 1; RedDoorz near # @; ID PH; 1
MT; Muong Thanh; 4; Muong Thanh Grand @; VN LA
VP; Vinpearl; 5; Vinpearl @; VN
SJ; Saigontourist; 3; Saigontourist @ Hotel; VN
TN; Tune Hotels; 2; Tune Hotel # @; MY; 0.5
SQ; Sunway Hotels; 4; Sunway Hotel @; MY KH VN
PA; Pan Pacific; 5; Pan Pacific @; SG MY AU CA VN BD CN; 4
PY; Parkroyal; 4; PARKROYAL on #, @; SG MY AU; 4
VH; Village Hotels; 4; Village Hotel #; SG
H8; Hotel 81; 2; Hotel 81 #; SG
FQ; Fragrance Hotel; 1; Fragrance Hotel – #; SG
SF; Seda; 4; Seda @; PH; 1
GO; Go Hotels; 2; Go Hotels @ #; PH
EV; Evergreen; 5; Evergreen Laurel Hotel @; TW
CK; Caesar Park; 4; Caesar Park Hotel @; TW
JS; Just Sleep; 3; Just Sleep @ #; TW
DG; Dorsett; 4; Dorsett #, @; HK MY SG AU CN; 4
IS; iclub Hotels; 3; iclub # Hotel; HK
RE; Regal Hotels; 4; Regal # Hotel; HK
MN; Mini Hotels; 2; Mini Hotel #; HK
MO; Mandarin Oriental; 5; Mandarin Oriental, @; GB FR ES IT DE CH US HK CN JP TH SG MY ID AE QA SA CL; 20
SG; Shangri-La; 5; Shangri-La @; china southeast-asia GB FR TR AE OM AU CA FJ IN LK MU MN; 5
FS; Four Seasons; 5; Four Seasons Hotel @; US CA GB FR IT ES PT GR HU CZ TR AE QA SA EG JO JP KR CN HK TH VN AU MX CO AR MU; 15
PE; The Peninsula; 5; The Peninsula @; HK CN JP TH PH US FR GB TR; 40
LW; The Leading Hotels of the World; 5; Grand Hotel @; IT CH FR AT DE NO SE PT GB BE; 6
QT; QT Hotels; 5; QT @; AU NZ; 5
RY; Rydges; 4; Rydges @ #; AU NZ
OA; Oaks; 4; Oaks @ # Suites; AU NZ; 1
MX; Mantra; 4; Mantra @ #; AU; 1
QS; Quest; 4; Quest @ #; AU NZ FJ
VB; Vibe Hotels; 4; Vibe Hotel @ #; AU; 3
YH; YHA; 1; YHA @ #; AU NZ; 1
TG; TFE Travelodge; 3; Travelodge Hotel @ #; AU NZ; 1
CF; Comfort Inn; 3; Comfort Inn @ #; AU NZ
SZ; Sudima; 4; Sudima Hotel @ #; NZ
DX; Distinction; 4; Distinction @ Hotel; NZ
JC; Jucy Snooze; 2; Jucy Snooze @; NZ; 2
TA; Tanoa; 4; Tanoa @ Hotel; FJ WS TO NZ
WK; Warwick; 5; Warwick @ Resort; FJ VU +resort
CH; Coral Sea Hotels; 3; Coral Sea Hotel @; PG
FI; Fiesta Inn; 3; Fiesta Inn @ #; MX
FG; Fiesta Americana; 5; Fiesta Americana @; MX; 1
CV; City Express by Marriott; 3; City Express by Marriott *; MX CR CO CL
OH; One Hoteles; 2; One @ #; MX
CJ; Camino Real; 5; Camino Real @; MX; 1
HE; Hotel Estelar; 4; Estelar @ #; CO PE
GL; GHL Hotels; 4; GHL Hotel @; CO EC BO HN GT
CC; Casa Andina; 3; Casa Andina Standard @; PE
BL; Blue Tree; 4; Blue Tree @ #; BR
TM; Transamerica; 4; Transamerica @ #; BR; 1
NI; Nacional Inn; 3; Nacional Inn @ #; BR
BO; Bourbon; 4; Bourbon @ #; BR PY AR
AN; Amérian; 4; Amérian @ Hotel; AR
DJ; Dazzler by Wyndham; 4; Dazzler by Wyndham *; AR PE UY PY
DE; Decameron; 4; Decameron @; CO PA MX SV PE HT JM EC +resort
SS; Sonesta; 4; Sonesta Hotel @; US PE CO CL EC EG
HA; Hotel Diego de Almagro; 3; Hotel Diego de Almagro @; CL
SP; Sandals; 5; Sandals @; JM BS LC AG BB GD CW +resort
DB; Divi Resorts; 4; Divi @ Beach Resort; AW BB BQ SX VI KY +resort
BQ; Bahia Principe; 5; Bahia Principe Grand @; DO JM MX ES +resort; 1
`;
