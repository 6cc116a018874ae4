import { useState } from "react";
import { quoted, shorten } from "../format/text.ts";
import { Icon } from "./icon.tsx";
import "./json-view.css";

const MAX_ENTRIES = 100;
const MAX_CHARACTERS = 400;

interface JsonViewProps {
  readonly value: unknown;
  /** Accessible name. */
  readonly label: string;
  /** Number of levels expanded initially. */
  readonly open?: number;
}

/** Any JSON as a collapsible tree. Children render when expanded, so large values stay cheap. */
export const JsonView = ({ value, label, open = 2 }: JsonViewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
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

const MAX_NAME_LENGTH = 120;

/** A property name as in JSON, without quotes. Untrusted names may contain invisible characters too. */
const Name = ({ name }: { readonly name: string }) => (
  <>
    <span className="json-name">{quoted(shorten(name, MAX_NAME_LENGTH)).slice(1, -1)}</span>
    <span className="json-sign">: </span>
  </>
);

const Branch = ({ name, value, open }: NodeProps & { readonly value: object }) => {
  const [isOpen, setOpen] = useState(open > 0);
  const [max, setMost] = useState(MAX_ENTRIES);
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
          {entries.slice(0, max).map(([key, child]) => (
            <Node key={key} name={key} value={child} open={open - 1} />
          ))}
          {entries.length > max && (
            <button type="button" className="json-more" onClick={() => setMost(max + 10 * MAX_ENTRIES)}>
              {entries.length - max} more
            </button>
          )}
        </div>
      )}
    </div>
  );
};

const fieldCount = (count: number): string => (count === 1 ? "{1 field}" : `{${count.toLocaleString("en-US")} fields}`);

const Leaf = ({ value }: { readonly value: unknown }) => {
  const [expanded, setExpanded] = useState(false);
  if (typeof value !== "string") return <span data-kind={typeof value}>{String(value)}</span>;
  const isCut = value.length > MAX_CHARACTERS && !expanded;
  return (
    <>
      <span data-kind="string">{quoted(isCut ? value.slice(0, MAX_CHARACTERS) : value)}</span>
      {isCut && (
        <button type="button" className="json-more" onClick={() => setExpanded(true)}>
          Show all {value.length.toLocaleString("en-US")} characters
        </button>
      )}
    </>
  );
};
