import { plain, shorten } from "../../../format/text.ts";
import type { ConnectorTool, StepName, StepTrace, TestRun } from "../responses.ts";

export interface StepInfo {
  readonly step: StepName;
  readonly title: string;
  readonly about: string;
}

/** The steps of every call, in order. */
export const STEPS: readonly StepInfo[] = [
  { step: "input", title: "Input", about: "Validates the arguments; adds hidden and generated ones." },
  { step: "request", title: "Request", about: "Maps the arguments to URL, headers and body." },
  { step: "auth", title: "Auth", about: "Adds secrets after all mappings." },
  { step: "http", title: "HTTP", about: "Sends the request." },
  { step: "parse", title: "Parse", about: "Parses the response and detects errors of the API." },
  { step: "response", title: "Response", about: "Maps the response to the result and a short text for the model." },
  { step: "output", title: "Output", about: "Validates the result against its schema." },
];

export const stepInfo = (step: string | undefined): StepInfo =>
  STEPS.find((each) => each.step === step) ?? (STEPS[0] as StepInfo);

export const stepIndex = (step: StepName): number => STEPS.findIndex((each) => each.step === step);

/** Whether running to this step sends a request to the API. */
const sendsRequest = (step: StepName): boolean => stepIndex(step) >= stepIndex("http");

/** Whether the user must confirm the run first. */
export const needsConfirmation = ({ risk }: Pick<ConnectorTool, "risk">, step: StepName): boolean =>
  risk !== "read" && sendsRequest(step);

/** Body of `POST /connectors/:name/test`. A full run has no `until`, so that the response contains the result. */
export const testBody = (tool: string, args: unknown, step: StepName, confirm: boolean, version?: number) => ({
  tool,
  arguments: args,
  ...(step !== "output" && { until: step }),
  ...(confirm && { confirm }),
  ...(version !== undefined && { version }),
});

type StepState = "idle" | "busy" | "ok" | "failed";

export interface Sample {
  readonly state: StepState;
  readonly milliseconds?: number;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly error?: string;
}

const IDLE: Sample = { state: "idle" };

/** What a step received and produced in the last run. For the last step that is the result for callers. */
export const sampleOf = (step: StepName, run: TestRun | undefined): Sample => {
  const trace: StepTrace | undefined = run?.steps.find((each) => each.step === step);
  if (!trace) return IDLE;
  const { milliseconds, error } = trace;
  const out = step === "output" && run?.result !== undefined ? run.result : trace.out;
  return {
    state: error === undefined ? "ok" : "failed",
    milliseconds,
    in: trace.in,
    out,
    ...(error !== undefined && { error }),
  };
};

/** Whether the API or the sandbox answered. Failed runs report it in the HTTP step only. */
export const sourceOf = (run: TestRun): string | undefined => {
  const { out } = sampleOf("http", run);
  const source = typeof out === "object" && out !== null && "source" in out ? out.source : undefined;
  return run.source ?? (typeof source === "string" ? source : undefined);
};

const MAX_PREVIEW_LENGTH = 160;

const MAX_PARTS = 12;

/** A one-line summary of a value, such as `method: GET, url: /pets`. */
export const preview = (value: unknown): string =>
  value === undefined
    ? ""
    : shorten(plain(describe(value, 0).replace(/^[{[]\s*|\s*[}\]]$/g, "")), MAX_PREVIEW_LENGTH) || "nothing";

const describe = (value: unknown, depth: number): string => {
  if (typeof value !== "object" || value === null) return String(value).slice(0, MAX_PREVIEW_LENGTH * 2);
  if (depth > 3) return "…";
  const parts = Object.entries(value).slice(0, MAX_PARTS);
  if (Array.isArray(value)) return `[${parts.map(([, each]) => describe(each, depth + 1)).join(", ")}]`;
  return `{${parts.map(([name, each]) => `${name.slice(0, 60)}: ${describe(each, depth + 1)}`).join(", ")}}`;
};

const MAX_XML_LENGTH = 200_000;

export const isXml = (text: string): boolean => /^\s*<[?!\w]/.test(text);

/** Separates a value from those of its members that are XML. */
export const withoutXml = (value: unknown): { readonly rest: unknown; readonly texts: readonly [string, string][] } => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { rest: value, texts: [] };
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string" && isXml(entry[1]);
  const entries = Object.entries(value);
  return { rest: Object.fromEntries(entries.filter((entry) => !isText(entry))), texts: entries.filter(isText) };
};

/** Adds line breaks and indentation for display; does not validate. */
export const indentedXml = (text: string): string => {
  if (text.length > MAX_XML_LENGTH) return text;
  let depth = 0;
  const lines = text.replace(/>\s*</g, ">\n<").split("\n");
  return lines
    .map((line) => {
      const closes = /^<\//.test(line);
      if (closes) depth = Math.max(0, depth - 1);
      const shown = `${"  ".repeat(depth)}${line}`;
      if (/^<[^?!/]/.test(line) && !/\/>$/.test(line) && !/<\/[^>]+>$/.test(line)) depth = Math.min(depth + 1, 40);
      return shown;
    })
    .join("\n");
};

export interface Layout {
  readonly vertical: boolean;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  /** Total length along its direction. */
  readonly length: number;
}

const VERTICAL_BELOW = 640;
const [MIN, MAX] = [126, 230];

/** Side by side if there is room, otherwise stacked. */
export const layoutFor = (canvasWidth: number): Layout => {
  const count = STEPS.length;
  if (canvasWidth < VERTICAL_BELOW) {
    const [height, gap] = [156, 26];
    return {
      vertical: true,
      width: Math.max(canvasWidth - 2, 200),
      height,
      gap,
      length: count * height + (count - 1) * gap,
    };
  }
  const gap = 20;
  const share = Math.floor((canvasWidth - 2 - (count - 1) * gap) / count);
  const width = Math.min(Math.max(share, MIN), MAX);
  return { vertical: false, width, height: 232, gap, length: count * width + (count - 1) * gap };
};

const MOVES: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => STEPS.length - 1,
};

/** The step that a key moves to; undefined for other keys. */
export const stepAfterKey = (key: string, step: StepName): StepName | undefined => {
  const moved = MOVES[key]?.(stepIndex(step));
  return moved === undefined ? undefined : STEPS[Math.min(Math.max(moved, 0), STEPS.length - 1)]?.step;
};
