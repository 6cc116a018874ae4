import { visible } from "../format/text.ts";
import { CopyButton } from "./copy-button.tsx";
import "./code-block.css";

interface CodeBlockProps {
  readonly text: string;
  /** What it is: `the command for Claude Code`. */
  readonly what: string;
  /** Lines break instead of scrolling. */
  readonly wrap?: boolean;
}

export const CodeBlock = ({ text, what, wrap }: CodeBlockProps) => (
  <div className="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
    <section tabIndex={0} aria-label={what}>
      <pre data-wrap={wrap || undefined}>
        <code>{visible(text)}</code>
      </pre>
    </section>
    <CopyButton text={text} what={what} />
  </div>
);
