/** A curl command as documentation shows it. */
export interface CurlCommand {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: CurlBody;
  /** Of `-u`. */
  readonly user?: string;
  /** As written, on one line. */
  readonly line: string;
}

type CurlBody =
  | { readonly kind: "data"; readonly text: string }
  | { readonly kind: "multipart"; readonly parts: readonly FormPart[] }
  | { readonly kind: "file" };

interface FormPart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** Short options and their long names. A short one takes a value if it is in here. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ X: "request", H: "header", d: "data", F: "form", u: "user", b: "cookie", T: "upload-file", o: "output" },
  ...{ A: "user-agent", e: "referer", m: "max-time", x: "proxy", w: "write-out", c: "cookie-jar", E: "cert" },
  ...{ K: "config", r: "range", U: "proxy-user", y: "speed-time", Y: "speed-limit", z: "time-cond", C: "continue-at" },
};
const VALUED = new Set([
  ...Object.values(SHORT),
  ...["data-raw", "data-binary", "data-ascii", "data-urlencode", "json", "form-string", "url", "url-query"],
  ...["oauth2-bearer", "cacert", "capath", "key", "connect-timeout", "retry", "retry-delay", "resolve", "limit-rate"],
  ...["ciphers", "interface", "max-redirs", "proto", "output-dir", "aws-sigv4"],
]);

const MOST_COMMANDS = 500;
const MOST_WORDS = 400;

