import { JsonView } from "../../../components/json-view.tsx";
import { isObject, type JsonObject, objectsIn } from "../../../format/json.ts";
import { visible } from "../../../format/text.ts";

/** Facts and lists of records of any result. The full response is under On the wire. */
export const RecordsView = ({ found: { facts, lists, rest } }: { readonly found: Records }) => (
  <div className="stack">
    {lists.map(({ name, entries, more }) => (
      <section key={name} className="stack">
        <h3 className="wraps">
          {name} <span className="soft">{entries.length + more}</span>
        </h3>
        <ol className="options">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no other identity
            <Record key={index} entry={entry} label={`${name} ${index + 1}`} />
          ))}
        </ol>
        {more > 0 && <p className="small soft">{more} more in the response under On the wire.</p>}
      </section>
    ))}
    <CallFacts facts={facts} />
    <Rest rest={rest} label="Other fields" />
  </div>
);

/** Facts longer than this take a full row. */
const SHORT = 32;

const Record = ({ entry: { title, facts, rest }, label }: { readonly entry: Entry; readonly label: string }) => (
  <li className="record">
    {title !== "" && <strong className="wraps">{title}</strong>}
    <CallFacts facts={facts} />
    <Rest rest={rest} label={`Other fields of ${label}`} />
  </li>
);

const CallFacts = ({ facts }: { readonly facts: readonly Fact[] }) =>
  facts.length === 0 ? null : (
    <dl className="facts">
      {facts.map(({ name, text }) => (
        <div key={name} data-long={name.length + text.length > SHORT || undefined}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );

const Rest = ({ rest, label }: { readonly rest: Readonly<Record<string, unknown>>; readonly label: string }) =>
  Object.keys(rest).length === 0 ? null : <JsonView value={rest} label={label} open={1} />;

interface Fact {
  readonly name: string;
  readonly text: string;
}

interface Entry {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Nested values. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface Records {
  readonly facts: readonly Fact[];
  readonly lists: readonly { readonly name: string; readonly entries: readonly Entry[]; readonly more: number }[];
  readonly rest: Readonly<Record<string, unknown>>;
}

const MAX_ENTRIES = 50;
const MAX_FACTS = 40;
const MAX_CHARACTERS = 2_000;
const TITLES = ["title", "name", "label", "summary"] as const;

/** Reads a result that consists of facts and lists of records, as most APIs return; undefined for other shapes. */
export const recordsIn = (value: unknown): Records | undefined => {
  if (!isObject(value) || Object.keys(value).length > MAX_FACTS) return undefined;
  const { facts, rest } = split(value);
  const lists = Object.entries(rest).filter(([, each]) => isObjectList(each));
  if (lists.length === 0 && facts.length === 0) return undefined;
  const listed = new Set(lists.map(([name]) => name));
  return {
    facts,
    lists: lists.map(([name, each]) => {
      const all = objectsIn(each);
      return {
        name: visible(name),
        entries: all.slice(0, MAX_ENTRIES).map(recordOf),
        more: Math.max(0, all.length - MAX_ENTRIES),
      };
    }),
    rest: Object.fromEntries(Object.entries(rest).filter(([name]) => !listed.has(name))),
  };
};

const isObjectList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => isObject(each) && Object.keys(each).length <= MAX_FACTS);

const recordOf = (thing: JsonObject): Entry => {
  const titled = TITLES.find((name) => typeof thing[name] === "string" && thing[name] !== "");
  const { facts, rest } = split(thing);
  return {
    title: titled === undefined ? "" : shown(thing[titled]),
    facts: facts.filter(({ name }) => name !== titled),
    rest,
  };
};

/** Separates simple values from nested ones. Null and empty lists are dropped; lists of strings count as simple. */
const split = (thing: JsonObject): { readonly facts: readonly Fact[]; readonly rest: JsonObject } => {
  const facts: Fact[] = [];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(thing)) {
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    if (isPlain(value)) facts.push({ name: visible(name).slice(0, 120), text: shown(value) });
    else Object.defineProperty(rest, name, { value, enumerable: true });
  }
  return { facts, rest };
};

const isPlain = (value: unknown): boolean =>
  typeof value !== "object" || (Array.isArray(value) && value.every((each) => typeof each === "string"));

const shown = (value: unknown): string => {
  const text = visible(Array.isArray(value) ? value.join(", ") : String(value));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
};
