import { cleanText } from "../../../../mcp/tools/clean-text.ts";
import { withoutKeys } from "../../../../model/redact.ts";
import { isCredentialName, snakeCase } from "../../../../model/secret-names.ts";
import { documentLine } from "../document-text.ts";
import { htmlText } from "../html-text.ts";

/** A value for `auth`, and the sentence of the document that suggests it. */
export interface AuthGuess {
  readonly auth: string;
  readonly because: string;
}

/** What a document says about its API, all of it untrusted. */
export interface AuthTexts {
  readonly base: string;
  /** About the whole API. */
  readonly texts: readonly string[];
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

const MOST_GUESSES = 4;
const MOST_CHARACTERS = 200_000;
const LONGEST_SENTENCE = 600;
const LONGEST_REASON = 200;

/** Guesses how the API authenticates callers, best guess first. */
export const guessAuth = ({ base, texts, operations }: AuthTexts): readonly AuthGuess[] => {
  const general = sentencesOf(texts);
  const all = [...general, ...sentencesOf(operations.map(({ description }) => description))];
  const says = (pattern: RegExp) => all.some((sentence) => pattern.test(sentence));
  const isRefreshed = says(/refresh[ _-]?token|authorization[ _-]code/i) && !says(/client[ _-]credentials/i);
  const kind = isRefreshed ? "oauth2_refresh" : "oauth2";
  const tokenUrls = [...knownTokenUrls(base), ...tokenSentences(all), ...tokenOperations(operations, base)];
  const certain = [
    ...tokenUrls.map(({ url, because }) => ({ auth: `${kind}:${url}`, because })),
    ...CLUES.flatMap((clue) => guessesFrom(all, clue)),
  ];
  const byAuth = new Map<string, AuthGuess>();
  for (const { auth, because } of certain.length > 0 ? certain : guessesFrom(general, WEAK_CLUE)) {
    const reason = documentLine(withoutKeys(because), LONGEST_REASON, "a guess", () => undefined);
    const key = auth.toLowerCase();
    if (!byAuth.has(key) && reason !== "" && SENDABLE.test(auth)) byAuth.set(key, { auth, because: reason });
  }
  return [...byAuth.values()].slice(0, MOST_GUESSES);
};

/** Whether the document says that the API takes calls without credentials. */
export const saysItIsOpen = (texts: readonly string[]): boolean =>
  sentencesOf(texts).some((sentence) => OPEN.test(sentence));

const OPEN =
  /\bno (?:authentication|authorization|api[ _-]?keys?)(?: or [\w ]{1,30})?,? (?:is |are )?(?:required|needed|necessary)\b/i;

/** Guesses become part of a command line. */
const SENDABLE = /^[\w:/.@~%+-]{1,300}$/;

/** Sentences without any of these say nothing about authentication. */
const TOPIC = /auth|token|key|secret|bearer|basic|curl/i;

const sentencesOf = (texts: readonly string[]): readonly string[] => {
  const sentences: string[] = [];
  let left = MOST_CHARACTERS;
  for (const text of texts) {
    if (left <= 0) break;
    const read = text.slice(0, left);
    left -= read.length;
    if (!TOPIC.test(read)) continue;
    for (const sentence of htmlText(cleanText(read)).split(/(?<=[.!?])\s+|\n+/)) {
      if (TOPIC.test(sentence)) sentences.push(sentence.slice(0, LONGEST_SENTENCE));
    }
  }
  return sentences;
};

/** What a sentence says, as a value for `auth`. */
type Clue = (sentence: string) => string | undefined;

const guessesFrom = (sentences: readonly string[], clue: Clue): readonly AuthGuess[] =>
  sentences.flatMap((sentence) => {
    const auth = OPEN.test(sentence) ? undefined : clue(sentence);
    return auth === undefined ? [] : [{ auth, because: sentence }];
  });

const says =
  (pattern: RegExp, auth: string): Clue =>
  (sentence) =>
    pattern.test(sentence) ? auth : undefined;

const AUTHORIZATION = `\\bAuthorization["'\`]{0,3}[ \\t]{0,3}[:=,][ \\t]{0,3}["'\`]{0,3}`;
/** A name before `=` is a query parameter. */
const WORD = /[A-Za-z][\w-]{2,60}(?![\w=-])/g;

/** In the order of their certainty. */
const CLUES: readonly Clue[] = [
  (sentence) => {
    if (!sentence.startsWith("Header Authorization: ")) return undefined;
    return /\b(bearer|basic)\b/i.exec(sentence)?.[1]?.toLowerCase() ?? "header:Authorization";
  },
  says(new RegExp(`${AUTHORIZATION}Bearer\\b|\\bbearer[ -](?:token|auth|scheme)`, "i"), "bearer"),
  says(new RegExp(`${AUTHORIZATION}(?:token|api-?key|key)\\b`, "i"), "header:Authorization"),
  (sentence) => {
    if (!/\bheaders?\b|\s-H\b|\bX-[\w-]{1,60}:/i.test(sentence)) return undefined;
    const names = (sentence.match(WORD) ?? []).filter(isKeyName);
    const name = names.find((each) => /^x-/i.test(each)) ?? names.find((each) => each.includes("-")) ?? names[0];
    return name === undefined ? undefined : `header:${name}`;
  },
  (sentence) => {
    const inUrl = [...sentence.matchAll(/[?&]([\w.-]{2,40})=/g)].map(([, name = ""]) => name);
    const isNamed = /\b(?:query|parameters?)\b/i.test(sentence) && !/\bheader\b/i.test(sentence);
    const name = [...inUrl, ...(isNamed ? (sentence.match(WORD) ?? []) : [])].find(isKeyName);
    return name === undefined ? undefined : `query:${name}`;
  },
  says(
    new RegExp(`${AUTHORIZATION}Basic\\b|\\bbasic (?:http |access )?auth|\\bcurl\\b.{0,200}\\s(?:-u|--user)\\s`, "i"),
    "basic",
  ),
];

const WEAK_CLUE = says(/\b(?:access|api|auth|authentication|authorization|user)[ _]tokens?\b|\boauth ?2/i, "bearer");

/** `api_key` and `X-Api-Key`, but not the placeholder `YOUR_API_KEY`. */
const isKeyName = (word: string): boolean => {
  if (/^x-[\w-]*(?:key|token|secret)$/i.test(word)) return true;
  return isCredentialName(snakeCase(word)) && !/^[A-Z\d_-]+$/.test(word) && !/secret$/i.test(word);
};

interface TokenUrl {
  readonly url: string;
  readonly because: string;
}

const ADDRESS = /https?:\/\/[^\s"'`<>()[\]\\{}]{4,300}|(?<=^|[\s"'`(])\/[\w./-]{4,200}/g;
const TOKEN_ADDRESS = /\/(?:access_?)?token\/?$/i;

const tokenSentences = (sentences: readonly string[]): readonly TokenUrl[] =>
  sentences.flatMap((sentence) =>
    (sentence.match(ADDRESS) ?? [])
      .map((address) => address.replace(/[.,;:]+$/, ""))
      .filter((address) => TOKEN_ADDRESS.test(address))
      .map((url) => ({ url, because: sentence })),
  );

const TOKEN_PATH =
  /(?:oauth2?|openid|oidc|connect|security|^|^\/auth|^\/api)(?:\/[\w.-]{1,50}){0,3}\/(?:access_)?token\/?$/i;

const tokenOperations = (operations: AuthTexts["operations"], base: string): readonly TokenUrl[] =>
  operations
    .filter(({ method, path }) => method === "POST" && path.length < 200 && TOKEN_PATH.test(path))
    .map(({ path, summary }) => ({
      url: `${base.replace(/\/+$/, "")}${path}`,
      because: `The document has POST ${path}${summary === "" ? "" : `: ${summary}`}.`.replace(/\.\.$/, "."),
    }));

/** Token URLs of APIs whose documents do not name them. */
const KNOWN: readonly (readonly [host: RegExp, url: string])[] = [
  [/(?:^|\.)api\.amadeus\.com$/, "/v1/security/oauth2/token"],
];

const knownTokenUrls = (base: string): readonly TokenUrl[] => {
  const { host } = new URL(base);
  return KNOWN.filter(([pattern]) => pattern.test(host)).map(([, url]) => ({
    url,
    because: `${host} issues access tokens at ${url}.`,
  }));
};