/** Reads all curl commands of a text, in linear time. */
export const curlCommands = (given: string): readonly CurlCommand[] => {
  // Word processors make typographic quotes.
  const text = given.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
  const commands: CurlCommand[] = [];
  const start = /(?:^|[\s;&|(`"'])curl(?:\.exe)?(?=\s)/g;
  for (let found = start.exec(text); found !== null && commands.length < MOST_COMMANDS; found = start.exec(text)) {
    const from = start.lastIndex;
    const { words, end } = shellWords(text, from);
    const command = commandOf(words, `curl${text.slice(from, end)}`);
    if (command !== undefined) commands.push(command);
    start.lastIndex = Math.max(end, from);
  }
  return commands;
};

const commandOf = (words: readonly string[], source: string): CurlCommand | undefined => {
  const options = optionsOf(words);
  const all = (...names: string[]): string[] =>
    options.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
  const has = (name: string): boolean => options.some(([each]) => each === name);
  const [url] = all("url");
  if (url === undefined || !/^(?:https?:\/\/|[/{<$%[]|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)|localhost)/i.test(url))
    return undefined;
  const headers = all("header").flatMap((line): [string, string][] => {
    const colon = line.indexOf(":");
    return colon > 0 ? [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]] : [];
  });
  for (const token of all("oauth2-bearer")) headers.push(["Authorization", `Bearer ${token}`]);
  const json = all("json");
  if (json.length > 0) headers.push(["Content-Type", "application/json"]);
  const parts = options.flatMap(([name, value]) =>
    name === "form" || name === "form-string" ? [partOf(name, value)] : [],
  );
  const data = [
    ...all("data", "data-raw", "data-binary", "data-ascii", "json"),
    ...all("data-urlencode").map((each) => each.replace(/^=/, "")),
  ];
  const isQuery = has("get");
  const query = [...all("url-query"), ...(isQuery ? data : [])].join("&");
  const body = isQuery ? undefined : bodyOf(parts, data, has("upload-file"));
  const [user] = all("user");
  const implied = has("head") ? "HEAD" : has("upload-file") ? "PUT" : body === undefined ? "GET" : "POST";
  return {
    method: (all("request").at(-1) ?? implied).toUpperCase(),
    url: (query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`).replace(
      /^(?!https?:|[/{<$%[])/i,
      "https://",
    ),
    headers,
    ...(body !== undefined && { body }),
    ...(user !== undefined && { user }),
    line: source
      .replace(/[\\^`]\r?\n/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  };
};

const bodyOf = (parts: readonly FormPart[], data: readonly string[], isUpload: boolean): CurlBody | undefined => {
  if (parts.length > 0) return { kind: "multipart", parts };
  if (isUpload || data.some((each) => /^@(?!-$)/.test(each))) return { kind: "file" };
  return data.length === 0 ? undefined : { kind: "data", text: data.join("&") };
};

const partOf = (option: string, text: string): FormPart => {
  const equals = text.indexOf("=");
  const value = text.slice(equals + 1);
  const isFile = option === "form" && /^[@<]/.test(value);
  return { name: text.slice(0, Math.max(0, equals)), value: isFile ? "" : value.replace(/;type=.*$/, ""), isFile };
};

/** Pairs of option and value; an address without an option has the name `url`. */
const optionsOf = (words: readonly string[]): readonly (readonly [name: string, value: string])[] => {
  const options: [string, string][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word.startsWith("--")) {
      const name = word.slice(2).replace(/=.*$/s, "");
      if (!VALUED.has(name)) options.push([name, ""]);
      else options.push([name, word.length > name.length + 2 ? word.slice(name.length + 3) : (words[++at] ?? "")]);
    } else if (word.startsWith("-") && word.length > 1) {
      for (let letter = 1; letter < word.length; letter++) {
        const name = SHORT[word.charAt(letter)];
        if (name === undefined) {
          options.push([word[letter] === "G" ? "get" : word[letter] === "I" ? "head" : word.charAt(letter), ""]);
          continue;
        }
        const rest = word.slice(letter + 1);
        options.push([name, rest === "" ? (words[++at] ?? "") : rest]);
        break;
      }
    } else if (word !== "") options.push(["url", word]);
  }
  return options;
};

/** Splits a command as a shell does; `end` is the index after it. */
const shellWords = (text: string, from: number): { readonly words: readonly string[]; readonly end: number } => {
  const words: string[] = [];
  let word: string | undefined;
  let at = from;
  const finish = (): void => {
    if (word !== undefined && words.length < MOST_WORDS) words.push(word);
    word = undefined;
  };
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text[at + 1];
    const isContinued = /[\\^`]/.test(character) && (next === "\n" || (next === "\r" && text[at + 2] === "\n"));
    if (isContinued) {
      finish();
      at += next === "\r" ? 2 : 1;
    } else if (isEnd(character, next, word)) break;
    else if (character === "<" && next === "<") {
      const { body, end } = hereDocument(text, at);
      finish();
      const last = words.at(-1);
      if (last === "@-" || last === "-") words[words.length - 1] = body;
      at = end;
      break;
    } else if (/\s/.test(character)) finish();
    else if (character === "#" && word === undefined) {
      at = lineEnd(text, at) - 1;
    } else if (character === "'" || character === '"') {
      const isAnsi = character === "'" && word === "$";
      const { content, end } = quoted(text, at, isAnsi);
      word = (isAnsi ? "" : (word ?? "")) + content;
      at = end;
    } else if (character === "\\") word = (word ?? "") + text.charAt(++at);
    else word = (word ?? "") + character;
  }
  finish();
  return { words, end: at };
};

/** A bracket in a word belongs to a placeholder such as `<id>`. */
const isEnd = (character: string, next: string | undefined, word: string | undefined): boolean =>
  /[\n;|)]/.test(character) || (character === "&" && next === "&") || (character === ">" && /^[12]?$/.test(word ?? ""));

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

/** Reads a quoted part; one that is not closed ends with the text. */
const quoted = (text: string, from: number, isAnsi: boolean): { readonly content: string; readonly end: number } => {
  const quote = text.charAt(from);
  const pieces: string[] = [];
  for (let at = from + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return { content: pieces.join(""), end: at };
    if (character === "\\" && (isAnsi || quote === '"')) {
      const escaped = text.charAt(++at);
      if (isAnsi) pieces.push({ n: "\n", t: "\t", r: "" }[escaped] ?? escaped);
      else if (/["\\$`]/.test(escaped)) pieces.push(escaped);
      else if (escaped !== "\n") pieces.push(character, escaped);
    } else pieces.push(character);
  }
  return { content: pieces.join(""), end: text.length };
};

/** `<<EOF`: the body is on the lines up to one that says EOF. */
const hereDocument = (text: string, from: number): { readonly body: string; readonly end: number } => {
  const [whole = "<<", word = ""] = /^<<-?\s{0,9}["']?(\w{1,40})["']?/.exec(text.slice(from, from + 60)) ?? [];
  const start = lineEnd(text, from + whole.length) + 1;
  const end = word === "" ? -1 : text.indexOf(`\n${word}`, start - 1);
  if (end < 0) return { body: text.slice(start), end: text.length };
  return { body: text.slice(start, end), end: end + word.length + 1 };
};
