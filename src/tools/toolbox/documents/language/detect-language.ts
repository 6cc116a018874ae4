import type { Language } from "./analysis.ts";
import { wordTable } from "./word-table.ts";
import { wordsOf } from "./words.ts";

/** Enough to tell a language, and bounded whatever comes. */
const sample = { characters: 20_000, words: 2_000 };

/** Words that one language uses all the time and its neighbours do not. */
const tellTales: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "en",
    wordTable(`
      the and of to that with for you this have from they were been which their would there about what when your our we
      my it's is are not but be by it has had his her she he will can could should who how why where these those than then
      very good great bad nice clean dirty room rooms staff flight late never always terrible excellent friendly rude wonderful
    `),
  ],
  [
    "de",
    wordTable(`
      und der die das ist nicht mit für auf ein eine einen einem einer den dem des von zu im sich auch wir ich sie es wird
      wurde wurden waren sind haben hat war aber oder nach bei über unser unsere mein meine kein keine sehr noch nur zum zur am
      vom aus dass wie wenn gut schlecht schön schöne sauber schmutzig freundlich unfreundlich zimmer flug leider nie immer
      super toll tolle tolles toller personal laut ruhig verspätet als um bis durch vor diese dieser dieses
    `),
  ],
  [
    "nl",
    wordTable("de het een van en dat niet met voor zijn op te is aan ook maar naar wij wordt werd deze heeft bij ons"),
  ],
  [
    "fr",
    wordTable("le la les des une est et dans que qui pour pas sur avec sont nous vous cette par du au ce il elle très"),
  ],
  [
    "es",
    wordTable("el la los las una es y que en por para con del se su no lo pero muy como está son fue más nos este"),
  ],
  [
    "it",
    wordTable("il la gli una è e che di per con non del della sono nel alla più ma come questo era anche molto le"),
  ],
  ["pt", wordTable("o a os as uma é e que em por para com do da não dos das mas muito como foi são mais no na este")],
  ["sv", wordTable("och att det är en ett som på av för med inte jag vi har den till var om men från efter mycket")],
  ["da", wordTable("og at det er en et som på af for med ikke jeg vi har den til var om men fra efter meget de")],
  ["pl", wordTable("i w na nie się z do jest że to po jak ale był była są przez od tak dla bardzo")],
]);

/** The share of words that must be tell-tales; running text has three times as many. */
const leastShare = 0.08;

export const detectLanguage = (text: string): Language => {
  const words = wordsOf(text.slice(0, sample.characters)).slice(0, sample.words);
  const hits = new Map<string, number>();
  for (const { lower } of words) {
    for (const [language, own] of tellTales) {
      if (own.has(lower)) hits.set(language, (hits.get(language) ?? 0) + 1);
    }
    if (/[ß]/.test(lower)) hits.set("de", (hits.get("de") ?? 0) + 1);
  }
  const [best, second] = [...hits].toSorted((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < words.length * leastShare || best[1] === second?.[1]) return "other";
  return best[0] === "en" || best[0] === "de" ? best[0] : "other";
};
