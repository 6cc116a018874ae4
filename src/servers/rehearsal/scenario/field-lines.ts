import {
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  type Event,
  getScalarValue,
} from "js-yaml";

/** The line of each value of a YAML or JSON text, by its path: `cues[0].do`. */
export type FieldLines = ReadonlyMap<string, number>;

/** Why a text cannot be read, and where. */
export class UnreadableText extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

interface Open {
  readonly path: string;
  readonly isMap: boolean;
  count: number;
  key: string | undefined;
}

/** Finds the lines by the events of the parser. Refuses aliases, which can expand a small text to a huge value. */
export const fieldLines = (source: string, events: readonly Event[]): FieldLines => {
  const lineAt = lineCounter(source);
  const lines = new Map<string, number>();
  const open: Open[] = [];
  let line = 1;

  /** The path of the value that begins here; undefined for a key of a mapping. */
  const pathOfNext = (isScalar: boolean, text: () => string): string | undefined => {
    const parent = open.at(-1);
    if (parent === undefined) return "";
    if (!parent.isMap) return `${parent.path}[${parent.count++}]`;
    if (parent.key !== undefined) {
      const path = parent.path === "" ? parent.key : `${parent.path}.${parent.key}`;
      parent.key = undefined;
      return path;
    }
    if (!isScalar) throw new UnreadableText("A key must be text.", line);
    parent.key = text();
    const path = parent.path === "" ? parent.key : `${parent.path}.${parent.key}`;
    lines.set(path, line);
    return undefined;
  };

  for (const event of events) {
    if (event.type === EVENT_DOCUMENT) continue;
    if (event.type === EVENT_POP) {
      open.pop();
      continue;
    }
    if (event.type === EVENT_ALIAS || ("anchorStart" in event && event.anchorStart >= 0)) {
      throw new UnreadableText("Anchors and aliases (& and *) are not supported.", lineAt(event.anchorStart));
    }
    if (event.type === EVENT_SCALAR) {
      line = lineAt(event.valueStart);
      const path = pathOfNext(true, () => getScalarValue(source, event));
      if (path !== undefined && !lines.has(path)) lines.set(path, line);
      continue;
    }
    line = lineAt(event.start);
    const path = pathOfNext(false, () => "") ?? "";
    if (!lines.has(path)) lines.set(path, line);
    open.push({ path, isMap: event.type === EVENT_MAPPING, count: 0, key: undefined });
  }
  return lines;
};

/** Offsets must come in ascending order. */
const lineCounter = (source: string): ((offset: number) => number) => {
  let at = 0;
  let line = 1;
  return (offset) => {
    for (; at < offset && at < source.length; at++) if (source.charCodeAt(at) === 10) line++;
    return line;
  };
};

/** The line of a field, or of the nearest one around it. */
export const lineOf = (lines: FieldLines, field: string): number => {
  for (let path = field; path !== ""; path = path.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, "")) {
    const line = lines.get(path);
    if (line !== undefined) return line;
  }
  return 1;
};
