import type { ReactNode } from "react";
import { Icon } from "../../../components/icon.tsx";
import { plain } from "../../../format/text.ts";

/** Something to check before approving. */
export const Remark = ({ children }: { readonly children: ReactNode }) => (
  <p className="draft-warning wraps">
    <Icon name="warn" /> {children}
  </p>
);

export const remarkCount = (count: number): string => `${count} ${count === 1 ? "remark" : "remarks"}`;

/** Remarks on the whole document. */
export const DocumentRemarks = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length === 0 ? null : (
    <ul className="draft-warnings" aria-label="Remarks on the document">
      {problems.map((each) => (
        <li key={each} className="wraps">
          <Icon name="info" /> {plain(each)}
        </li>
      ))}
    </ul>
  );
