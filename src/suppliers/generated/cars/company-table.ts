/**
 * Vendor code; company; tier (p premium, s standard, v value); least traffic of an airport (million passengers a year)
 * where it keeps a counter; where it is, by market or country.
 */
export const COMPANY_ROWS = `
ZE; Hertz; p; 0; world -RU -BY
ZI; Avis; p; 0; world
ZD; Budget; s; 0; world
ET; Enterprise; s; 0.3; us canada caribbean mexico britain france german benelux south-europe nordic east-europe south-america middle-east
ZL; National; p; 0.8; us canada mexico caribbean britain german south-america IT GR
AL; Alamo; s; 1.2; us canada mexico caribbean south-america britain france south-europe nordic CH
ZR; Dollar; v; 1; us canada mexico caribbean south-america middle-east oceania
ZT; Thrifty; v; 0.5; us canada mexico caribbean south-america middle-east oceania nordic pacific britain france africa
SX; Sixt; p; 1.5; us canada britain france german benelux south-europe nordic east-europe middle-east oceania SG TH
EP; Europcar; s; 0; britain france german benelux south-europe nordic east-europe cis middle-east africa oceania pacific southeast-asia south-america caribbean mexico south-asia
ZA; Payless; v; 3; us caribbean mexico
FX; Fox Rent A Car; v; 4; us MX
AC; ACE Rent A Car; v; 3; us caribbean mexico
FF; Firefly; v; 4; us MX ES IT FR GB DE
GM; Green Motion; v; 1.5; britain south-europe nordic east-europe mexico caribbean cis middle-east
GC; Goldcar; v; 3; ES PT IT GR FR HR TR
CE; Centauro; v; 3; ES PT IT GR
RG; Record go; v; 3; ES PT IT GR
SL; Sicily by Car; v; 1; IT HR AL MT
MA; Maggiore; s; 0.5; IT
BB; Buchbinder; v; 1; DE AT
UR; Rent A Car; s; 0.5; FR GP MQ RE
AD; Arnold Clark; v; 1; GB
DC; Dan Dooley; v; 0.5; IE
BC; Blue Car Rental; v; 0.1; IS
LT; Lotus Car Rental; v; 0.5; IS
OK; OK Rent A Car; v; 0.5; RO BG HU PL CZ RS HR
PN; Panek; v; 0.5; PL
RM; Rentmotors; v; 0.1; RU BY KZ GE AM
TY; Toyota Rent a Car; p; 0; JP TH
NP; Nippon Rent-A-Car; s; 0; JP
OX; ORIX Rent-A-Car; s; 0.3; JP
TC; Times Car Rental; s; 0.5; JP
NS; Nissan Rent a Car; s; 0.2; JP
LR; Lotte Rent-a-Car; p; 0; KR
SK; SK Rent-a-Car; s; 0; KR
EH; eHi Car Services; s; 0; CN
CI; CAR Inc.; s; 0; CN
SQ; Shouqi Car Rental; p; 3; CN
TR; TRAC Astra; s; 0; ID
DT; Drive Car Rental; v; 0.3; TH
HT; Hawk Rent A Car; s; 0.3; MY SG BN
IW; IWS Car Rental; s; 0.2; TW HK MO
CB; Carzonrent; s; 0; IN
MY; Myles; v; 1; IN
MV; Malkey Rent A Car; v; 0; LK MV NP BD PK BT AF
LO; Localiza; s; 0; BR AR CL CO UY PY EC
MO; Movida; v; 0.5; BR PT
UD; Unidas; s; 0.5; BR
EN; Econorent; v; 0.3; CL PE
MX; Mex Rent A Car; v; 0.5; MX
AM; Adobe Rent a Car; v; 0.1; CR NI PA GT
IR; Island Car Rentals; v; 0.05; JM BB TT BS AG LC KY GD DM VC
FC; First Car Rental; s; 0.2; ZA NA BW
BV; Bidvest Car Rental; s; 0.2; ZA NA
TE; Tempest; v; 0.3; ZA
CT; Central Rent A Car; v; 0.1; KE TZ UG RW ET ZM MW
MD; Medloc; v; 0.2; MA TN DZ
SB; Shift Car Rental; v; 0.5; EG AE SA QA BH KW OM JO
ED; Eldan; s; 0.2; IL
SH; Shlomo Sixt; s; 0.5; IL
JU; JUCY Rentals; v; 0.5; NZ AU
AP; Apex Car Rentals; v; 0.5; NZ AU
GO; GO Rentals; s; 0.3; NZ
EC; East Coast Car Rentals; v; 2; AU
BU; Bula Car Rentals; v; 0.05; FJ WS TO VU CK SB NR KI TV
EO; Ecocar Tahiti; v; 0.05; PF
DS; Discount Car & Truck Rentals; v; 0.1; CA
RO; Routes Car Rental; v; 2; CA US
NU; NÜ Car Rentals; v; 6; US MX
`;
