/** The words with which documentation labels its tables and sections, in English and German. */

export type Place = "path" | "query" | "header" | "body" | "cookie";
/** What a section or a table is about. */
export type Topic = Place | "request" | "response" | "error" | "auth";

export type Column =
  | "name"
  | "type"
  | "required"
  | "optional"
  | "default"
  | "values"
  | "place"
  | "example"
  | "length"
  | "description"
  | "method"
  | "target";

const phrases = (text: string): RegExp => new RegExp(`^(?:${text})$`, "i");

/** The first one that fits a cell of the header is taken. */
const COLUMNS: readonly (readonly [column: Column, words: RegExp])[] = [
  ["method", phrases("(?:http[ -]?)?(?:methode?|verb)s?")],
  [
    "target",
    phrases(
      "(?:(?:api|http|rest)[ -]?)?(?:endpoint|endpunkt|uri|url|route|resource|ressource|adresse|aufruf|call)s?(?: path| url)?",
    ),
  ],
  [
    "required",
    phrases(
      "(?:is )?required\\??|mandatory\\??|req\\.?|m/?o|o/?m|m/o/c|required ?/ ?optional|optional(?:ity)?|pflicht(?:feld)?\\??|erforderlich\\??|notwendig\\??|obligatorisch\\??|presence|usage|use|cardinality|occurr?ence|occurs|kardinalität|muss\\??|nullable",
    ),
  ],
  [
    "place",
    phrases("in|location|located in|where|sent in|passed in|(?:parameter|param)[ -]?(?:type|art)|ort|position|place"),
  ],
  [
    "type",
    phrases("(?:data|field|value|daten)?[ -]?(?:type?|typ)s?|format|type ?/ ?format|schema|datenformat|xml[ -]?type?"),
  ],
  ["default", phrases("defaults?(?: value)?|standard(?:wert)?|vorgabe(?:wert)?|voreinstellung")],
  [
    "values",
    phrases(
      "(?:(?:allowed|possible|valid|accepted|permitted|supported) )?(?:values|options)|enum(?:eration)?s?|(?:mögliche |erlaubte |zulässige )?werte(?:bereich)?|range|constraints?|restrictions?|validation|einschränkung(?:en)?",
    ),
  ],
  ["length", phrases("(?:max\\.? ?|maximum |maximale )?(?:length|länge|size)")],
  ["example", phrases("examples?(?: values?)?|samples?(?: values?)?|beispiele?|beispielwerte?|e\\.g\\.|value|wert")],
  [
    "description",
    phrases(
      "descriptions?|desc\\.?|meanings?|notes?|comments?|remarks?|details|info(?:rmation)?|explanation|definition|purpose|summary|beschreibung|bedeutung|erklärung|erläuterung|hinweise?|bemerkung(?:en)?|anmerkung(?:en)?|inhalt|kommentar|what it (?:is|does)|returns|action|function|funktion|zweck",
    ),
  ],
  [
    "name",
    phrases(
      "(?:(?:query|path|url|body|request|response|form|header|json|xml|post|get|input|output|anfrage|antwort|http)[ -]?)*(?:name|key|parameter|param|argument|field|attribute?|element|property|member|header|variable|tag|node|xpath|path|pfad|feld|eigenschaft|schlüssel|bezeichner|bezeichnung|option)s?(?:[ -]?(?:name|path))?(?: ?/ ?(?:attribute?|element|field))?|feldname|elementname|parameternamen?|fields?|felder|eigenschaften|elemente|attribute",
    ),
  ],
];

