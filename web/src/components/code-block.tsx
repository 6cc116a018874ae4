import { useEffect, useState } from "react";
import { copyText } from "../format/export-text.ts";
import { visible } from "../format/text.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";
import "./code-block.css";

interface CodeBlockProps {
  readonly text: string;
  /** Accessible name, such as `the command for Claude Code`. */
  readonly what: string;
  /** Wraps lines instead of scrolling. */
  readonly wrap?: boolean;
}

export const CodeBlock = ({ text, what, wrap }: CodeBlockProps) => (
  <div className="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <section tabIndex={0} aria-label={what}>
      <pre data-wrap={wrap || undefined}>
        <code>{visible(text)}</code>
      </pre>
    </section>
    <CopyButton text={text} what={what} />
  </div>
);

interface CopyButtonProps {
  /** Exactly what is copied. */
  readonly text: string | (() => string);
  /** Accessible name, such as `the address`. */
  readonly what: string;
  /** Visible label instead of the icon alone. */
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
    if (!copied) toast.bad("The browser blocked copying. Select the text and copy it manually.");
  };

  return (
    <Button
      variant="quiet"
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
