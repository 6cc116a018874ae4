import { JsonView } from "../../../components/json-view.tsx";
import type { Entry, Fact, Records } from "./records.ts";

/** Facts and lists of things, whatever they are about. All of it is on the wire as JSON. */
export const RecordsView = ({ found: { facts, lists, rest } }: { readonly found: Records }) => (
  <div className="stack">
    {lists.map(({ name, entries, more }) => (
      <section key={name} className="stack">
        <h3 className="wraps">
          {name} <span className="soft">{entries.length + more}</span>
        </h3>
        <ol className="options">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that tells them apart
            <Thing key={index} entry={entry} label={`${name} ${index + 1}`} />
          ))}
        </ol>
        {more > 0 && <p className="small soft">{more} more are in the response on the wire.</p>}
      </section>
    ))}
    <Facts facts={facts} />
    <Rest rest={rest} label="Further parts" />
  </div>
);

/** What fits beside others. */
const SHORT = 32;

const Thing = ({ entry: { title, facts, rest }, label }: { readonly entry: Entry; readonly label: string }) => (
  <li className="record">
    {title !== "" && <strong className="wraps">{title}</strong>}
    <Facts facts={facts} />
    <Rest rest={rest} label={`Further parts of ${label}`} />
  </li>
);

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) =>
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
