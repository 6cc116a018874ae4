/** As in the table of the Americas; the Middle East and Africa are here too. */
export const ASIA_PACIFIC = `
TYO 1.3 mixed Tokyo
  Shinjuku, 1-chome Nishi-Shinjuku, 160; Shinagawa, 4-chome Takanawa, 108; Ginza, 5-chome Ginza, 104; Shibuya, 1-chome Dogenzaka, 150;
  Akasaka, 2-chome Akasaka, 107; Ueno, 6-chome Ueno, 110; Asakusa, 2-chome Asakusa, 111; Marunouchi, 1-chome Marunouchi, 100;
  Ikebukuro, 1-chome Minami-Ikebukuro, 171; Roppongi, 6-chome Roppongi, 106; Akihabara, 3-chome Sotokanda, 101; Shiodome, 1-chome Higashi-Shimbashi, 105;
  Nihonbashi, 2-chome Nihonbashi, 103; Odaiba, 1-chome Daiba, 135; Kabukicho, 1-chome Kabukicho, 160
OSA 1.05 mixed Osaka
  Umeda, 1-chome Umeda, 530; Namba, 5-chome Namba, 542; Shinsaibashi, 1-chome Shinsaibashisuji, 542; Shin-Osaka, 5-chome Nishi-Nakajima, 532;
  Tennoji, 1-chome Abenosuji, 545; Honmachi, 3-chome Honmachi, 541; Yodoyabashi, 3-chome Kitahama, 541; Bay, 1-chome Kaigan-dori, 552; Nakanoshima, 5-chome Nakanoshima, 530
SPK 0.9 resort Sapporo
  Odori, 2-chome Minami 1-jo Nishi, 060; Susukino, 4-chome Minami 5-jo Nishi, 064; Sapporo Station, 4-chome Kita 5-jo Nishi, 060; Nakajima Park, 3-chome Minami 10-jo Nishi, 064;
  Tanukikoji, 5-chome Minami 2-jo Nishi, 060; Kita-guchi, 3-chome Kita 7-jo Nishi, 060
SEL 1.15 business Seoul
  Myeongdong, Namdaemun-ro, 04534; Gangnam, Teheran-ro, 06236; Hongdae, Yanghwa-ro, 04051; Dongdaemun, Jangchungdan-ro, 04563; Yeouido, Gukjegeumyung-ro, 07326;
  Insadong, Insadong-gil, 03163; Itaewon, Itaewon-ro, 04405; Jamsil, Olympic-ro, 05551; Samseong, Yeongdong-daero, 06164; Seoul Station, Hangang-daero, 04323
BJS 1.25 business Beijing
  Wangfujing, Wangfujing Street, 100006; Guomao, Jianguomenwai Avenue, 100004; Sanlitun, Gongti North Road, 100027; Financial Street, Financial Street, 100033;
  Zhongguancun, Zhongguancun East Road, 100190; Qianmen, Qianmen East Street, 100051; Chaoyangmen, Chaoyangmen North Street, 100027; Xidan, Xidan North Street, 100032;
  Olympic Park, Beichen West Road, 100101; Dongzhimen, Dongzhimen South Street, 100007
SHA 1.3 business Shanghai
  The Bund, East Zhongshan No. 1 Road, 200002; Pudong Lujiazui, Century Avenue, 200120; People’s Square, West Nanjing Road, 200003; Jing’an, West Nanjing Road, 200040;
  Xintiandi, Madang Road, 200021; Xujiahui, Hongqiao Road, 200030; Hongkou, Sichuan North Road, 200080; Zhongshan Park, Changning Road, 200042; Expo, Expo Avenue, 200126;
  East Nanjing Road, East Nanjing Road, 200001
HKG 1.15 business Hong Kong
  Tsim Sha Tsui, Nathan Road; Central, Queen’s Road Central; Wan Chai, Hennessy Road; Causeway Bay, Gloucester Road; Mong Kok, Shantung Street;
  Admiralty, Queensway; Kowloon East, Kwun Tong Road; Hung Hom, Tak Fung Street; North Point, King’s Road; Sheung Wan, Des Voeux Road West
TPE 1.15 business Taipei
  Xinyi, Songren Road, 110; Ximending, Hanzhong Street, 108; Main Station, Zhongxiao West Road, 100; Zhongshan, Nanjing East Road, 104; Da’an, Dunhua South Road, 106;
  Songshan, Nanjing East Road, 105; Beitou, Guangming Road, 112; Nanjing Fuxing, Fuxing North Road, 104
SIN 1 business Singapore
  Marina Bay, Raffles Avenue, 039; Orchard, Orchard Road, 238; Clarke Quay, Clarke Quay, 179; Bugis, Victoria Street, 188; Sentosa, Artillery Avenue, 099;
  Little India, Serangoon Road, 218; Chinatown, Upper Pickering Street, 058; Novena, Irrawaddy Road, 329; Katong, East Coast Road, 428; Geylang, Geylang Road, 389; Balestier, Balestier Road, 329
KUL 1.05 mixed Kuala Lumpur
  Bukit Bintang, Jalan Bukit Bintang, 55100; KLCC, Jalan Pinang, 50450; Chinatown, Jalan Petaling, 50000; KL Sentral, Jalan Stesen Sentral, 50470; Chow Kit, Jalan Raja Laut, 50350;
  Bangsar, Jalan Maarof, 59100; Mid Valley, Lingkaran Syed Putra, 59200; Ampang, Jalan Ampang, 50450
BKK 1.1 resort Bangkok
  Sukhumvit, Sukhumvit Road, 10110; Silom, Silom Road, 10500; Siam, Rama I Road, 10330; Riverside, Charoen Krung Road, 10500; Sathorn, South Sathorn Road, 10120;
  Pratunam, Ratchaprarop Road, 10400; Asok, Sukhumvit Soi 21, 10110; Khao San, Chakrabongse Road, 10200; Ploenchit, Ploenchit Road, 10330; Ratchada, Ratchadaphisek Road, 10400; Thonglor, Sukhumvit Soi 55, 10110
HKT 1.3 resort Phuket
  Patong Beach, Thaweewong Road, 83150; Karon Beach, Karon Road, 83100; Kata Beach, Pakbang Road, 83100; Kamala, Kamala Beach Road, 83150; Phuket Old Town, Thalang Road, 83000;
  Bang Tao, Srisoonthorn Road, 83110; Nai Yang, Sakhu Road, 83110
SGN 1.1 mixed Ho Chi Minh City
  District 1, Dong Khoi Street, 700000; Ben Thanh, Le Thanh Ton Street, 700000; District 3, Vo Van Tan Street, 700000; Nguyen Hue, Nguyen Hue Boulevard, 700000; Phu My Hung, Nguyen Luong Bang Street, 700000;
  Saigon Riverside, Ton Duc Thang Street, 700000; Pham Ngu Lao, Pham Ngu Lao Street, 700000
HAN 1 mixed Hanoi
  Old Quarter, Hang Bong Street, 100000; Hoan Kiem, Ly Thai To Street, 100000; West Lake, Xuan Dieu Street, 100000; Ba Dinh, Kim Ma Street, 100000; My Dinh, Pham Hung Street, 100000; Opera, Trang Tien Street, 100000;
  Cau Giay, Tran Duy Hung Street, 100000
JKT 1.1 business Jakarta
  Sudirman, Jalan Jenderal Sudirman, 10220; Thamrin, Jalan M.H. Thamrin, 10350; Kuningan, Jalan H.R. Rasuna Said, 12940; Kemang, Jalan Kemang Raya, 12730; Menteng, Jalan Cut Meutia, 10340;
  Mangga Dua, Jalan Gunung Sahari, 14420; Senayan, Jalan Asia Afrika, 10270; Cikini, Jalan Cikini Raya, 10330
DPS 1.6 resort Bali
  Kuta, Jalan Pantai Kuta, 80361; Seminyak, Jalan Kayu Aya, 80361; Nusa Dua, Kawasan BTDC, 80363; Legian, Jalan Legian, 80361; Ubud, Jalan Raya Ubud, 80571;
  Jimbaran, Jalan Wanagiri, 80361; Sanur, Jalan Danau Tamblingan, 80228; Canggu, Jalan Pantai Batu Bolong, 80361; Benoa, Jalan Pratama, 80363; Uluwatu, Jalan Pantai Suluban, 80364;
  Sunset Road, Jalan Sunset Road, 80361; Denpasar, Jalan Teuku Umar, 80114
MNL 1.1 business Manila
  Makati, Ayala Avenue, 1226; Bonifacio Global City, 5th Avenue, 1634; Ortigas, ADB Avenue, 1605; Ermita, M.H. del Pilar Street, 1000; Bay City, Macapagal Boulevard, 1308; Malate, M. Adriatico Street, 1004;
  Quezon City, Quezon Avenue, 1103; Cubao, Aurora Boulevard, 1109; Alabang, Filinvest Avenue, 1781
DEL 1.1 business New Delhi
  Connaught Place, Janpath, 110001; Aerocity, Asset Area 12, 110037; Karol Bagh, Arya Samaj Road, 110005; Nehru Place, Nehru Place, 110019; Chanakyapuri, Sardar Patel Marg, 110021; Saket, Press Enclave Road, 110017;
  Gurugram, Sohna Road, 122001; Paharganj, Main Bazaar Road, 110055; Dwarka, Sector 10, 110075
BOM 1.25 business Mumbai
  Nariman Point, Marine Drive, 400021; Bandra Kurla Complex, BKC Road, 400051; Andheri, Andheri Kurla Road, 400059; Juhu Beach, Juhu Tara Road, 400049; Colaba, Apollo Bunder, 400001; Lower Parel, Senapati Bapat Marg, 400013;
  Powai, Saki Vihar Road, 400087; Worli, Dr Annie Besant Road, 400018; Goregaon, Western Express Highway, 400063
BLR 1.1 business Bengaluru
  MG Road, Mahatma Gandhi Road, 560001; Whitefield, Whitefield Main Road, 560066; Indiranagar, 100 Feet Road, 560038; Koramangala, Hosur Road, 560095; Electronic City, Hosur Main Road, 560100;
  Outer Ring Road, Outer Ring Road, 560103; Residency Road, Residency Road, 560025; Hebbal, Bellary Road, 560024
DXB 1.1 resort Dubai
  Downtown, Sheikh Mohammed bin Rashid Boulevard; Jumeirah Beach, Jumeirah Beach Road; Marina, Al Marsa Street; Deira, Al Rigga Road; Business Bay, Al Abraj Street; Palm, The Crescent;
  Al Barsha, Al Barsha Road; Bur Dubai, Khalid bin Al Waleed Road; Sheikh Zayed Road, Sheikh Zayed Road; Festival City, Crescent Drive; Creek, Baniyas Road; World Trade Centre, Trade Centre Street
AUH 0.95 business Abu Dhabi
  Corniche, Corniche Road; Yas Island, Yas Drive; Capital Centre, Al Khaleej Al Arabi Street; Al Maryah Island, Hamouda Bin Ali Al Dhaheri Street; Downtown, Hamdan Street; Saadiyat Island, Saadiyat Beach Road;
  Grand Canal, Khor Al Maqta
DOH 1 business Doha
  West Bay, Al Corniche Street; The Pearl, Porto Arabia Drive; Old Town, Al Rayyan Road; Lusail, Marina District; Al Sadd, Suhaim bin Hamad Street; Musheireb, Wadi Musheireb Street; C Ring Road, C Ring Road
RUH 1.15 business Riyadh
  Olaya, Olaya Street, 12213; King Fahd Road, King Fahd Road, 12271; Minhal, Airport Road, 11564; Diplomatic Quarter, Abdullah Al Sahmi Street, 12511; Granada, Eastern Ring Road, 13241; Al Malaz, Salah Ad Din Street, 12836
TLV 1.15 mixed Tel Aviv
  Beach, HaYarkon Street, 63432; City Center, Rothschild Boulevard, 66882; Jaffa, Yefet Street, 68028; Port, Nemal Tel Aviv Street, 63506; Ramat Gan, Aba Hillel Street, 52506; Allenby, Allenby Street, 65813
CAI 1.1 mixed Cairo
  Nile Corniche, Corniche El Nil; Garden City, Corniche El Nil; Giza Pyramids, Pyramids Road; Zamalek, Saraya El Gezira Street; Heliopolis, Uruba Street; Citystars, Ali Rashed Street; New Cairo, South Teseen Street; Tahrir Square, Talaat Harb Street
JNB 1 business Johannesburg
  Sandton, Rivonia Road, 2196; Rosebank, Tyrwhitt Avenue, 2196; Melrose Arch, Corlett Drive, 2196; Midrand, Old Pretoria Main Road, 1685; Braamfontein, De Korte Street, 2017; Fourways, Monte Casino Boulevard, 2055;
  Bryanston, William Nicol Drive, 2191
CPT 1.25 resort Cape Town
  V&A Waterfront, Dock Road, 8001; City Bowl, Long Street, 8001; Foreshore, Lower Long Street, 8001; Camps Bay, Victoria Road, 8005; Green Point, Main Road, 8005; Newlands, Main Street, 7700; Century City, Century Boulevard, 7441;
  Sea Point, Beach Road, 8005; Pinelands, Howard Drive, 7405
NBO 1.1 business Nairobi
  Westlands, Waiyaki Way, 00800; Upper Hill, Kenya Road, 00100; City Centre, Kenyatta Avenue, 00100; Gigiri, United Nations Crescent, 00621; Kilimani, Argwings Kodhek Road, 00100; Mombasa Road, Mombasa Road, 00200
SYD 1.2 mixed Sydney
  Darling Harbour, Sussex Street, NSW 2000; Circular Quay, George Street, NSW 2000; Wynyard, York Street, NSW 2000; Central, Quay Street, NSW 2000; Kings Cross, Victoria Street, NSW 2011; Bondi Beach, Campbell Parade, NSW 2026;
  North Sydney, Blue Street, NSW 2060; Olympic Park, Olympic Boulevard, NSW 2127; Hyde Park, Elizabeth Street, NSW 2000; Parramatta, Phillip Street, NSW 2150; Martin Place, Pitt Street, NSW 2000
MEL 1.1 mixed Melbourne
  Southbank, City Road, VIC 3006; Collins Street, Collins Street, VIC 3000; Docklands, Bourke Street, VIC 3008; Swanston Street, Swanston Street, VIC 3000; St Kilda, Fitzroy Street, VIC 3182; Flinders Street, Flinders Street, VIC 3000;
  South Yarra, Chapel Street, VIC 3141; Little Bourke Street, Little Bourke Street, VIC 3000; Carlton, Lygon Street, VIC 3053; Richmond, Swan Street, VIC 3121
BNE 1 mixed Brisbane
  South Bank, Grey Street, QLD 4101; Queen Street, Queen Street, QLD 4000; Fortitude Valley, Ann Street, QLD 4006; Spring Hill, Wickham Terrace, QLD 4000; Kangaroo Point, Main Street, QLD 4169; North Quay, North Quay, QLD 4000;
  Eagle Street, Eagle Street, QLD 4000
PER 1 business Perth
  City, Hay Street, WA 6000; Adelaide Terrace, Adelaide Terrace, WA 6000; Northbridge, James Street, WA 6003; Elizabeth Quay, Barrack Street, WA 6000; Burswood, Bolton Avenue, WA 6100; Fremantle, Marine Terrace, WA 6160; Murray Street, Murray Street, WA 6000
AKL 1.1 mixed Auckland
  Viaduct Harbour, Halsey Street, 1010; Queen Street, Queen Street, 1010; Britomart, Customs Street East, 1010; City Centre, Wakefield Street, 1010; Ponsonby, Ponsonby Road, 1011; Ellerslie, Great South Road, 1051; Newmarket, Broadway, 1023;
  Hobson Street, Hobson Street, 1010; Takapuna, Northcote Road, 0622
ZQN 1.3 resort Queenstown
  Lakefront, Lake Esplanade, 9300; Town Centre, Shotover Street, 9300; Frankton, Frankton Road, 9300; Fernhill, Fernhill Road, 9300; Remarkables Park, Red Oaks Drive, 9300
NAN 1.1 resort Nadi
  Denarau Island, Denarau Road; Wailoaloa Beach, Wasawasa Road; Martintar, Queens Road; Namaka, Namaka Lane; Vuda Point, Vuda Road
`;
