import { Icon } from "../../../components/icon.tsx";

/** What the server wants to be known beside a result. */
export const Notes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <ul className="notes">
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they may repeat
        <li key={index}>
          <Icon name="info" size={14} />
          <span className="wraps">{note}</span>
        </li>
      ))}
    </ul>
  );
