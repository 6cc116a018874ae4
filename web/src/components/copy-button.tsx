import { useEffect, useState } from "react";
import { copyText } from "../format/copy-text.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";

interface CopyButtonProps {
  /** Exactly what is copied. */
  readonly text: string | (() => string);
  /** What it is, for those who cannot see what it stands beside: `the address`. */
  readonly what: string;
  /** Words instead of the icon alone. */
  readonly label?: string;
}

export const CopyButton = ({ text, what, label }: CopyButtonProps) => {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1_600);
    return () => clearTimeout(timer);
  }, [done]);

  const copy = async () => {
    const copied = await copyText(typeof text === "string" ? text : text());
    setDone(copied);
    if (!copied) toast.bad("The browser does not allow to copy. Mark the text and copy it by hand.");
  };

  return (
    <Button
      look="quiet"
      small
      icon={done ? "check" : "copy"}
      onClick={() => void copy()}
      aria-label={done ? `Copied ${what}` : `Copy ${what}`}
      title={`Copy ${what}`}
    >
      {label !== undefined && (done ? "Copied" : label)}
    </Button>
  );
};
