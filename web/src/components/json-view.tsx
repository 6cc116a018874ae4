import { useState } from "react";
import { quoted, shortened } from "../format/text.ts";
import { Icon } from "./icon.tsx";
import "./json-view.css";

const MOST_ENTRIES = 100;
const MOST_CHARACTERS = 400;

interface JsonViewProps {
  readonly value: unknown;
  /** What it is, for those who cannot see it. */
  readonly label: string;
  /** How many levels are open at first. */
  readonly open?: number;
}

/** Any JSON, as a tree that opens. Children are made when they are opened, so that size does no harm. */
export const JsonView = ({ value, label, open = 2 }: JsonViewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
  <section className="json" aria-label={label} tabIndex={0}>
    <Node value={value} open={open} />
  </section>
);

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly open: number;
}

const Node = ({ name, value, open }: NodeProps) =>
  typeof value === "object" && value !== null ? (
    <Branch {...(name !== undefined && { name })} value={value} open={open} />
  ) : (
    <div className="json-line">
      {name !== undefined && <Name name={name} />}
      <Leaf value={value} />
    </div>
  );

const MOST_OF_NAME = 120;

/** As it is written in JSON, without its quotes: names of strangers can hide something too. */
const Name = ({ name }: { readonly name: string }) => (
  <>
    <span className="json-name">{quoted(shortened(name, MOST_OF_NAME)).slice(1, -1)}</span>
    <span className="json-sign">: </span>
  </>
);

const Branch = ({ name, value, open }: NodeProps & { readonly value: object }) => {
  const [isOpen, setOpen] = useState(open > 0);
  const [most, setMost] = useState(MOST_ENTRIES);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return (
      <div className="json-line">
        {name !== undefined && <Name name={name} />}
        <span className="json-sign">{list ? "[]" : "{}"}</span>
      </div>
    );
  }
  return (
    <div>
      <button type="button" className="json-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="chevron" size={12} />
        <span>
          {name !== undefined && <Name name={name} />}
          <span className="json-sign">{list ? `[${entries.length}]` : fieldCount(entries.length)}</span>
        </span>
      </button>
      {isOpen && (
        <div className="json-children">
          {entries.slice(0, most).map(([key, child]) => (
            <Node key={key} name={key} value={child} open={open - 1} />
          ))}
          {entries.length > most && (
            <button type="button" className="json-more" onClick={() => setMost(most + 10 * MOST_ENTRIES)}>
              {entries.length - most} more
            </button>
          )}
        </div>
      )}
    </div>
  );
};

const fieldCount = (count: number): string => (count === 1 ? "{1 field}" : `{${count.toLocaleString("en-US")} fields}`);

const Leaf = ({ value }: { readonly value: unknown }) => {
  const [whole, setWhole] = useState(false);
  if (typeof value !== "string") return <span data-kind={typeof value}>{String(value)}</span>;
  const cut = value.length > MOST_CHARACTERS && !whole;
  return (
    <>
      <span data-kind="string">{quoted(cut ? value.slice(0, MOST_CHARACTERS) : value)}</span>
      {cut && (
        <button type="button" className="json-more" onClick={() => setWhole(true)}>
          all {value.length.toLocaleString("en-US")} characters
        </button>
      )}
    </>
  );
};
