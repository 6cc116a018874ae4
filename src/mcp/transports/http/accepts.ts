export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

const parse = (header: string): Accepts => {
  const types = new Set<string>();
  for (const range of header.split(",")) {
    const [type = "", ...parameters] = range.split(";");
    const refused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
    if (!refused) types.add(type.trim().toLowerCase());
  }
  const accepts = (...names: string[]) => types.has("*/*") || names.some((name) => types.has(name));
  return {
    json: accepts("application/json", "application/*"),
    stream: accepts("text/event-stream", "text/*"),
  };
};

const MOST_REMEMBERED = 100;
const remembered = new Map<string, Accepts>();

/** What a client takes: clients send the same header with each request. Without one, JSON. */
export const acceptsOf = (header: string | undefined): Accepts => {
  if (header === undefined) return { json: true, stream: false };
  let accepts = remembered.get(header);
  if (accepts === undefined) {
    accepts = parse(header.slice(0, 1000));
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(header, accepts);
  }
  return accepts;
};