/** Returns what a column holds, by the cell of the header. */
export const columnOf = (header: string): Column | undefined => {
  const text = header.replace(/[`*:]/g, "").trim().toLowerCase().slice(0, 60);
  if (text === "optional" || text === "nullable") return text === "optional" ? "optional" : undefined;
  return COLUMNS.find(([, words]) => words.test(text))?.[0];
};

/** Words in headings and labels. The first one that fits is taken. */
const TOPICS: readonly (readonly [topic: Topic, words: RegExp])[] = [
  ["error", /\b(?:errors?|fehler\w*|faults?|failures?|exceptions?|status ?codes?|statuscodes?)\b/i],
  [
    "auth",
    /\b(?:authenticat\w*|authoris\w*|authoriz\w*|credentials?|api[ -]?keys?|authentifizierung|authentisierung|autorisierung|anmeldung|zugangsdaten|berechtigung)\b|^(?:(?:your |access )?(?:keys?|tokens?)|security|access|log[ -]?in|sign(?:ing)?[ -]in|zugang|sicherheit|schlüssel)$/i,
  ],
  [
    "response",
    /\b(?:responses?|returns?|returned|results?|outputs?|answers?|reply|replies|success(?:ful)?|\w*antwort\w*|rückgabe\w*|ausgabe\w*|ergebnis\w*)\b/i,
  ],
  ["query", /\bquery\b|\bquery-?string\b|\b(?:url|get|uri|such|filter|abfrage)[ -]?parameters?\b|\bfilters?\b/i],
  ["path", /\b(?:path|route|pfad)[ -]?(?:parameters?|variables?|params?|segments?|variablen)\b|\bpfad-?parameter\b/i],
  ["header", /\bheaders?\b|\bkopfzeilen?\b|\bheader-?felder\b/i],
  ["cookie", /\bcookies?\b/i],
  [
    "body",
    /\b(?:body|payload|form(?:[ -]?(?:data|fields|parameters?))?|json[ -]?parameters?|post[ -]?(?:data|parameters?)|rumpf|nutzdaten)\b/i,
  ],
  [
    "request",
    /\b(?:requests?|parameters?|params?|arguments?|attributes?|fields?|elements?|inputs?|anfragen?|eingaben?|parametern?|felder|elemente|attribute|aufruf)\b/i,
  ],
];

export const topicOf = (text: string): Topic | undefined => {
  const plain = text.slice(0, 200).replaceAll("_", " ");
  // "Code: 400 BAD REQUEST" is not about a request.
  const status = /^\W{0,5}(?:(?:http|status|code)\b\W{0,5}){0,3}([245])\d\d\b/i.exec(plain)?.[1];
  if (status !== undefined) return status === "2" ? "response" : "error";
  // "Request body", "Response fields": the word that tells the direction wins over the place.
  return TOPICS.find(([, words]) => words.test(plain))?.[0];
};

const PLACES: readonly (readonly [place: Place, words: RegExp])[] = [
  ["path", /\b(?:path|route|pfad)/i],
  ["query", /\b(?:query|querystring|url|uri|get)\b/i],
  ["header", /\b(?:header|kopfzeile)/i],
  ["cookie", /\bcookie/i],
  ["body", /\b(?:body|form|formdata|json|post|payload|rumpf)/i],
];

export const placeOf = (text: string): Place | undefined => PLACES.find(([, words]) => words.test(text))?.[0];

const YES =
  /^(?:y|yes|true|required|mandatory|m|1|x|✓|✔|✅|☑|•|j|ja|pflicht\w*|erforderlich|must|muss|always|immer|1\s?\.\.\s?(?:1|n|\*|\d+)|1-n|1\+|r)[.!]?$/i;
const NO =
  /^(?:n|no|false|optional\w*|o|0|-|–|—|✗|✘|❌|nein|kann|may|none|0\s?\.\.\s?(?:1|n|\*|\d+)|c|conditional|bedingt|)$/i;

/** Reads a cell of the column "required"; undefined if it says neither. */
export const isRequiredCell = (text: string): boolean | undefined => {
  const plain = text.replace(/[`*()]/g, "").trim();
  if (YES.test(plain)) return true;
  if (NO.test(plain)) return false;
  if (/^(?:not required|nicht|conditional|required (?:if|when|for)|yes,? (?:if|when)|nur|optional)/i.test(plain))
    return false;
  return /^(?:yes|required|mandatory|ja|pflicht)\b/i.test(plain) ? true : undefined;
};

/** Words of a text that say whether its field is required. */
export const isRequiredText = (text: string): boolean | undefined => {
  if (
    /\b(?:not required|not mandatory|optional(?:ly)?|nicht erforderlich|may be (?:omitted|left out)|kann entfallen)\b/i.test(
      text,
    )
  )
    return false;
  if (/\b(?:required (?:if|when|for|unless)|erforderlich(?:,)? wenn)\b/i.test(text)) return false;
  return /(?:^|[\s(,;.])(?:required|mandatory|erforderlich|pflichtfeld|pflicht|zwingend)(?=$|[\s),;.:])/i.test(text)
    ? true
    : undefined;
};

/** Headings about a part of an endpoint rather than the endpoint. */
export const isGeneric = (heading: string): boolean =>
  /^(?:endpoints?|(?:http )?requests?|(?:request |http )?(?:urls?|uri|method)|usage|examples?|overview|definition|anfrage|aufruf|endpunkte?|beispiele?|reference|api|introduction|quick ?start|getting started|resources?|methods?|routes?)$/i.test(
    heading.replace(/[`*:]/g, "").trim(),
  );
