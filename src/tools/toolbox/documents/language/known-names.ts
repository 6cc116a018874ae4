import { wordTable } from "./word-table.ts";

/** Common given names of the English- and German-speaking worlds and their neighbours. */
export const givenNames: ReadonlySet<string> = wordTable(`
Aaron Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alexander Alexandra Alfred Ali Alice Alicia Amanda Amelia Amir Amy
Ana Andrea Andreas Andrew Angela Angelika Anita Anja Anke Anna Anne Annelies Annette Anna-Lena Anne-Marie Anthony Anton Antonia Antonio Arjun Arthur Astrid
Barbara Bastian Ben Benedikt Benjamin Bernd Bernhard Bettina Birgit Björn Brian Brigitte Britta Bruno Carl Carla Carlos
Carmen Carol Caroline Catherine Charles Charlotte Chloe Christa Christian Christina Christine Christoph Christopher Claire
Clara Claudia Claus Clemens Daniel Daniela Dave David Deborah Dennis Diana Diego Dieter Dirk Dmitri Dominik Donald Doris
Dorothea Edward Elena Elisabeth Elizabeth Ella Elke Emily Emma Emmanuel Enrique Eric Erik Ernst Eva Fabian Fatima Felix Fernando Filip Finn Florian
Frank Franz Franziska Fred Frederik Friedrich Gabriele Gary George Georg Gerald Gerd Gerhard Gisela Giovanni Giulia Giuliana
Giuseppe Grace Greta Gudrun Guido Günter Günther Hannah Hans Harald Harry Heike Heiko Heinrich Heinz Helen Helena Helga
Helmut Hendrik Henrik Henry Herbert Hermann Hiroshi Holger Horst Hugo Ian Ibrahim Ines Inge Ingrid Irene Isabel Isabella
Ivan Jack Jacob Jakob James Jan Jana Jane Janet Janine Jason Javier Jean Jeffrey Jennifer Jens Jessica Joachim Joan Joao João
Jochen Johann Johanna Johannes John Jonas Jonathan Jörg Jorge José Josef Joseph Joshua Juan Judith Julia Julian Jürgen
Jutta Kai Karen Karin Karl Karsten Katharina Katherine Kathleen Kathrin Katja Katrin Keiko Kenneth Kerstin Kevin Kim Klaus Konrad
Kristin Kurt Lars Laura Lea Leah Lena Leo Leon Leonie Liam Linda Lisa Lothar Louis Louise Luca Lucas Lucia Lucy Ludwig Luis
Lukas Luke Lutz Maja Manfred Manuel Manuela Marc Marco Marcus Margaret Margarete Maria Marianne Marie Mario Marion Mark
Markus Marlene Martha Martin Martina Mary Mateo Mathias Matthew Matthias Maurice Max Maximilian Maya Mei Melanie Mia Michael
Michaela Michelle Miguel Mike Mohamed Mohammed Monica Monika Moritz Muhammad Nadia Nadine Nancy Natalie Nicholas Nicole Niklas
Nils Nina Noah Nora Olaf Oliver Olivia Omar Oscar Oskar Otto Pablo Pamela Pascal Patricia Patrick Paul Paula Pedro Peter
Petra Philip Philipp Pierre Pieter Pietro Priya Rachel Rainer Ralf Ralph Raúl Rebecca Regina Reiner Renate René Richard Rita Robert Roberto Roger
Roland Rolf Rosa Rose Rosemarie Roy Rudolf Ruth Ryan Sabine Samantha Samuel Sandra Sara Sarah Sebastian Sergei Sigrid Silke
Silvia Simon Simone Sofia Sonja Sophia Sophie Stefan Stefanie Steffen Stephan Stephanie Stephen Steve Steven Susan Susanne
Sven Svenja Sylvia Tanja Tanya Teresa Theo Theresa Thomas Thorsten Tim Tina Tobias Tom Torsten Ulrich Ulrike Ursula Ute Uwe
Valentina Vera Veronika Victor Viktor Vincent Volker Walter Waltraud Werner William Wilhelm Winfried Wolfgang Xavier Yuki
Yusuf Yvonne Zoe
`);

/** Bodies that texts of travel mention without saying what they are. */
export const knownOrganizations: ReadonlySet<string> = new Set(
  `
  Airbus|Boeing|Embraer|Bombardier|Rolls-Royce|Lufthansa|Deutsche Lufthansa|Eurowings|Condor|Austrian Airlines|Swiss|Ryanair|
  easyJet|Wizz Air|Air France|KLM|British Airways|Iberia|Vueling|Emirates|Etihad|Qatar Airways|Turkish Airlines|SAS|Finnair|
  Qantas|Cathay Pacific|Delta|TAP|ITA Airways|Fraport|Deutsche Bahn|ÖBB|SBB|SNCF|Amtrak|Eurostar|FlixBus|Flixtrain|TUI|DER|FTI|
  Booking.com|Expedia|Airbnb|Tripadvisor|Trivago|Uber|Hilton|Marriott|Hyatt|Accor|Sheraton|Google|Microsoft|Apple|Amazon|Meta|
  Sabre|Amadeus|Travelport|Duffel|IATA|ICAO|EASA|FAA|DFS|Eurocontrol|EU|UN|UNO|UNESCO|UNICEF|WHO|NATO|OECD|IWF|IMF|WTO|EZB|ECB|
  European Union|European Commission|European Parliament|United Nations|World Bank|European Central Bank|Star Alliance|Oneworld|
  SkyTeam|Europäische Union|Europäischen Union|Europäische Kommission|Europäischen Kommission|Europäische Parlament|
  Europäischen Parlament|Europäische Zentralbank|Europäischen Zentralbank|Vereinte Nationen|Vereinten Nationen|Bundesregierung|
  Bundestag|Bundesrat|Europäischer Gerichtshof|Europäischen Gerichtshof|Verdi|ver.di|ADAC|DRV|BDL|Stiftung Warentest|
  Verbraucherzentrale|Euronext|Nasdaq|Deutsche Börse|SNCB|DB|Red Cross|Rotes Kreuz|Amnesty International|Greenpeace|WWF|BBC|CNN|
  Reuters|dpa|Siemens|Volkswagen|BMW|SAP|Shell|BP|Visa|Mastercard|PayPal|Hertz|Sixt|Europcar|Avis|Interpol|Europol
  `
    .split("|")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
);
