import type { Language } from "./analysis.ts";
import { wordTable } from "./word-table.ts";

const english = wordTable(`
a about above across actually after afterwards again against ago all almost along already also although always am among
an and another any anybody anyone anything apart are aren't around as at away back be became because become been before
beforehand begin behind being below besides between beyond both but by called can can't cannot come comes could couldn't
did didn't do does doesn't doing don't done down due during each either else enough especially etc even ever every
everybody everyone everything everywhere except far few fewer finally first for former four from further gave get gets
getting give given go goes going gone got had hadn't half hardly has hasn't have haven't having he hence her here hers
herself him himself his how however i i'm i've if in indeed instead into irrespective is isn't it it's its itself just
keep kept last later least left less let like likely little long look looks lot made mainly make makes making many may
maybe me mean might mind mine more moreover most mostly much must my myself near nearly need never nevertheless next no
nobody none nor not nothing now nowhere of off often on once one ones only onto or other others otherwise our ours
ourselves out over own part per perhaps please put quite rather really roughly said same saw say says see seem seemed
seems seen several shall she should show shows simply since so some somebody someone something sometimes somewhere soon
still such take taken takes taking tell than that that's the their theirs them themselves then there therefore these
they thing things think this those though three through throughout thus till to today together told tomorrow too took
toward towards turn turned two under unless until unto up upon us use used using usually various very via want was
wasn't way we well went were weren't what whatever when whenever where whereas wherever whether which whichever while
who whoever whole whom whose why will with within without won't would wouldn't yes yet you your yours yourself
yourselves asked ask according thought know known five six seven eight nine ten eleven twelve twenty thirty forty fifty
hundred thousand first second third
`);

const german = wordTable(`
ab aber alle allein allem allen aller allerdings alles als also am an andere anderem anderen anderer anderes anders auch
auf aus außer außerdem außerhalb bald bei beide beiden beim bereits bevor bis bisher bleiben bleibt bzw da dabei dadurch
dafür dagegen daher dahin damals damit danach daneben dann daran darauf daraus darf darin darüber darum darunter das
dass davon davor dazu dazwischen dein deine dem demnach den denen denn dennoch der deren derer des deshalb dessen desto
deswegen dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen ebenfalls ebenso eher eigentlich
ein eine einem einen einer eines einfach einige einigen einiger einiges einmal einzige einzigen entlang entweder er erst
erste ersten erster erstes erstmals es etwa etwas euch euer eure fast für ganz ganze ganzen gar geben gegen gegenüber
geht gekommen gemacht gemeinsam genau gerade gern gewesen gibt ging gleich gleichzeitig hat hatte hatten habe haben hast
heute hier hin hinter hoch ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer immerhin in indem innerhalb ins
insgesamt irgend ist ja je jede jedem jeden jeder jederzeit jedes jedoch jemals jemand jene jenem jenen jener jenes jetzt
kam kamen kann kaum kein keine keinem keinen keiner keinerlei keines können könnte könnten künftig lang lange lassen
lässt laut leicht leider letzte letzten letzter letztes machen macht man manche manchem manchen mancher manches mehr mein
meine meinem meinen meiner meist meisten mich mindestens mir mit mögen möchte muss musste mussten müssen nach nachdem
nachher nahm nahmen neben nebst nein nicht nichts nie niemals niemand nimmt noch nun nur ob oben obwohl oder oft ohne per
pro rund sagen sagt sagte sah sahen saßen schon sehr sei seien sein seine seinem seinen seiner seines seit seitdem selbst
sich sie siehe sind so sobald sodass sofort sogar solche solchem solchen solcher soll sollen sollte sollten somit sondern
sonst soviel sowie sowohl später statt stand standen steht stets trotz trotzdem über überhaupt um und uns unser unsere
unserem unseren unserer unseres unter usw viel viele vielen vieler vielleicht voll völlig vom von vor vorher wann war
waren warum was weder wegen weil weit weiter weitere weiteren weiterer weniger wenig wenige wenn wer werde werden wessen
wie wieder wieso will wir wird wirklich wo wobei wodurch woher wohin wohl wollen wollte wollten worden wurde wurden würde
würden zu zudem zufolge zugleich zum zunächst zur zurück zusätzlich zwar zwei drei vier fünf sechs sieben acht neun zehn
elf zwölf dreißig hundert tausend zwischen
`);

/** Words of measure, time and reporting: they carry a sentence, but no document is about them. */
const measures: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordTable(`
    percent per cent million millions billion euro euros dollar dollars pound pounds eur usd gbp year years month months
    week weeks day days hour hours minute minutes morning evening afternoon noon monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december time times kg km
    cm example number amount total case note page version ltd inc no dr mr mrs ms prof am pm a.m p.m e.g i.e
    mrd mio minimum maximum people person persons
  `),
  de: wordTable(`
    prozent prozentpunkte million millionen milliarde milliarden mio mrd euro eur usd dollar franken jahr jahre jahren
    jahres monat monate monaten monats woche wochen tag tage tagen tages stunde stunden minute minuten uhr morgen abend
    mittag nachmittag montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli
    august september oktober november dezember jahrhundert beispiel zahl zahlen anzahl höhe rahmen teil fall fälle angaben
    ende anfang mitte seite nr dr herr frau prof bzw ca z.b d.h u.a kg km meter hälfte mal leute person personen
  `),
  other: wordTable("min max max. kg km eur usd pdf http https www"),
};

const stopWords = { en: english, de: german } as const;

/** Where nothing is known of a language, short words pass for its grammar; one sign of Chinese or Japanese does, too. */
const isShort = (lower: string): boolean =>
  lower.length < (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]/u.test(lower) ? 4 : 2);

export const isStopWord = (lower: string, language: Language): boolean =>
  language === "other" ? isShort(lower) : stopWords[language].has(lower.replace("’", "'"));

export const isMeasure = (lower: string, language: Language): boolean => measures[language].has(lower);
