import { isJsonObject } from "../../../../model/json.ts";
import { type CurlCommand, curlCommands } from "./curl-command.ts";
import type { LabelledCode } from "./section-fields.ts";
import { METHODS, onOneLine } from "./target.ts";

/** A body as an example shows it. */
export interface BodySample {
  readonly format: "json" | "xml" | "form" | "text";
  readonly text: string;
}

/** What the code of a section shows about one endpoint. */
export interface EndpointSamples {
  readonly requests: readonly BodySample[];
  readonly responses: readonly BodySample[];
  readonly errors: readonly BodySample[];
  readonly curls: readonly CurlCommand[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const START = new RegExp(
  `^(?:(${METHODS}|(?:get|post|put|patch|delete)(?=[ \\t]+\\/))[ \\t]+\\S{1,2000}(?:[ \\t]+HTTP\\/[\\d.]{1,5})?|HTTP\\/[\\d.]{1,5}[ \\t]+(\\d{3})\\b.*)[ \\t]*$`,
);
const HEADER = /^[ \t]{0,8}([A-Za-z][\w-]{1,60}):[ \t]*(.{0,1000})$/;
const ANSWER_ROOT = /(?:rs|response|result|reply|antwort)$/i;
const QUESTION_ROOT = /(?:rq|request|query|anfrage)$/i;

/** Sorts the code of a section. Where nothing says what it is, a body comes before an answer. */
export const samplesIn = (code: readonly LabelledCode[], method: string): EndpointSamples => {
  const requests: BodySample[] = [];
  const responses: BodySample[] = [];
  const errors: BodySample[] = [];
  const curls: CurlCommand[] = [];
  const headers: (readonly [string, string])[] = [];
  const takesBody = method !== "GET" && method !== "HEAD" && method !== "DELETE";

  const add = (body: BodySample, topic: LabelledCode["topic"], status: number | undefined): void => {
    const isFault = topic === "error" || (status ?? 0) >= 400 || (topic === undefined && isErrorBody(body));
    if (isFault) errors.push(body);
    else if (topic === "response" || status !== undefined || pointsAt(body, ANSWER_ROOT)) responses.push(body);
    else if (topic !== undefined || pointsAt(body, QUESTION_ROOT)) requests.push(body);
    else if (takesBody && requests.length === 0 && !curls.some((curl) => curl.body !== undefined)) requests.push(body);
    else responses.push(body);
  };

  for (const { text, topic, language } of code) {
    if (/(?:^|[\s;&|(`])curl\s/.test(text)) {
      curls.push(...curlCommands(text));
      continue;
    }
    for (const message of messagesIn(onOneLine(text))) {
      if (message.isRequest) headers.push(...message.headers);
      const body = bodyOf(message.body, message.isRequest || topic === "request" || topic === "body");
      const isCode = body?.format === "text" && language !== "text" && language !== "";
      if (body === undefined || isCode) continue;
      add(body, message.isRequest ? "body" : topic, message.status);
    }
  }
  const sent = curls.flatMap(({ body }): BodySample[] =>
    body?.kind === "data" ? (bodyOf(body.text, true) ? [bodyOf(body.text, true) as BodySample] : []) : [],
  );
  return { requests: [...requests, ...sent], responses, errors, curls, headers };
};

interface Message {
  readonly isRequest: boolean;
  readonly status?: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Splits code into HTTP messages; code without a start line is one body. */
const messagesIn = (text: string): readonly Message[] => {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, at) => (START.test(line.trim()) ? [at] : []));
  if (starts.length === 0) return [{ isRequest: false, headers: [], body: text }];
  return starts.map((start, index): Message => {
    const [, method, status] = START.exec((lines[start] ?? "").trim()) ?? [];
    const end = starts[index + 1] ?? lines.length;
    const headers: [string, string][] = [];
    let at = start + 1;
    for (; at < end; at++) {
      const [, name, value = ""] = HEADER.exec(lines[at] ?? "") ?? [];
      if (name === undefined) break;
      headers.push([name, value.trim()]);
    }
    const body = lines.slice(at, end).join("\n");
    return { isRequest: method !== undefined, ...(status !== undefined && { status: Number(status) }), headers, body };
  });
};

const FORM = /^[\w.[\]$-]{1,80}=[^\s&]{0,500}(?:&\s{0,20}[\w.[\]$-]{1,80}=[^\s&]{0,500})*$/;

const bodyOf = (given: string, isSent: boolean): BodySample | undefined => {
  const text = given.trim();
  if (text === "") return undefined;
  if (/^<(?:\?xml|[A-Za-z_])/.test(text)) return { format: "xml", text };
  if (/^[[{]/.test(text)) return { format: "json", text };
  if (isSent && FORM.test(text)) return { format: "form", text };
  return isSent || text.length > 2_000 ? undefined : { format: "text", text };
};

const pointsAt = ({ format, text }: BodySample, root: RegExp): boolean =>
  format === "xml" &&
  root.test(/^(?:<\?[^>]{0,200}\?>\s{0,20})?<(?:[\w-]{1,60}:)?([\w.-]{1,100})/.exec(text)?.[1] ?? "");

const isErrorBody = ({ format, text }: BodySample): boolean => {
  if (format === "xml")
    return /^(?:<\?[^>]{0,200}\?>\s{0,20})?<(?:[\w-]{1,60}:)?(?:errors?|fault|fehler)\b/i.test(text);
  const value = format === "json" ? looseJson(text) : undefined;
  return (
    isJsonObject(value) &&
    Object.keys(value).length <= 3 &&
    Object.keys(value).some((name) => /^(?:errors?|fehler)$/i.test(name))
  );
};

/** Reads JSON as documentation writes it, with comments, trailing commas and ellipses; undefined if that fails. */
export const looseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(withoutExtras(text));
    } catch {
      return undefined;
    }
  }
};

/** The values of samples in JSON. */
export const jsonIn = (samples: readonly BodySample[]): readonly unknown[] =>
  samples
    .filter(({ format }) => format === "json")
    .map(({ text }) => looseJson(text))
    .filter((value) => value !== undefined);

const withoutExtras = (text: string): string => {
  const pieces: string[] = [];
  const part =
    /"(?:[^"\\\n]|\\.){0,20000}"|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]{0,5000}?\*\/|\.{3}|…|<[\w .-]{1,60}>|\{\{[\w .-]{1,60}\}\}|[\s\S]/g;
  for (const [token] of text.matchAll(part)) {
    if (/^(?:\/\/|#|\/\*|\.{3}|…)/.test(token)) continue;
    if (/^(?:<|\{\{)/.test(token) && token.length > 1) pieces.push('""');
    else if (/^[\]}]$/.test(token)) {
      while (/^[\s,]$/.test(pieces.at(-1) ?? "")) pieces.pop();
      pieces.push(token);
    } else if (token === "," && /^[\s,[{]*$/.test(lastOf(pieces))) continue;
    else pieces.push(token);
  }
  return pieces.join("");
};

/** The last piece that is not blank. */
const lastOf = (pieces: readonly string[]): string => {
  for (let at = pieces.length - 1; at >= Math.max(0, pieces.length - 200); at--) {
    const piece = pieces[at] as string;
    if (piece.trim() !== "") return /^[,[{]$/.test(piece) ? "" : piece;
  }
  return "";
};
