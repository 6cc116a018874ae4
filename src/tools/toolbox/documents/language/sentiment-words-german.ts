import type { WeightedWords } from "./sentiment-lexicon.ts";

/** From -4 to 4, in the base form; inflected forms are found by their stem. Written for reviews, reports and news of travel. */
export const germanSentimentWords: WeightedWords = [
  [
    4,
    `atemberaubend ausgezeichnet außergewöhnlich brillant einmalig einzigartig exzellent fabelhaft fantastisch
    phantastisch genial grandios großartig herausragend hervorragend himmlisch makellos märchenhaft meisterhaft
    paradiesisch perfekt phänomenal sagenhaft sensationell spektakulär spitzenmäßig traumhaft überragend
    unvergesslich vollkommen vorzüglich weltklasse wunderbar wundervoll wunderschön blitzsauber tadellos`,
  ],
  [
    3,
    `beeindruckend begeistern begeistert begeisterung beste bestens bezaubernd entzückend erstklassig exquisit famos
    glück glücklich glanzvoll gastfreundlich gastfreundschaft genuss glücksgriff herrlich herzlich herzlichkeit
    hinreißend idyllisch imposant jubel köstlich lecker liebe lieben lieblingsort liebevoll luxuriös malerisch
    paradies pieksauber prächtig prachtvoll schönste spitze spitzenklasse strahlend super toll traum traumstrand
    triumph umwerfend verliebt verzaubert vorbildlich zauber zauberhaft wärmstens lieblingshotel exzellenz topp
    klasse`,
  ],
  [
    2,
    `abwechslungsreich angenehm anmutig ansprechend anspruchsvoll applaus appetitlich attraktiv aufmerksam ausgeruht
    ausgewogen authentisch barrierefrei begrüßen behaglich bequem beliebt bereichernd besser bewegend bewundern
    charmant dankbar dankeschön edel ehrlich einladend elegant empfehlen empfehlenswert empfehlung engagiert
    entgegenkommend entspannen entspannend entspannt entspannung erfolg erfolgreich erfreulich erfreut erfrischend
    erholen erholsam erholung erstaunlich fair flexibel flott freude freuen freundlich freundlichkeit frisch froh
    fröhlich fürsorglich gefallen gefällt geborgen geduldig gelassen gelassenheit gelungen gemütlich genießen
    gepflegt geräumig geschmackvoll gewinn gewinnen gewonnen glatt gratulieren großzügig gut gute günstig harmonisch
    heimelig heiter hell herzig hilfsbereit hilfsbereitschaft hilfreich himmelbett höflich hübsch humorvoll ideal
    interessant inspirierend jubeln kenntnisreich klug kompetent komfort komfortabel kompliment kostenlos kulant
    köstlichkeit kulinarisch leidenschaftlich lebendig lebhaft lieb liebenswert lob loben lobenswert lohnen
    lohnenswert lohnt lustig mühelos nett neuwertig ordentlich pünktlich problemlos professionell
    profitieren qualitativ reibungslos reichhaltig romantisch ruhig sauber sauberkeit schmackhaft schmecken schmeckt
    schnell schön schöner schönheit sehenswert seriös sicher sonnig sorgfältig sorglos souverän spannend sparsam
    spaß stilvoll stolz sympathisch tipptopp transparent überzeugen überzeugend unkompliziert unbeschwert verbessern
    verbesserung verlässlich verständnisvoll vergnügen vertrauen vertrauenswürdig vielfältig vielseitig vorteil
    vorteilhaft vorbildhaft warmherzig weitläufig wertvoll wohlfühlen wohlgefühlt wohltuend zauberei zentral
    zufrieden zufriedenheit zuverlässig zuvorkommend zügig frohsinn angetan steigerung übertroffen`,
  ],
  [
    1,
    `akzeptabel aktuell anerkennen annehmbar ausreichend brauchbar bereitwillig danke dezent dank erleichtert
    erleichterung erneuert fein faszinierend fleißig fördern fortschritt genehmigt gesund geglückt gewachsen
    hoffnung hoffnungsvoll innovativ intakt klar leise leistungsfähig mild modern modernisiert nachhaltig neugierig
    nützlich optimal ok okay passabel passend praktisch preiswert renoviert robust solide stabil stark stärken still
    stimmungsvoll verjüngt verlässlicher warm wachsen wachstum wuchs wirksam zeitgemäß wettbewerbsfähig überraschung
    entschädigte rekord rekordergebnis stieg steigern`,
  ],
  [
    -1,
    `abgelegen abgewohnt abgenutzt alt altbacken altmodisch angst anstrengend auslassen bedenklich bedauern
    bedauerlich belasten belastet belastung beengt dunkel düster durchschnittlich durchwachsen dürftig eintönig eng
    engpass ermüdend fad fade fehlen fehlend fehlte feucht fraglich fragwürdig gestresst gewöhnungsbedürftig grau
    hellhörig hitzig kahl kalt karg knapp kompliziert langsam langweilig langatmig lau lauwarm laut lautstark leider
    lieblos mangel mäßig mittelmäßig monoton müde mühsam nachteil negativ nervös überfüllt überlaufen ratlos risiko
    rückgang schade schlicht schwach schwächeln schwierig schwierigkeit sorge sorgen spartanisch stau streik streiks
    stickig teuer touristisch trist trocken trüb umständlich ungemütlich ungewiss ungünstig uninteressant unklar
    unruhig unsicher unübersichtlich veraltet verbesserungswürdig verbraucht verblasst vernachlässigt verschlissen
    verspätet verspätung verzögern verzögert verzögerung warten wartezeit zäh zugig zweifel zweifelhaft verfehlen
    verfehlt limit ausfall engstelle gestrichen ausgefallen`,
  ],
  [
    -2,
    `abfällig ablehnen ablehnend abweisend abzocken aggressiv ärger ärgerlich ärgern arrogant baulärm baustelle
    beschädigt beschimpft beschwerde beschweren betrübt billigfraß chaos chaotisch defekt desinteressiert dreck
    dreckig durcheinander enttäuschen enttäuschend enttäuscht enttäuschung erschöpft fehler fehlerhaft fleckig
    fliehen flecken frech frechheit frust frustriert frustrierend gammelig gefahr gefährlich geizig genervt gereizt
    geschrei gestank gestört gleichgültig grob hässlich hektisch herablassend heruntergekommen hilflos hinhalten hygienemangel
    ignoriert ignorieren inkompetent irreführend jammern kakerlake kakerlaken kaputt klagen klage kläglich krach
    krank krankheit krise kritik kritisch kritisieren kundenunfreundlich lästig lärm lärmbelästigung lückenhaft
    lustlos mangelhaft mängel mies misslungen missmutig missverständnis modrig muffig mürrisch müll nachlässig
    nerven nervig nervtötend notdürftig panne panisch patzig pech peinlich pfusch problem probleme problematisch
    qual quälend rabiat reklamation respektlos rostig rücksichtslos ruppig sauer schaden schädlich schimmel
    schimmelig schimmlig schlampig schlecht schlechter schleppend schmerz schmerzhaft schmierig schmutz schmutzig
    schmuddelig schroff schuld schäbig stinken stinkt streit stress stressig sturheit stürzen störend störung
    traurig trostlos überbucht überfordert überheblich überteuert übel ungeduldig undicht unangenehm unaufmerksam
    unbefriedigend unbequem unbrauchbar unehrlich unerfreulich unfair unfähig unfreundlich ungenießbar ungepflegt
    ungerecht ungesund unglücklich unhöflich unhygienisch unmotiviert unordentlich unpünktlich unprofessionell
    unsauber unsympathisch unterbesetzt unwillig unwohl unzufrieden unzumutbar unzuverlässig verärgert verdorben
    vergammelt verletzt verlieren verlogen verloren verlust vernachlässigen verrostet versagen versalzen verschmutzt
    verstopft verstaubt verweigern verweigert vergeblich verzweifelt vorwurf wackelig widerwillig wut wütend
    zerrissen zerstört zumutung angeschlagen ungeziefer wanzen entäuscht notlüge`,
  ],
  [
    -3,
    `abscheulich abstoßend abzocke albtraum alptraum asozial betrügerisch betrogen betrüger desaster desaströs ekel
    ekelerregend ekelhaft eklig elend entsetzlich entsetzt erbärmlich furchtbar fürchterlich grässlich grauenhaft
    grauenvoll grausam gräuel horror hölle katastrophal katastrophe kriminell lausig menschenunwürdig miserabel
    skandal skandalös schande schlimm schlimmste schlechteste schlechtesten schrecklich schweinerei saustall
    unerträglich unmöglich untragbar unverschämt unverschämtheit unterirdisch verheerend wanzenbefall widerlich
    widerwärtig horrend bettwanzen`,
  ],
  [-4, "abgrundtief unverzeihlich bestialisch höllisch grottenschlecht grottig unentschuldbar menschenverachtend"],
  [
    -1,
    `insolvenz insolvent konkurs krieg unfall unglück tod streichung annullierung annulliert gekündigt kündigung
    notfall`,
  ],
  // Related in form to judging words, but not in meaning.
  [0, "flotte flotten lohn löhne betrug sich gewinnung dankt alte alten älter ältere älteren"],
  [
    3,
    `|jederzeit wieder|immer wieder gerne|gerne wieder|kommen wieder|sehr zu empfehlen|nur zu empfehlen|ein muss|
    |lässt keine wünsche|rundum zufrieden|bestes hotel|wie im märchen|alles bestens|mehr als zufrieden`,
  ],
  [
    2,
    "|zu empfehlen|reise wert|auf jeden fall wieder|kein problem|keine probleme|gut aufgehoben|in ordnung|ohne probleme",
  ],
  [
    -3,
    `|nie wieder|nie mehr|nicht zu empfehlen|nicht empfehlen|finger weg|geld nicht wert|reine abzocke|absolutes no-go|
    |unter aller sau|lässt zu wünschen`,
  ],
  [
    -2,
    "|außer betrieb|zu wünschen übrig|keinerlei informationen|ließ zu wünschen|im stich|nicht funktioniert|funktioniert nicht|ging nicht",
  ],
];
