import "./states.css";

const WIDTHS = ["92%", "78%", "85%", "64%", "88%", "71%"] as const;

/** Instead of something that is being loaded. */
export const Skeleton = ({ lines = 4, label = "Loading" }: { readonly lines?: number; readonly label?: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={line} className="skeleton-line" style={{ width: WIDTHS[line % WIDTHS.length] }} />
    ))}
  </div>
);
